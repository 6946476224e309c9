//! Recognition of the solves of the 3x3x3, by the scramble type of their session and by the scramble itself.

/// csTimer's scramble types of the 3x3x3: WCA scrambles, training scrambles, and the user's own scrambles, which may be
/// of any puzzle.
const TYPES: [&str; 53] = [
    "", "333", "333oh", "333ni", "333fm", "333ft", "r3ni", "r3", "333o", "333noob", "333custom", "333drud",
    "edges", "corners", "nocache_333bldspec", "nocache_333patspec", "bldspec", "pll", "oll", "lsll2", "lsll",
    "ll", "zbll", "coll", "cll", "ell", "2gll", "zzll", "zbls", "eols", "wvls", "vls", "f2l", "eoline",
    "eocross", "easyc", "easyxc", "sbrx", "cmll", "lse", "lsemu", "mt3qb", "mteole", "mttdr", "mt6cp",
    "mtcdrll", "mtl5ep", "mtttll", "half", "2gen", "2genl", "roux", "RrU",
];

/// The prefixes of further scramble types of the 3x3x3.
const PREFIXES: [&str; 5] = ["333", "3gen", "input", "remote", "ttll"];

/// Returns whether a scramble type may be of the 3x3x3.
pub(crate) fn may_be_three(scramble_type: &str) -> bool {
    TYPES.contains(&scramble_type) || PREFIXES.iter().any(|start| scramble_type.starts_with(start))
}

/// Returns whether a cell names another puzzle than the 3x3x3, in the words of any timer: `222`, `2x2x2`, `pyram`, `Square-1`.
pub(crate) fn is_another(name: &str) -> bool {
    const WORDS: [&str; 18] = [
        "pyra", "skewb", "skb", "mega", "minx", "sq", "clock", "clk", "ivy", "redi", "fto", "dino", "gear",
        "mirror", "kilo", "giga", "floppy", "relay",
    ];
    let name: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    let sizes = name.as_bytes();
    let of_size = |size: u8| size.is_ascii_digit() && size != b'3';
    let is_cube = match sizes {
        [size, b'x', ..] => of_size(*size),
        [a, b, c, ..] => of_size(*a) && a == b && b == c,
        _ => false,
    };
    is_cube || WORDS.iter().any(|word| name.contains(word))
}

/// The puzzle of a scramble, as far as its moves show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ScrambleKind<'a> {
    /// Possibly one 3x3x3.
    Three,
    /// Several 3x3x3 cubes, each with the byte offset of its scramble.
    Several(Vec<(usize, &'a str)>),
    /// Another puzzle, or a relay of several puzzles.
    Other,
}

impl ScrambleKind<'_> {
    /// Classifies a scramble.
    pub(crate) fn detect(scramble: &str) -> ScrambleKind<'_> {
        let lines: Vec<&str> = scramble.lines().filter(|line| !line.trim().is_empty()).collect();
        let numbered: Option<Vec<(&str, &str)>> =
            lines.iter().map(|line| crate::input::numbered::leading_number(line)).collect();
        if let Some(numbered) = numbered.filter(|_| !lines.is_empty()) {
            // A relay of several puzzles numbers its scrambles by the size of the cube.
            let counts = numbered.iter().zip(1..).all(|((number, _), i)| number.parse() == Ok(i));
            if !counts || numbered.iter().any(|(_, moves)| is_other(moves)) {
                return ScrambleKind::Other;
            }
            let at = |moves: &str| moves.as_ptr() as usize - scramble.as_ptr() as usize;
            return ScrambleKind::Several(
                numbered.into_iter().map(|(_, moves)| (at(moves), moves)).collect(),
            );
        }
        if is_other(scramble) { ScrambleKind::Other } else { ScrambleKind::Three }
    }
}

/// Returns whether a scramble has moves of other puzzles. Wide moves are allowed as the last two moves, where scrambles
/// of the 3x3x3 blindfolded have them.
fn is_other(scramble: &str) -> bool {
    let without_comments = scramble.lines().map(|line| line.split("//").next().unwrap_or_default());
    let moves: Vec<&str> = without_comments.flat_map(str::split_whitespace).collect();
    let is_wide = |text: &&str| {
        let layers = text.trim_start_matches(|c: char| c.is_ascii_digit());
        layers.len() < text.len() && face(layers).is_some()
            || face(layers).is_some_and(|rest| rest.starts_with('w'))
    };
    let is_foreign = |text: &&str| {
        // Megaminx R++, clock UR3-, Square-1 (1,0)/.
        let is_signed = text.len() > 1 && text.ends_with(['+', '-']);
        let is_square = text.contains('/') && !text.contains("/*") && !text.contains("*/");
        let is_pair = text.starts_with('(') && text.contains(',') && text.bytes().any(|b| b.is_ascii_digit());
        is_signed || is_square || is_pair && face(&text[1..]).is_none()
    };
    let early = moves.len().saturating_sub(2);
    moves[..early].iter().any(is_wide) || moves.iter().any(is_foreign) || is_pyraminx(&moves)
}

/// Returns the rest of a move after its face letter.
fn face(text: &str) -> Option<&str> {
    text.strip_prefix(['U', 'R', 'F', 'D', 'L', 'B'])
}

/// Returns whether moves are those of a Pyraminx, with its tips: `U L' R B' l r' b`.
fn is_pyraminx(moves: &[&str]) -> bool {
    let name = |text: &str| text.trim_end_matches('\'').to_string();
    let first_tip = moves.iter().position(|text| ["l", "r", "b", "u"].contains(&&name(text)[..]));
    first_tip.is_some_and(|first| {
        moves[..first].iter().all(|text| ["U", "L", "R", "B"].contains(&&name(text)[..]))
            && moves[first..].iter().all(|text| ["l", "r", "b", "u"].contains(&&name(text)[..]))
    })
}

/// Returns whether a scramble may also be of the 2x2x2 (short, with U, R and F only) or the Skewb (short, without half
/// turns).
pub(crate) fn may_be_smaller(scramble: &str) -> bool {
    let moves: Vec<&str> = scramble.split_whitespace().collect();
    let all_of = |faces: &[char]| moves.iter().all(|text| text.starts_with(faces));
    let has_half_turns = moves.iter().any(|text| text.contains('2'));
    (1..=12).contains(&moves.len())
        && (all_of(&['U', 'R', 'F']) || !has_half_turns && all_of(&['U', 'R', 'L', 'B']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrambles_of_other_puzzles_are_known_by_their_moves() {
        for scramble in [
            "R2 F2 Uw2 B R' Fw2 D L2 Rw U",
            "3Rw2 U F R2 3Fw' D",
            "R++ D-- R-- D++ U'\nR++ D++ R-- D-- U",
            "UR3- DR5+ DL0+ UL3- U4+ R2- ALL1+ y2",
            "(1,0)/ (3,-3)/ (0,6)/",
            "U L' R B' U l r' b",
            "2) R U R'\n3) R U D\n4) Rw U",
        ] {
            assert_eq!(ScrambleKind::detect(scramble), ScrambleKind::Other, "{scramble}");
        }
        for scramble in [
            "R' U2 F2 D' L2 B2",
            "R U F L D' Rw2 Uw'",
            "R r U R' r2 U'",
            "M U M' U2",
            "R U // (1,2) comment",
            "[R, U] (F D)2",
        ] {
            assert_eq!(ScrambleKind::detect(scramble), ScrambleKind::Three, "{scramble}");
        }
        assert_eq!(ScrambleKind::detect("1) R U\n2) F"), ScrambleKind::Several(vec![(2, " R U"), (9, " F")]));
        assert!(may_be_three("333") && may_be_three("zbll") && may_be_three("input"));
        assert!(!may_be_three("444wca") && !may_be_three("222so") && !may_be_three("pyrso"));
    }

    #[test]
    fn puzzles_are_known_by_the_names_of_timers() {
        for name in [
            "222", "222oh", "2x2x2", "4x4", "444bld", "7x7x7", "Pyraminx", "pyram", "skewb", "mega", "minx",
            "Square-1", "sq1", "SQ1", "clock", "fto",
        ] {
            assert!(is_another(name), "{name}");
        }
        for name in
            ["", "333", "3x3x3", "333oh", "333bl", "3x3x3 BLD", "Normal", "Rubik's Cube", "other", "33"]
        {
            assert!(!is_another(name), "{name}");
        }
    }

    #[test]
    fn short_scrambles_may_be_of_smaller_puzzles() {
        for scramble in ["R U R' F2 U F R2 U' R", "R U' L B' R L' U B"] {
            assert!(may_be_smaller(scramble), "{scramble}");
        }
        for scramble in ["R U D", "", "R U' L2 B'", "R U R U R U R U R U R U R U"] {
            assert!(!may_be_smaller(scramble), "{scramble}");
        }
    }
}

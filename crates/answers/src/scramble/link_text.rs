//! A parser of links to players and reconstruction databases: `https://alpha.twizzle.net/edit/?setup-alg=R+U&alg=U%27`,
//! `https://alg.cubing.net/?setup=R_U&alg=U-`, `https://www.cubedb.net/?scramble=R_U&alg=U-`.
//!
//! Parameters are percent-encoded, with `+` for a space. alg.cubing.net and cubedb.net also write `_` for a space and
//! `-` for an apostrophe.

use crate::puzzle::Puzzle;

/// The parameters of the setup, in order of preference.
const SETUP_PARAMETERS: [&str; 4] = ["setup-alg", "experimental-setup-alg", "setup", "scramble"];

/// The hosts of links without a scheme.
const HOSTS: [&str; 6] = [
    "alpha.twizzle.net/", "twizzle.net/", "alg.cubing.net/", "www.cubedb.net/", "cubedb.net/",
    "beta.twizzle.net/",
];

/// The contents of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The moves before the algorithm: the scramble.
    pub setup: Option<String>,
    /// The algorithm.
    pub algorithm: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The time, as written.
    pub time: Option<String>,
}

/// Returns whether a text begins like a link.
pub fn is_meant(text: &str) -> bool {
    let text = text.trim();
    ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme))
        || HOSTS.iter().any(|host| text.starts_with(host))
}

impl Link {
    /// Returns the moves that scramble a cube: the setup, or the algorithm if there is no setup.
    ///
    /// # Errors
    /// If the link has neither.
    pub fn into_scramble(self) -> Result<String, String> {
        let none = "the link has no moves: neither a setup (setup-alg=, setup=) nor an alg=";
        self.setup.or(self.algorithm).ok_or_else(|| none.into())
    }
}

/// Parses a link to a cube of `puzzle`.
///
/// # Errors
/// If the link is of another puzzle, is not percent-encoded, or anchors the setup to the end.
pub fn read(link: &str, puzzle: Puzzle) -> Result<Link, String> {
    let link = link.trim();
    let query = link.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    let is_twizzle =
        link.split(['/', '?']).any(|part| part == "twizzle.net" || part.ends_with(".twizzle.net"));
    let mut parameters: Vec<(&str, String)> = Vec::new();
    let mut ends_with_setup = false;
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = percent_decode(value)
            .ok_or_else(|| format!("the link's '{name}' is not percent-encoded UTF-8"))?;
        if name == "puzzle" && !names_puzzle(puzzle, &value) {
            let name = puzzle.size();
            let value: String = value.chars().take(40).collect::<String>().escape_debug().to_string();
            return Err(format!("the link is of the puzzle {value}; expected a {name}"));
        }
        ends_with_setup |= name.ends_with("setup-anchor") && value == "end";
        parameters.push((name, value));
    }
    let find = |wanted: &str| {
        let parameter = parameters.iter().find(|(name, value)| *name == wanted && !value.trim().is_empty());
        parameter.map(|(_, value)| value.trim().to_string())
    };
    let moves = |value: String| unescape(&value, is_twizzle);
    let link = Link {
        setup: SETUP_PARAMETERS.iter().find_map(|name| find(name)).map(moves),
        algorithm: find("alg").map(moves),
        title: find("title").map(|title| title.replace('_', " ")),
        time: find("time"),
    };
    if ends_with_setup && link.algorithm.is_some() {
        return Err(
            "the link's setup is the state after its alg; in twizzle, anchor the setup to the start, or \
                    write the scramble itself"
                .into(),
        );
    }
    Ok(link)
}

/// Returns whether `name` in a link names a puzzle. cubedb names puzzles by their number of layers.
fn names_puzzle(puzzle: Puzzle, name: &str) -> bool {
    let size = puzzle.size();
    name.is_empty() || name.eq_ignore_ascii_case(size) || size.split('x').next() == Some(name)
}

/// Decodes a percent-encoded value. Returns `None` if it is not valid UTF-8.
fn percent_decode(value: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                let (high, low) = (digit()?, digit()?);
                u8::try_from(high * 16 + low).ok()?
            }
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Returns the moves of a decoded value. Only links other than twizzle's write `-` for an apostrophe.
fn unescape(value: &str, is_twizzle: bool) -> String {
    let value = value.replace('_', " ");
    let value = if is_twizzle { value } else { value.replace('-', "'") };
    value.replace("&#45;", "-").replace("&#95;", "_").replace("&#2b;", "+")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{alg_cubing_net, twizzle};

    #[test]
    fn written_links_are_read_back() {
        let (setup, algorithm) = ("R U2' [F, D']", "x y' // red-blue pair\nM2 U'");
        for link in [twizzle(setup, algorithm), alg_cubing_net(setup, algorithm)] {
            assert!(is_meant(&link));
            let read = read(&link, Puzzle::Three).expect("it is a link");
            assert_eq!((read.setup.as_deref(), read.algorithm.as_deref()), (Some(setup), Some(algorithm)));
        }
    }

    #[test]
    fn cubedb_link_has_title_and_time() {
        let link = "https://www.cubedb.net/?puzzle=3&title=Max_Park&scramble=R_U-&time=3.13&alg=U_R-%0AF";
        let read = read(link, Puzzle::Three).expect("it is a link");
        assert_eq!(read.title.as_deref(), Some("Max Park"));
        assert_eq!((read.setup.as_deref(), read.time.as_deref()), (Some("R U'"), Some("3.13")));
        assert_eq!(read.algorithm.as_deref(), Some("U R'\nF"));
    }

    /// Returns the scramble of a link.
    fn scramble(link: &str, puzzle: Puzzle) -> Result<String, String> {
        read(link, puzzle)?.into_scramble()
    }

    #[test]
    fn scramble_is_setup_or_algorithm() {
        for (link, moves) in [
            ("https://alpha.twizzle.net/edit/?setup-alg=R+U%27&alg=U+R%27", "R U'"),
            ("https://alpha.twizzle.net/edit/?alg=R%20U", "R U"),
            ("https://alpha.twizzle.net/edit/?alg=U&experimental-setup-alg=R+U&puzzle=3x3x3", "R U"),
            ("alpha.twizzle.net/explore/?puzzle=3x3x3&alg=R2", "R2"),
            ("http://alg.cubing.net/?setup=R_U2-_%5BF,_D-%5D&alg=U2_%2F%2FAUF", "R U2' [F, D']"),
            ("https://alg.cubing.net/?alg=R_U-&type=alg", "R U'"),
            ("alg.cubing.net/?setup=&alg=R_U-", "R U'"),
            ("https://www.cubedb.net/?puzzle=3&title=x&scramble=R_U-&alg=U", "R U'"),
        ] {
            assert!(is_meant(link), "{link}");
            assert_eq!(scramble(link, Puzzle::Three).as_deref(), Ok(moves), "{link}");
        }
        for text in ["R U // https://alg.cubing.net/?alg=U", "R U", ""] {
            assert!(!is_meant(text), "{text}");
        }
    }

    #[test]
    fn link_without_scramble_is_an_error() {
        for (link, start) in [
            ("https://alpha.twizzle.net/edit/", "the link has no moves"),
            ("https://alg.cubing.net/?setup=%20&title=x", "the link has no moves"),
            ("https://alg.cubing.net/?alg=R%2", "the link's 'alg' is not percent-encoded"),
            ("https://alg.cubing.net/?alg=%ff", "the link's 'alg' is not percent-encoded"),
            (
                "https://alg.cubing.net/?puzzle=4x4x4&alg=R",
                "the link is of the puzzle 4x4x4; expected a 3x3x3",
            ),
            ("https://alpha.twizzle.net/edit/?setup-anchor=end&alg=R", "the link's setup is the state after"),
        ] {
            let message = scramble(link, Puzzle::Three).unwrap_err();
            assert!(message.starts_with(start), "{link}: {message}");
        }
        assert!(scramble("https://cubedb.net/?puzzle=4&scramble=R", Puzzle::Four).is_ok());
    }
}

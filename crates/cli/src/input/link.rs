//! Links of players, such as `https://alpha.twizzle.net/edit/?setup-alg=R+U&alg=U%27` and
//! `https://alg.cubing.net/?setup=R_U&alg=U-`, as cubes.
//!
//! The scramble of a link is its setup, or its algorithm if there is no setup. Parameters are percent-encoded, with `+`
//! for a space. `alg.cubing.net` and `cubedb.net` also write `_` for a space and `-` for an apostrophe.

use crate::args::Puzzle;

/// The parameters that hold the setup, in order of preference.
const SETUPS: [&str; 4] = ["setup-alg", "experimental-setup-alg", "setup", "scramble"];

/// The parameter that holds the algorithm.
const ALG: &str = "alg";

/// Hosts without whose scheme a text is a link, too.
const HOSTS: [&str; 4] = ["alpha.twizzle.net/", "twizzle.net/", "alg.cubing.net/", "cubedb.net/"];

/// Whether a text is meant as a link.
pub(crate) fn is_meant(text: &str) -> bool {
    let text = text.trim();
    ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme))
        || HOSTS.iter().any(|host| text.starts_with(host))
}

/// The moves that a link scrambles a cube of `puzzle` with.
///
/// # Errors
/// What the link lacks, or has too much.
pub(crate) fn scramble(link: &str, puzzle: Puzzle) -> Result<String, String> {
    let link = link.trim();
    let query = link.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    let is_twizzle = link.split('/').any(|part| part == "twizzle.net" || part.ends_with(".twizzle.net"));
    let mut of = "";
    let mut parameters: Vec<(String, String)> = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value =
            decoded(value).ok_or_else(|| format!("the link's '{name}' is not percent-encoded UTF-8"))?;
        if name == "puzzle" && !value.is_empty() {
            // cubedb names puzzles by their number of layers.
            let is_of =
                |known: &str| value.eq_ignore_ascii_case(known) || known.split('x').next() == Some(&value);
            let name = if puzzle == Puzzle::Three { "3x3x3" } else { "4x4x4" };
            if !is_of(name) {
                let value: String = value.chars().take(40).collect::<String>().escape_debug().to_string();
                return Err(format!("the link is of the puzzle {value}, and cubes of {name} are read here"));
            }
        }
        if name.ends_with("setup-anchor") && value == "end" {
            of = "end";
        }
        parameters.push((name.to_string(), moves(&value, is_twizzle)));
    }
    let find = |wanted: &str| {
        let found = parameters.iter().find(|(name, value)| name == wanted && !value.trim().is_empty());
        found.map(|(_, value)| value.trim().to_string())
    };
    let setup = SETUPS.iter().find_map(|name| find(name));
    match (setup, find(ALG)) {
        (_, Some(_)) if of == "end" => {
            Err("the link's setup is the state after its alg; in twizzle, anchor the \
                                            setup to the start, or write the scramble itself"
                .into())
        }
        (Some(setup), _) => Ok(setup),
        (None, Some(alg)) => Ok(alg),
        (None, None) => Err("the link has no moves: neither a setup (setup-alg=, setup=) nor an alg=".into()),
    }
}

/// The text of a percent-encoded value.
fn decoded(value: &str) -> Option<String> {
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

/// The moves of a decoded value. A twizzle link escapes nothing more.
fn moves(value: &str, is_twizzle: bool) -> String {
    let value = value.replace('_', " ");
    let value = if is_twizzle { value } else { value.replace('-', "'") };
    value.replace("&#45;", "-").replace("&#95;", "_").replace("&#2b;", "+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setup_is_the_scramble() {
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
    fn links_without_a_cube_say_what_they_lack() {
        for (link, start) in [
            ("https://alpha.twizzle.net/edit/", "the link has no moves"),
            ("https://alg.cubing.net/?setup=%20&title=x", "the link has no moves"),
            ("https://alg.cubing.net/?alg=R%2", "the link's 'alg' is not percent-encoded"),
            ("https://alg.cubing.net/?alg=%ff", "the link's 'alg' is not percent-encoded"),
            (
                "https://alg.cubing.net/?puzzle=4x4x4&alg=R",
                "the link is of the puzzle 4x4x4, and cubes of 3x3x3",
            ),
            ("https://alpha.twizzle.net/edit/?setup-anchor=end&alg=R", "the link's setup is the state after"),
        ] {
            let message = scramble(link, Puzzle::Three).unwrap_err();
            assert!(message.starts_with(start), "{link}: {message}");
        }
        assert!(scramble("https://cubedb.net/?puzzle=4&scramble=R", Puzzle::Four).is_ok());
    }
}

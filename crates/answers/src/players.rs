//! Links to web players that show an algorithm after a scramble: twizzle and alg.cubing.net.

/// Returns a link that opens `algorithm` after `setup` in the [twizzle editor](https://alpha.twizzle.net/edit/).
/// Comments and line ends are kept. The values are form-encoded, as in links by cubing.js.
pub fn twizzle(setup: &str, algorithm: &str) -> String {
    let encode = |text: &str| percent_encode(text, |c| if c == ' ' { Some('+') } else { None });
    let mut link = format!("https://alpha.twizzle.net/edit/?alg={}", encode(algorithm));
    if !setup.is_empty() {
        link += &format!("&setup-alg={}", encode(setup));
    }
    link
}

/// Returns a link like [`twizzle`] for the cube of this size, such as `4x4x4`. The notation of inner layers of the 4x4x4
/// is that of [`four::notation`](cubiform_cube::four::notation).
pub fn twizzle_of(size: &str, setup: &str, algorithm: &str) -> String {
    twizzle(setup, algorithm).replacen("?alg=", &format!("?puzzle={size}&alg="), 1)
}

/// Returns a link that opens `algorithm` after `setup` at [alg.cubing.net](https://alg.cubing.net). The site has its
/// own escape sequences: `_` for a space, `-` for an apostrophe, and `&#95;`, `&#45;` and `&#2b;` for `_`, `-` and `+`.
pub fn alg_cubing_net(setup: &str, algorithm: &str) -> String {
    let escape = |text: &str| {
        let text = text.replace('_', "&#95;").replace(' ', "_").replace('+', "&#2b;");
        percent_encode(&text.replace('-', "&#45;").replace('\'', "-"), |_| None)
    };
    format!("https://alg.cubing.net/?setup={}&alg={}", escape(setup), escape(algorithm))
}

/// Percent-encodes the value of a query parameter (RFC 3986, section 2.1). Letters, digits and `-_.~` are kept; `short`
/// may return a replacement for a character; all other characters become the hexadecimal bytes of their UTF-8 form.
fn percent_encode(text: &str, short: impl Fn(char) -> Option<char>) -> String {
    let mut encoded = String::new();
    for c in text.chars() {
        match short(c) {
            Some(short) => encoded.push(short),
            None if c.is_ascii_alphanumeric() || "-_.~".contains(c) => encoded.push(c),
            None => c.to_string().bytes().for_each(|byte| encoded += &format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::{Algorithm, Cube};
    use cubiform_human::{CfopSolver, Request};

    /// Decodes the value of a query parameter like a browser. `plus` is the text for which `+` stands.
    fn decode(value: &str, plus: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = value.as_bytes();
        while let [first, after @ ..] = rest {
            rest = match first {
                b'%' => {
                    let hex = std::str::from_utf8(&after[..2]).expect("two digits");
                    bytes.push(u8::from_str_radix(hex, 16).expect("hexadecimal"));
                    &after[2..]
                }
                b'+' => {
                    bytes.extend(plus.bytes());
                    after
                }
                other => {
                    bytes.push(*other);
                    after
                }
            };
        }
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// Reverses the escape sequences of alg.cubing.net, in the order of its `unescape_alg`.
    fn unescape(value: &str) -> String {
        let text = value.replace('-', "'").replace("&#45;", "-").replace('+', " ").replace("&#2b;", "+");
        text.replace('_', " ").replace("&#95;", "_")
    }

    fn value<'l>(link: &'l str, name: &str) -> &'l str {
        let query = link.split_once('?').expect("a query").1;
        let values = query.split('&').filter_map(|pair| pair.split_once('='));
        values.filter(|(key, _)| *key == name).map(|(_, value)| value).next().expect("the value is there")
    }

    #[test]
    fn links_contain_the_setup_and_the_commented_solution() {
        let solver = CfopSolver::new();
        let scramble = "R U2 F' L D B2 U' R2 F L2 D' B R' U F2 L' D2 B' R U";
        let cube = Algorithm::parse(scramble).expect("valid moves").cube();
        let solution =
            solver.solve(&cube, &Request::default(), &Default::default()).expect("consistent tables");
        let written = solution.to_string();
        let link = twizzle(scramble, &written);
        assert_eq!(decode(value(&link, "alg"), " "), written);
        assert_eq!(decode(value(&link, "setup-alg"), " "), scramble);
        let link = alg_cubing_net(scramble, &written);
        assert_eq!(unescape(&decode(value(&link, "alg"), "+")), written);
        assert_eq!(unescape(&decode(value(&link, "setup"), "+")), scramble);
        // The text in the link, with its comments, solves the cube.
        let opened = Algorithm::parse(&format!("{scramble}\n{written}")).expect("comments are read");
        assert_eq!(opened.cube(), Cube::SOLVED);
    }

    #[test]
    fn links_have_the_documented_form() {
        let link = twizzle("F", "R U R' // a pair\nF'");
        assert_eq!(link, "https://alpha.twizzle.net/edit/?alg=R+U+R%27+%2F%2F+a+pair%0AF%27&setup-alg=F");
        let link = twizzle_of("4x4x4", "", "2R Uw'");
        assert_eq!(link, "https://alpha.twizzle.net/edit/?puzzle=4x4x4&alg=2R+Uw%27");
        let link = alg_cubing_net("F", "R U R' // red-blue pair\nF'");
        let escaped = "R_U_R-_%2F%2F_red%26%2345%3Bblue_pair%0AF-";
        assert_eq!(link, format!("https://alg.cubing.net/?setup=F&alg={escaped}"));
    }

    #[test]
    fn characters_of_the_escape_sequences_are_preserved() {
        for text in ["// a_b+c-d & #45; 100% ü", "R2' // \"it's\"", ""] {
            assert_eq!(unescape(&decode(value(&alg_cubing_net("", text), "alg"), "+")), text);
            assert_eq!(decode(value(&twizzle("", text), "alg"), " "), text);
        }
    }
}

//! Parsers of argument values: colours and addresses. Error messages list the valid values.

use std::net::IpAddr;

use cubiform_cube::Color;
use ipnet::IpNet;

/// Bottom colours, in the order of the output columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Colors(pub(crate) Vec<Color>);

/// Parses colours given by letter or name.
pub(crate) fn parse_colors(text: &str) -> Result<Colors, String> {
    Color::list(text).map(Colors).map_err(|e| e.to_string())
}

/// Parses the origin of pages, such as `https://example.org`, or `*` for all.
pub(crate) fn parse_origin(text: &str) -> Result<String, String> {
    let parts = text.split_once("://").filter(|(scheme, _)| ["http", "https"].contains(scheme));
    let authority = parts.map(|(_, authority)| authority.strip_suffix('/').unwrap_or(authority));
    match authority {
        Some(authority) if is_authority(authority) => {
            // Browsers leave out the port of the scheme.
            let origin = text.trim_end_matches('/').to_ascii_lowercase();
            let port = if origin.starts_with("https") { ":443" } else { ":80" };
            Ok(origin.strip_suffix(port).unwrap_or(&origin).to_string())
        }
        _ if text == "*" => Ok(text.into()),
        _ => Err("expected an origin such as https://example.org or http://localhost:5173, or *".into()),
    }
}

/// Parses the name of a host, or `*` for all.
pub(crate) fn parse_host(text: &str) -> Result<String, String> {
    match text == "*" || (is_authority(text) && !text.contains(':')) {
        true => Ok(text.to_ascii_lowercase()),
        false => Err("expected a name such as cubes.example, without a port, or *".into()),
    }
}

/// Parses an address, or a network such as `10.0.0.0/8`.
pub(crate) fn parse_network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address
        .or_else(|_| text.parse())
        .map_err(|_| "expected an address or a network such as 10.0.0.0/8".into())
}

/// Returns whether a text may be a name or an address with an optional port.
fn is_authority(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    !text.is_empty() && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_colors_accepts_letters_names_and_all() {
        let letters =
            |text: &str| parse_colors(text).map(|c| c.0.into_iter().map(Color::letter).collect::<String>());
        assert_eq!(letters("WY").unwrap(), "YW", "in the order of columns");
        assert_eq!(letters("w, y").unwrap(), "YW");
        assert_eq!(letters("Blue,red").unwrap(), "RB");
        assert_eq!(letters("green").unwrap(), "G");
        assert_eq!(letters("all").unwrap(), "YWORGB");
        assert_eq!(letters("cn").unwrap(), "YWORGB");
        assert!(letters("grey").unwrap_err().starts_with("'grey' is not a colour"));
        assert!(letters(",").is_err());
    }
}

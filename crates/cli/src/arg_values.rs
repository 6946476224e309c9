//! Parsers of argument values: addresses. Error messages list the valid values.

use std::net::IpAddr;

use ipnet::IpNet;

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

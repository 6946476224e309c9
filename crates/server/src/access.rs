//! Access control: the names of the server, the pages that may use it, and the addresses of clients behind proxies.
//!
//! A page of another site runs in the browser of a visitor who can reach this server. It must neither make it compute nor
//! read its answers, so requests are refused
//!
//! * to a name that is not one of this server (the site's own name may have been pointed at this machine's address: DNS
//!   rebinding). An address instead of a name cannot be pointed elsewhere and is accepted,
//! * from a page of another origin, as `Origin` and `Sec-Fetch-Site` tell.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use ipnet::IpNet;

use crate::problem::{Kind, Problem};
use crate::settings::Settings;

/// The names that always mean this machine.
const LOOPBACK_NAMES: [&str; 1] = ["localhost"];

/// The rules of access.
pub(crate) struct Access {
    /// Names of the server; `*` for all names.
    hosts: Vec<String>,
    /// Origins of pages; `*` for all.
    origins: Vec<String>,
    proxies: Vec<IpNet>,
}

impl Access {
    pub(crate) fn new(settings: &Settings) -> Access {
        let own = LOOPBACK_NAMES.iter().map(ToString::to_string);
        Access {
            hosts: own.chain(settings.hosts.iter().cloned()).collect(),
            origins: settings.cors.clone(),
            proxies: settings.trusted_proxies.clone(),
        }
    }

    /// Checks that a request is meant for this server: by address, or by one of its names.
    pub(crate) fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let unreadable = || Problem::bad("the header Host is not a name or an address");
        for host in headers.get_all(header::HOST) {
            let host = Authority::try_from(host.as_bytes()).map_err(|_| unreadable())?;
            self.check_name(host.host())?;
        }
        uri.host().map_or(Ok(()), |host| self.check_name(host))
    }

    fn check_name(&self, host: &str) -> Result<(), Problem> {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let name = host.trim_end_matches('.');
        let is_known = |known: &String| known.eq_ignore_ascii_case(name) || known == "*";
        if bare.parse::<IpAddr>().is_ok() || self.hosts.iter().any(is_known) {
            return Ok(());
        }
        let detail = format!("'{name}' is not a name of this server; its operator can add it with --hosts");
        Err(Problem::new(Kind::Forbidden, detail))
    }

    /// Checks that a request does not come from a page of another origin, unless that origin is allowed.
    pub(crate) fn check_site(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let is_allowed = |origin: &str| self.origins.iter().any(|known| known == origin || known == "*");
        let host = || headers.get(header::HOST).map(text).unwrap_or_default();
        match headers.get(header::ORIGIN).map(text) {
            Some(origin) if is_allowed(&origin) || is_same(&origin, &host()) => Ok(()),
            Some(origin) => Err(foreign(&origin)),
            None => match headers.get("sec-fetch-site").map(text).as_deref() {
                None | Some("same-origin" | "none") => Ok(()),
                Some(_) if self.origins.iter().any(|known| known == "*") => Ok(()),
                Some(_) => Err(foreign("another site")),
            },
        }
    }

    /// Returns the address of a client: that of its connection, or the one that trusted proxies name; of IPv6 the network.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let is_proxy =
            |address: &IpAddr| self.proxies.iter().any(|net| net.contains(&address.to_canonical()));
        if !is_proxy(&peer) {
            return network(peer);
        }
        let lists = headers.get_all("x-forwarded-for").iter().rev();
        let named = lists.flat_map(|list| list.to_str().unwrap_or_default().rsplit(','));
        // Each proxy adds the address that it saw at the end; those before the first foreign one may be invented.
        let mut client = peer;
        for address in named.map_while(|text| text.trim().parse::<IpAddr>().ok()) {
            client = address;
            if !is_proxy(&address) {
                break;
            }
        }
        network(client)
    }
}

/// Returns the address by which a client is known: that of its network of 64 bits for IPv6, of which one client has all
/// addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

/// Returns whether an origin, such as `https://example.org`, is that of the server called `host`.
fn is_same(origin: &str, host: &str) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let default = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return false,
    };
    let parts = |text: &str| {
        let authority = Authority::try_from(text).ok()?;
        Some((authority.host().to_ascii_lowercase(), authority.port_u16().unwrap_or(default)))
    };
    parts(authority).is_some_and(|origin| parts(host) == Some(origin))
}

fn foreign(origin: &str) -> Problem {
    let detail = format!(
        "a page of {} may not use this server; its operator can allow it with --cors",
        origin.escape_debug()
    );
    Problem::new(Kind::Forbidden, detail)
}

#[cfg(test)]
mod tests {
    use cubiform_store::Store;
    use cubiform_threads::Threads;

    use super::*;

    fn access(hosts: &[&str], cors: &[&str], proxies: &[&str]) -> Access {
        let texts = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        let store = Store::new(std::env::temp_dir(), &Threads::single());
        Access::new(&Settings {
            hosts: texts(hosts),
            cors: texts(cors),
            trusted_proxies: proxies.iter().map(|net| net.parse().unwrap()).collect(),
            ..Settings::new(store, &Threads::single())
        })
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn names_other_than_those_of_the_server_are_refused() {
        let plain = access(&[], &[], &[]);
        let named = access(&["Cubes.example"], &[], &[]);
        let any = access(&["*"], &[], &[]);
        for (host, by_plain, by_named) in [
            ("localhost:2026", true, true),
            ("LOCALHOST.", true, true),
            ("127.0.0.1:2026", true, true),
            ("[::1]:2026", true, true),
            ("192.168.0.7", true, true),
            ("cubes.example", false, true),
            ("attacker.example:2026", false, false),
            ("localhost.attacker.example", false, false),
            ("127.0.0.1.attacker.example", false, false),
        ] {
            let sent = headers(&[("host", host)]);
            let uri = Uri::from_static("/v1/tables");
            assert_eq!(plain.check_host(&uri, &sent).is_ok(), by_plain, "{host}");
            assert_eq!(named.check_host(&uri, &sent).is_ok(), by_named, "{host}");
            assert!(any.check_host(&uri, &sent).is_ok(), "{host}");
            let absolute: Uri = format!("http://{host}/v1/tables").parse().unwrap();
            assert_eq!(plain.check_host(&absolute, &headers(&[("host", "localhost")])).is_ok(), by_plain);
        }
        let twice = headers(&[("host", "localhost"), ("host", "attacker.example")]);
        assert!(plain.check_host(&Uri::from_static("/"), &twice).is_err());
        assert!(plain.check_host(&Uri::from_static("/"), &HeaderMap::new()).is_ok(), "a client of HTTP/1.0");
    }

    #[test]
    fn pages_of_other_origins_are_refused() {
        let plain = access(&[], &[], &[]);
        let listed = access(&[], &["https://example.org"], &[]);
        let any = access(&[], &["*"], &[]);
        for (pairs, by_plain, by_listed) in [
            (&[][..], true, true),
            (&[("sec-fetch-site", "same-origin")], true, true),
            (&[("sec-fetch-site", "none")], true, true),
            (&[("sec-fetch-site", "cross-site")], false, false),
            (&[("sec-fetch-site", "same-site")], false, false),
            (&[("origin", "http://localhost:2026")], true, true),
            (&[("origin", "http://localhost:3000"), ("sec-fetch-site", "same-site")], false, false),
            (&[("origin", "http://localhost")], false, false),
            (&[("origin", "null")], false, false),
            (&[("origin", "https://example.org"), ("sec-fetch-site", "cross-site")], false, true),
            (&[("origin", "https://example.org.attacker.example")], false, false),
        ] {
            let mut sent = headers(pairs);
            sent.insert("host", "localhost:2026".parse().unwrap());
            assert_eq!(plain.check_site(&sent).is_ok(), by_plain, "{pairs:?}");
            assert_eq!(listed.check_site(&sent).is_ok(), by_listed, "{pairs:?}");
            assert!(any.check_site(&sent).is_ok(), "{pairs:?}");
        }
        let behind_tls = headers(&[("host", "cubes.example"), ("origin", "https://cubes.example")]);
        assert!(plain.check_site(&behind_tls).is_ok());
    }

    #[test]
    fn clients_behind_trusted_proxies_have_their_own_addresses() {
        let access = access(&[], &[], &["10.0.0.0/8", "::1/128"]);
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        for (peer, forwarded, client) in [
            ("192.0.2.1", &["198.51.100.7"][..], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9", "198.51.100.7, 10.2.3.4"], "198.51.100.7"),
            ("10.0.0.1", &["nonsense"], "10.0.0.1"),
            ("::ffff:10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("::1", &["2001:db8::5"], "2001:db8::"),
            ("2001:db8:0:1:7::5", &[], "2001:db8:0:1::"),
        ] {
            let pairs: Vec<_> = forwarded.iter().map(|list| ("x-forwarded-for", *list)).collect();
            assert_eq!(access.client(ip(peer), &headers(&pairs)), ip(client), "{peer} {forwarded:?}");
        }
    }
}

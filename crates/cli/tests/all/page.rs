//! The page of `cubiform serve`, in a program that contains it: `cargo test --features cubiform-cli/web --test all page::`.

use std::io::Read;
use std::sync::LazyLock;
use std::time::Duration;

use crate::common::server::TestServer;
use ureq::http::{HeaderMap, Method, Request, StatusCode};

/// A response: its status, headers and body.
struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Response {
    /// Returns a header, or an empty text without it.
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// Sends a request with these headers.
fn ask(server: &TestServer, method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
    static AGENT: LazyLock<ureq::Agent> = LazyLock::new(|| {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        config.timeout_global(Some(Duration::from_secs(60))).build().into()
    });
    let mut request = Request::builder().method(method).uri(format!("http://{}{path}", server.address));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (parts, body) = AGENT.run(request.body(()).unwrap()).unwrap().into_parts();
    let mut bytes = Vec::new();
    body.into_reader().read_to_end(&mut bytes).unwrap();
    Response { status: parts.status, headers: parts.headers, body: bytes }
}

/// Returns the addresses of the files that a page loads.
fn addresses(html: &str) -> Vec<&str> {
    let ends = html.split(" src=\"").skip(1).chain(html.split(" href=\"").skip(1));
    ends.filter_map(|rest| rest.split('"').next()).filter(|address| address.starts_with('/')).collect()
}

#[test]
fn the_page_and_its_files_are_served() {
    let server = TestServer::start(&["--goals", "cross"]);
    let get = |path: &str, headers: &[(&str, &str)]| ask(&server, Method::GET, path, headers);
    assert!(server.said.contains(&format!("page: http://{}/\n", server.address)), "{}", server.said);
    let page = get("/", &[]);
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), "no-cache");
    let html = String::from_utf8(page.body.clone()).unwrap();
    let (files, mut scripts) = (addresses(&html), 0);
    assert!(files.contains(&"/icon.svg"), "{html}");
    for file in files {
        let plain = get(file, &[]);
        assert_eq!(plain.status, 200, "{file}");
        let hashed = file.starts_with("/assets/");
        let caching = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!(plain.header("cache-control"), caching, "{file}");
        assert!(plain.header("content-security-policy").contains("frame-ancestors 'none'"), "{file}");
        assert_eq!(plain.header("x-content-type-options"), "nosniff", "{file}");
        if file.ends_with(".js") {
            scripts += 1;
            assert_eq!(plain.header("content-type"), "text/javascript; charset=utf-8");
            let small = get(file, &[("accept-encoding", "gzip, br")]);
            assert_eq!((small.header("content-encoding"), small.header("vary")), ("br", "accept-encoding"));
            assert!(small.body.len() < plain.body.len(), "{file}");
            assert_ne!(small.header("etag"), plain.header("etag"), "{file}");
        }
        let again = get(file, &[("if-none-match", plain.header("etag"))]);
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{file}");
    }
    assert!(scripts > 0, "{html}");
    let head = ask(&server, Method::HEAD, "/", &[]);
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), page.body.len().to_string());
    assert_eq!(head.header("etag"), page.header("etag"));
    for missing in
        ["/assets/missing.js", "/assets/%ff.js", "/assets/../Cargo.toml", "/missing.svg", "/index.html.br"]
    {
        let found = get(missing, &[]);
        assert_eq!(
            (found.status.as_u16(), found.header("content-type")),
            (404, "application/problem+json"),
            "{missing}"
        );
    }
    assert_eq!(ask(&server, Method::DELETE, "/", &[]).status, 405);
}

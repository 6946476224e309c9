//! The web page: static files that the program contains if it is built with the feature `web`.

use std::sync::LazyLock;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use xxhash_rust::xxh3::xxh3_128;

use crate::problem::Problem;
use crate::request::JSON;

/// Whether this program contains the page.
pub const HAS_PAGE: bool = cfg!(feature = "web");

/// The folder of files whose names contain a hash of their content.
const HASHED: &str = "assets/";

/// The page loads nothing from elsewhere. Preact sets styles of elements; the player of cubes draws to blobs and
/// starts its workers from them.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The answer at `/` of a program without the page.
const NO_PAGE: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>cubiform</title>
<h1>This server has no web page</h1>
<p>The program was built without it. In a clone of the repository, <code>cargo xtask serve</code> builds and starts a \
server with the page.</p>
<p>The answers are here all the same: <a href=\"/v1/openapi.json\">/v1/openapi.json</a> describes them.</p>
</html>
";

/// A file of the page.
#[derive(Debug)]
struct File {
    /// The path below `web/dist`.
    name: &'static str,
    plain: &'static [u8],
    /// The content compressed with brotli, if that makes it smaller.
    brotli: Option<&'static [u8]>,
}

/// The files of the page; none without the feature `web`.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The hashes of [`FILES`].
static HASHES: LazyLock<Vec<u128>> =
    LazyLock::new(|| FILES.iter().map(|file| xxh3_128(file.plain)).collect());

/// Returns the routes of the page: `index.html` at `/`, the other files by name.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    if !HAS_PAGE {
        return Router::new().route("/", get(async || with_security((StatusCode::NOT_FOUND, Html(NO_PAGE)))));
    }
    let mut router = Router::new().route(&format!("/{HASHED}{{*name}}"), get(hashed_file));
    for (file, hash) in FILES.iter().zip(HASHES.iter()).filter(|(file, _)| !file.is_hashed()) {
        let path = if file.name == "index.html" { "" } else { file.name };
        let answer = async move |headers: HeaderMap| file.response(*hash, &headers);
        router = router.route(&format!("/{path}"), get(answer));
    }
    router
}

/// Answers a request for a file whose name contains a hash.
async fn hashed_file(uri: Uri, headers: HeaderMap) -> Response {
    let found = FILES.iter().position(|file| uri.path().strip_prefix('/') == Some(file.name));
    match found {
        Some(i) => FILES[i].response(HASHES[i], &headers),
        None => Problem::not_found().into_response(),
    }
}

impl File {
    /// Returns whether the name contains a hash, so that another content has another name.
    fn is_hashed(&self) -> bool {
        self.name.starts_with(HASHED)
    }

    /// Returns the response to a request with these headers.
    fn response(&self, hash: u128, request: &HeaderMap) -> Response {
        let (body, encoding) = match self.brotli {
            Some(small) if accepts_brotli(request) => (small, Some("br")),
            _ => (self.plain, None),
        };
        // An entity tag names one sequence of bytes, so the compressed file has another.
        let tag = format!("\"{hash:032x}{}\"", if encoding.is_some() { "-br" } else { "" });
        let caching = match self.is_hashed() {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        let mut response = match matches_tag(request, &tag) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => ([(header::CONTENT_TYPE, media_type(self.name))], body).into_response(),
        };
        let headers = response.headers_mut();
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        if self.brotli.is_some() {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if let Some(encoding) = encoding
            && response.status() == StatusCode::OK
        {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        with_security(response)
    }
}

/// Adds the headers that restrict what a browser does with the page.
fn with_security(response: impl IntoResponse) -> Response {
    let restrictions = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (restrictions, response).into_response()
}

/// Returns the values of a header that is a list.
fn list(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Returns whether the client accepts content compressed with brotli.
fn accepts_brotli(request: &HeaderMap) -> bool {
    list(request, header::ACCEPT_ENCODING).any(|coding| {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = parameters.trim().strip_prefix("q=").map(|weight| weight.trim().parse::<f32>());
        name.trim().eq_ignore_ascii_case("br")
            && weight.is_none_or(|weight| weight.is_ok_and(|weight| weight > 0.0))
    })
}

/// Returns whether the client has the content with this entity tag.
fn matches_tag(request: &HeaderMap, tag: &str) -> bool {
    list(request, header::IF_NONE_MATCH).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

/// Returns the media type of a file.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => JSON,
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: File =
        File { name: "assets/index-C3ziNhqi.js", plain: b"let long;", brotli: Some(b"small") };
    const ICON: File = File { name: "icon.svg", plain: b"<svg/>", brotli: None };

    fn answer(file: &File, request: &[(header::HeaderName, &'static str)]) -> Response {
        let headers = request.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        file.response(7, &headers.collect())
    }

    async fn body(response: Response) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), 100).await.unwrap().to_vec()
    }

    #[tokio::test]
    async fn files_are_compressed_for_clients_that_accept_brotli() {
        let accept = header::ACCEPT_ENCODING;
        for (encodings, expected) in [
            (&[(accept.clone(), "gzip, deflate, br, zstd")][..], &b"small"[..]),
            (&[(accept.clone(), "gzip"), (accept.clone(), "BR;q=0.5")], b"small"),
            (&[(accept.clone(), "br;q=0, gzip")], b"let long;"),
            (&[(accept.clone(), "br; q=0.0")], b"let long;"),
            (&[(accept.clone(), "gzip, brotli")], b"let long;"),
            (&[], b"let long;"),
        ] {
            let found = answer(&SCRIPT, encodings);
            let encoding = found.headers().get(header::CONTENT_ENCODING).is_some_and(|value| value == "br");
            assert_eq!(encoding, expected == b"small", "{encodings:?}");
            assert_eq!(found.headers()[header::VARY], "accept-encoding");
            assert_eq!(found.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
            assert_eq!(body(found).await, expected, "{encodings:?}");
        }
        let found = answer(&ICON, &[(accept, "br")]);
        assert!(!found.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(found.headers()[header::CONTENT_TYPE], "image/svg+xml");
        assert_eq!(body(found).await, ICON.plain);
    }

    #[tokio::test]
    async fn known_content_is_not_sent_again() {
        let plain = "\"00000000000000000000000000000007\"";
        let small = "\"00000000000000000000000000000007-br\"";
        assert_eq!(answer(&SCRIPT, &[]).headers()[header::ETAG], plain);
        assert_eq!(answer(&SCRIPT, &[(header::ACCEPT_ENCODING, "br")]).headers()[header::ETAG], small);
        for (known, accepted, status) in [
            ("\"00000000000000000000000000000007\"", "", 304),
            ("\"1\", W/\"00000000000000000000000000000007\"", "", 304),
            ("*", "", 304),
            ("\"00000000000000000000000000000007-br\"", "br", 304),
            ("\"00000000000000000000000000000007\"", "br", 200),
            ("\"1\"", "", 200),
        ] {
            let request = [(header::IF_NONE_MATCH, known), (header::ACCEPT_ENCODING, accepted)];
            let found = answer(&SCRIPT, &request);
            assert_eq!(found.status(), status, "{known} {accepted}");
            assert!(found.headers().contains_key(header::ETAG) && found.headers().contains_key(header::VARY));
            if status == 304 {
                assert!(!found.headers().contains_key(header::CONTENT_ENCODING), "{known}");
                assert_eq!(body(found).await, b"", "{known}");
            }
        }
    }

    #[test]
    fn only_files_with_a_hash_in_their_name_are_cached_for_long() {
        assert_eq!(
            answer(&SCRIPT, &[]).headers()[header::CACHE_CONTROL],
            "public, max-age=31536000, immutable"
        );
        assert_eq!(answer(&ICON, &[]).headers()[header::CACHE_CONTROL], "no-cache");
    }

    #[test]
    fn every_file_has_the_security_headers() {
        let policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; \
                      img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
        for response in [answer(&SCRIPT, &[]), answer(&ICON, &[(header::IF_NONE_MATCH, "*")])] {
            assert_eq!(response.headers()[header::CONTENT_SECURITY_POLICY], policy);
            assert_eq!(response.headers()[header::REFERRER_POLICY], "no-referrer");
        }
    }

    #[test]
    fn the_page_is_complete_or_absent() {
        assert_eq!(FILES.iter().any(|file| file.name == "index.html"), HAS_PAGE);
        for file in FILES {
            assert_ne!(media_type(file.name), "application/octet-stream", "{}: unknown type", file.name);
        }
    }
}

//! The files of the page: inside the binary, or in a folder while one works on them.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Every file of `web/` with its path there.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Where files come from.
#[derive(Clone, Debug)]
pub(super) enum Assets {
    /// The binary.
    Embedded,
    /// A folder.
    Folder(PathBuf),
}

impl Assets {
    /// The file of a path such as `js/board.js`.
    fn find(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let path = if path.is_empty() { "index.html" } else { path };
        match self {
            Assets::Embedded => {
                let found = EMBEDDED.iter().find(|(name, _)| *name == path);
                found.map(|&(_, bytes)| Cow::Borrowed(bytes))
            }
            Assets::Folder(folder) => {
                let path = Path::new(path);
                let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
                if !plain {
                    return None;
                }
                fs::read(folder.join(path)).ok().map(Cow::Owned)
            }
        }
    }
}

/// The type of a file, by its name.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        _ => "text/html; charset=utf-8",
    }
}

/// Answers for all paths that nothing else answers for.
pub(super) async fn serve(State(assets): State<Arc<Assets>>, request: Request<Body>) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let allow = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (StatusCode::METHOD_NOT_ALLOWED, allow, "only GET and HEAD\n").into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let Some(bytes) = assets.find(path) else {
        return (StatusCode::NOT_FOUND, "there is nothing of this name\n").into_response();
    };
    let tag = entity_tag(&bytes);
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let fresh = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let mut response = match fresh {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Response::new(Body::from(bytes.into_owned())),
    };
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    response
}

/// A tag that changes with the bytes.
fn entity_tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}-{:x}\"", hasher.finish(), bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_inside_and_nothing_around_it() {
        assert!(Assets::Embedded.find("").is_some());
        assert!(Assets::Embedded.find("index.html").is_some());
        assert!(Assets::Embedded.find("../Cargo.toml").is_none());
        let folder = Assets::Folder(PathBuf::from("web"));
        assert!(folder.find("index.html").is_some());
        for path in ["../Cargo.toml", "/etc/hostname", "js/../../Cargo.toml", "."] {
            assert!(folder.find(path).is_none(), "{path}");
        }
    }
}

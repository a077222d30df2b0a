//! Who may come in: only pages of this very server, opened with its token.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// What a visitor has to show.
#[derive(Debug)]
pub(super) struct Gate {
    port: u16,
    token: String,
}

/// What browsers are told with every answer: load nothing from elsewhere, tell nobody, let nobody
/// frame or read it.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

impl Gate {
    pub(super) fn new(port: u16, token: String) -> Self {
        Gate { port, token }
    }

    /// The address with the token.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    fn cookie(&self) -> String {
        format!("sisku-{}", self.port)
    }

    /// Whether the request was made to this server by its right name: another name is another
    /// site's that points here.
    fn right_host(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        hosts.next().is_none()
            && host.is_some_and(|host| {
                ["127.0.0.1", "localhost"]
                    .map(|name| format!("{name}:{}", self.port))
                    .iter()
                    .any(|own| own == host)
            })
    }

    /// Whether the page that asks, if the browser names one, is this server's.
    pub(super) fn right_origin(headers: &HeaderMap, required: bool) -> bool {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        match (headers.get(header::ORIGIN), text(header::HOST)) {
            (None, _) => !required,
            (Some(origin), Some(host)) => origin.as_bytes() == format!("http://{host}").as_bytes(),
            (Some(_), None) => false,
        }
    }

    /// Whether the request has the cookie that the token was exchanged for.
    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let name = self.cookie();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(other, value)| other == name && same(value, &self.token))
    }

    /// The answer, if the request may not go on.
    fn refuse_or_admit(&self, request: &Request<Body>) -> Option<Response> {
        let headers = request.headers();
        if !self.right_host(headers) {
            return Some(refusal("This server answers to 127.0.0.1 and localhost only."));
        }
        if !Gate::right_origin(headers, false) {
            return Some(refusal("This request comes from another site."));
        }
        let query = request.uri().query().unwrap_or_default();
        let shown = query.split('&').find_map(|pair| pair.strip_prefix("token="));
        if let ("/", Some(shown)) = (request.uri().path(), shown) {
            return Some(match same(shown, &self.token) {
                true => self.admit(),
                false => refusal("This token is not the server's."),
            });
        }
        if self.has_cookie(headers) { None } else { Some(refusal("The token is missing.")) }
    }

    /// Gives the cookie, and an address without the token.
    fn admit(&self) -> Response {
        let cookie = format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie(), self.token);
        let headers = [(header::LOCATION, "/".to_string()), (header::SET_COOKIE, cookie)];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

/// Lets requests through, or not, and tells browsers how to treat the answers.
pub(super) async fn guard(State(gate): State<Arc<Gate>>, request: Request<Body>, next: Next) -> Response {
    let mut response = match gate.refuse_or_admit(&request) {
        Some(response) => response,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refusal(reason: &str) -> Response {
    let text = format!("{reason}\n\nOpen the address that 'sisku serve' has printed.\n");
    (StatusCode::FORBIDDEN, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// Compares secrets in a time that says nothing about where they differ.
fn same(shown: &str, secret: &str) -> bool {
    let (shown, secret) = (shown.as_bytes(), secret.as_bytes());
    let differences = shown.iter().zip(secret).fold(0, |sum, (a, b)| sum | (a ^ b));
    shown.len() == secret.len() && std::hint::black_box(differences) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_the_same_or_not() {
        assert!(same("abc", "abc"));
        for wrong in ["", "ab", "abd", "abcd", "ABC"] {
            assert!(!same(wrong, "abc"), "{wrong}");
        }
    }
}

//! Who is let in, and what browsers are told.

use super::{Server, folder};
use serde_json::json;
use std::process::Command;
use tungstenite::Message;

fn status(answer: &str) -> &str {
    answer.split_whitespace().nth(1).unwrap_or_default()
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next().unwrap_or_default();
    head.lines().find_map(|line| {
        let (found, value) = line.split_once(": ")?;
        found.eq_ignore_ascii_case(name).then_some(value)
    })
}

#[test]
fn the_token_is_exchanged_for_a_cookie() {
    let server = Server::start();
    let host = server.host();
    let answer = server.request(&format!("GET /?token={}", server.token), &[("Host", &host)]);
    assert_eq!((status(&answer), header(&answer, "location")), ("303", Some("/")));
    let cookie = header(&answer, "set-cookie").expect("a cookie");
    for part in [server.cookie().as_str(), "HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.split("; ").any(|other| other == part), "{cookie}");
    }
    let answer = server.get("/");
    assert_eq!((status(&answer), header(&answer, "content-type")), ("200", Some("text/html; charset=utf-8")));
    // The same on the other name of this machine.
    let local = format!("localhost:{}", server.port);
    let answer = server.request("GET /", &[("Host", &local), ("Cookie", &server.cookie())]);
    assert_eq!(status(&answer), "200");
}

#[test]
fn strangers_are_refused() {
    let server = Server::start();
    let (host, cookie) = (server.host(), server.cookie());
    let wrong_port = "127.0.0.1:1".to_string();
    let shorter = &server.token[1..];
    let other_token = server.token.replace(|c: char| c.is_ascii_digit(), "x");
    let rebound = format!("evil.example:{}", server.port);
    let requests: Vec<(String, Vec<(&str, &str)>)> = vec![
        ("GET /".into(), vec![("Host", &host)]),
        ("GET /index.html".into(), vec![("Host", &host)]),
        ("GET /nothing".into(), vec![("Host", &host)]),
        ("GET /ws".into(), vec![("Host", &host)]),
        ("GET /?token=".into(), vec![("Host", &host)]),
        (format!("GET /?token={shorter}"), vec![("Host", &host)]),
        (format!("GET /?token={other_token}"), vec![("Host", &host)]),
        // A wrong token is refused even with the cookie.
        ("GET /?token=x".into(), vec![("Host", &host), ("Cookie", &cookie)]),
        ("GET /".into(), vec![("Host", &host), ("Cookie", "sisku-1=x; other=y")]),
        // The right token under another name: another site's name that points here.
        (format!("GET /?token={}", server.token), vec![("Host", &rebound)]),
        ("GET /".into(), vec![("Host", &rebound), ("Cookie", &cookie)]),
        ("GET /".into(), vec![("Host", &wrong_port), ("Cookie", &cookie)]),
        ("GET /".into(), vec![("Host", "127.0.0.1"), ("Cookie", &cookie)]),
        ("GET /".into(), vec![("Host", &host), ("Cookie", &cookie), ("Origin", "http://evil.example")]),
        ("GET /".into(), vec![("Host", &host), ("Cookie", &cookie), ("Origin", "null")]),
    ];
    for (request, headers) in requests {
        let answer = server.request(&request, &headers);
        assert_eq!(status(&answer), "403", "{request} {headers:?}");
        assert!(answer.contains("Open the address that 'sisku serve' has printed"), "{answer}");
        assert!(!answer.contains(&server.token) && header(&answer, "set-cookie").is_none(), "{answer}");
    }
    assert_eq!(status(&server.request("GET /", &[("Cookie", &cookie)])), "403", "no host at all");
    let twice = [("Host", host.as_str()), ("Host", "evil.example"), ("Cookie", cookie.as_str())];
    assert!(["400", "403"].contains(&status(&server.request("GET /", &twice))));
}

#[test]
fn sockets_need_cookie_and_origin() {
    let server = Server::start();
    let (cookie, host) = (server.cookie(), server.host());
    let origin = format!("http://{host}");
    let other = format!("http://localhost:{}", server.port);
    let refused: [&[(&str, &str)]; 7] = [
        &[],
        &[("Origin", &origin)],
        &[("Cookie", &cookie)],
        &[("Cookie", &cookie), ("Origin", "http://evil.example")],
        &[("Cookie", &cookie), ("Origin", &other)],
        &[("Cookie", "sisku-1=x"), ("Origin", &origin)],
        &[("Cookie", &cookie), ("Origin", &origin), ("Host", "evil.example")],
    ];
    for headers in refused {
        let error = server.try_connect(headers).err().unwrap_or_else(|| panic!("{headers:?}"));
        assert!(error.contains("403"), "{headers:?}: {error}");
    }
    let mut page = server.connect();
    assert_eq!(page.get("version", json!({}))["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn every_answer_tells_browsers_to_be_strict() {
    let server = Server::start();
    let stranger = server.request("GET /", &[("Host", &server.host())]);
    for answer in [server.get("/"), server.get("/nothing"), stranger] {
        let policy = header(&answer, "content-security-policy").expect("a policy");
        for part in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]
        {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(header(&answer, name), Some(value), "{answer}");
        }
        assert!(header(&answer, "cache-control").is_some(), "{answer}");
    }
}

#[test]
fn files_are_found_revalidated_and_nothing_else() {
    let server = Server::start();
    let answer = server.get("/index.html");
    let tag = header(&answer, "etag").expect("a tag").to_string();
    assert_eq!(header(&answer, "cache-control"), Some("no-cache"));
    let visitor = |request: &str, more: &[(&str, &str)]| {
        let (host, cookie) = (server.host(), server.cookie());
        let headers = [&[("Host", host.as_str()), ("Cookie", cookie.as_str())], more].concat();
        server.request(request, &headers)
    };
    let again = visitor("GET /", &[("If-None-Match", &tag)]);
    assert_eq!((status(&again), again.ends_with("\r\n\r\n")), ("304", true));
    assert_eq!(status(&visitor("GET /", &[("If-None-Match", "\"other\"")])), "200");
    let head = visitor("HEAD /", &[]);
    assert_eq!((status(&head), head.ends_with("\r\n\r\n")), ("200", true));
    for path in [
        "/nothing",
        "/js/",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/js/..%2f..%2fCargo.toml",
        "//etc/hostname",
    ] {
        assert_eq!(status(&server.get(path)), "404", "{path}");
    }
    for request in ["POST /", "PUT /index.html", "DELETE /nothing", "POST /ws"] {
        assert_eq!(status(&visitor(request, &[])), "405", "{request}");
    }
    // No upgrade.
    assert!(
        ["400", "426"]
            .contains(&status(&visitor("GET /ws", &[("Origin", &format!("http://{}", server.host()))])))
    );
}

#[test]
fn messages_and_connections_are_bounded() {
    let server = Server::start();
    let mut page = server.connect();
    let long = json!({"id": "a", "action": "read", "text": "x".repeat(255 * 1024)});
    page.send(&long);
    assert!(page.next().is_some_and(|reply| reply["field"] == "text"));
    // The server may have closed before all of it was sent.
    let _ = page.socket.send(Message::text("x".repeat(257 * 1024)));
    assert!(page.next().is_none());
    let mut page = server.connect();
    page.socket.send(Message::binary(vec![1, 2, 3])).expect("sent");
    assert!(page.next().is_none());
    let mut pages: Vec<_> = Vec::new();
    let (origin, cookie) = (format!("http://{}", server.host()), server.cookie());
    let error = loop {
        match server.try_connect(&[("Origin", &origin), ("Cookie", &cookie)]) {
            Ok(page) => pages.push(page),
            Err(error) => break error,
        }
    };
    assert!(error.contains("503") && pages.len() == 16, "{}: {error}", pages.len());
    assert_eq!(pages[15].get("version", json!({}))["action"], "version");
    drop(pages);
    // Their places are free again once the server has noticed.
    let free = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        server.try_connect(&[("Origin", &origin), ("Cookie", &cookie)]).is_ok()
    });
    assert!(free);
}

#[test]
fn a_busy_port_is_an_error_only_if_it_was_asked_for() {
    let server = Server::start();
    let output = Command::new(super::SISKU)
        .args(["serve", "--no-open", "--port", &server.port.to_string(), "--state"])
        .arg(folder())
        .output()
        .expect("sisku runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.starts_with(&format!("error: port {}: ", server.port)) && error.lines().count() == 1,
        "{error}"
    );
    // Two servers that take the usual port, or what is free after it.
    let (one, two) = (Server::start_with(&folder(), &[]), Server::start_with(&folder(), &[]));
    assert!(one.port >= 7745 && two.port > one.port, "{} {}", one.port, two.port);
}

//! `sisku serve`: the server as a browser meets it, without a browser.

mod actions;
mod docs;
mod gate;
mod lasting;
mod secrets;
mod tables;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

const SISKU: &str = env!("CARGO_BIN_EXE_sisku");
/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of its own, empty.
fn folder() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("sisku-serve-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A server that runs until it is dropped.
struct Server {
    child: Child,
    port: u16,
    token: String,
}

impl Server {
    fn start() -> Server {
        Server::start_with(&folder(), &["--port", "0"])
    }

    fn start_with(state: &Path, args: &[&str]) -> Server {
        let mut child = Command::new(SISKU)
            .args(["serve", "--no-open", "--threads", "2", "--state"])
            .arg(state)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("sisku starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("an output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let rest = line.trim().strip_prefix("http://127.0.0.1:").unwrap_or_else(|| panic!("{line}"));
        let (port, token) = rest.split_once("/?token=").expect("an address with a token");
        let (port, token) = (port.parse().expect("a port"), token.to_string());
        Server { child, port, token }
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn cookie(&self) -> String {
        format!("sisku-{}={}", self.port, self.token)
    }

    /// The whole answer to a request with these headers.
    fn request(&self, request: &str, headers: &[(&str, &str)]) -> String {
        let mut stream = TcpStream::connect(self.host()).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let mut text = format!("{request} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all((text + "\r\n").as_bytes()).expect("sent");
        let mut answer = Vec::new();
        // A server that refuses may close before it has read everything.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The answer to a visitor who was let in.
    fn get(&self, path: &str) -> String {
        self.request(&format!("GET {path}"), &[("Host", &self.host()), ("Cookie", &self.cookie())])
    }

    fn try_connect(&self, headers: &[(&str, &str)]) -> Result<Page, String> {
        let stream = TcpStream::connect(self.host()).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let address = format!("ws://{}/ws", self.host());
        let mut request = address.into_client_request().expect("a request");
        for (name, value) in headers {
            let name: tungstenite::http::HeaderName = name.parse().expect("a name");
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        match tungstenite::client::client(request, stream) {
            Ok((socket, _)) => Ok(Page { socket, asked: 0, heard: Vec::new(), waiting: Vec::new() }),
            Err(error) => Err(error.to_string()),
        }
    }

    fn connect(&self) -> Page {
        let origin = format!("http://{}", self.host());
        self.try_connect(&[("Origin", &origin), ("Cookie", &self.cookie())]).expect("let in")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection, as the page has it.
struct Page {
    socket: WebSocket<TcpStream>,
    asked: u32,
    /// Every message that has come.
    heard: Vec<String>,
    /// Messages that nobody has asked for yet.
    waiting: Vec<Value>,
}

impl Page {
    fn send(&mut self, request: &Value) {
        self.socket.send(Message::text(request.to_string())).expect("sent");
    }

    /// The next message; none if the server has closed.
    fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.heard.push(text.to_string());
                    return Some(
                        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}")),
                    );
                }
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing was said for {PATIENCE:?}")
                }
                Err(_) => return None,
            }
        }
    }

    /// The next message that fits; others wait.
    fn wait_for(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.waiting.iter().position(&fits) {
            return self.waiting.remove(at);
        }
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let message = self.next().expect("the server is there");
            if fits(&message) {
                return message;
            }
            self.waiting.push(message);
        }
        panic!("nothing fits within {PATIENCE:?}");
    }

    /// The reply to a request, which gets an id.
    fn ask(&mut self, action: &str, mut request: Value) -> Value {
        self.asked += 1;
        let id = format!("r{}", self.asked);
        request["id"] = json!(id);
        request["action"] = json!(action);
        self.send(&request);
        self.wait_for(|message| message["id"] == id.as_str())
    }

    /// The reply, which must be no failure.
    fn get(&mut self, action: &str, request: Value) -> Value {
        let reply = self.ask(action, request);
        assert!(reply.get("error").is_none(), "{reply}");
        reply
    }

    /// The field and the words of a failure.
    fn fail(&mut self, action: &str, request: Value) -> (String, String) {
        let reply = self.ask(action, request.clone());
        let error = reply["error"].as_str().unwrap_or_else(|| panic!("{action} {request}: {reply}"));
        assert!(error.contains("expected") && !error.contains('\n'), "{error}");
        (reply["field"].as_str().unwrap_or_default().to_string(), error.to_string())
    }

    /// News of a table that fits.
    fn news(&mut self, table: &str, fits: impl Fn(&Value) -> bool) -> Value {
        self.wait_for(|message| {
            message["table"] == table && message.get("id").is_none() && fits(&message["view"])
        })["view"]
            .take()
    }
}

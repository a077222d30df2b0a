//! The server: an address, what it shares with its connections, and its end.

use super::assets::{self, Assets};
use super::gate::{self, Gate};
use super::socket;
use crate::entropy::secret_number;
use crate::page::{Hall, HallSettings, private_folder, write_private};
use anyhow::Context;
use axum::Router;
use axum::routing::get;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};
use tokio::sync::{Semaphore, watch};

/// Pages that may be open at the same time.
const MOST_CONNECTIONS: usize = 16;
/// How long connections have to take their leave.
const LEAVE: Duration = Duration::from_millis(500);
/// How many ports after the usual one are tried.
const PORTS_TRIED: u16 = 100;

/// How to serve.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Where.
    pub address: Address,
    /// A folder with the page's files instead of those in the binary.
    pub assets: Option<PathBuf>,
    /// Searches of one page at the same time.
    pub threads: usize,
    /// A folder where tables and the token outlive the server.
    pub state: Option<PathBuf>,
    /// Files of games that pages may watch.
    pub watched: Vec<PathBuf>,
}

/// A port on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// This port, or none. 0 is any that is free.
    Port(u16),
    /// This port, or the next one that is free.
    From(u16),
}

/// What connections share.
pub(super) struct Shared {
    pub(super) hall: Arc<Hall>,
    pub(super) places: Arc<Semaphore>,
    /// Whether the server ends.
    pub(super) ending: watch::Receiver<bool>,
}

/// A server that has its port.
pub struct Server {
    listener: TcpListener,
    gate: Gate,
    assets: Assets,
    hall: Arc<Hall>,
    end: Ending,
}

/// Ends a server, from any thread.
#[derive(Clone, Debug)]
pub struct Ending(watch::Sender<bool>);

impl Ending {
    /// Connections are closed, and [`Server::run`] returns.
    pub fn end(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Takes the port.
    pub fn bind(settings: ServerSettings) -> anyhow::Result<Self> {
        let listener = listen(settings.address)?;
        let port = listener.local_addr()?.port();
        // Each port has its own, so that two servers do not write the same files.
        let state = settings.state.map(|folder| folder.join(port.to_string()));
        let token = state.as_deref().map_or_else(new_token, kept_token);
        let hall = HallSettings {
            threads: settings.threads,
            store: state.map(|folder| folder.join("tables")),
            watched: settings.watched,
        };
        Ok(Server {
            listener,
            gate: Gate::new(port, token),
            assets: settings.assets.map_or(Assets::Embedded, Assets::Folder),
            hall: Arc::new(Hall::new(hall)),
            end: Ending(watch::channel(false).0),
        })
    }

    /// The address to open.
    pub fn address(&self) -> String {
        self.gate.address()
    }

    /// What ends the server.
    pub fn ending(&self) -> Ending {
        self.end.clone()
    }

    /// Serves until it is ended.
    pub fn run(self) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut ending = self.end.0.subscribe();
        let shared = Arc::new(Shared {
            hall: self.hall,
            places: Arc::new(Semaphore::new(MOST_CONNECTIONS)),
            ending: ending.clone(),
        });
        let pages = Router::new().fallback(assets::serve).with_state(Arc::new(self.assets));
        let router = Router::new()
            .route("/ws", get(socket::connect))
            .with_state(shared.clone())
            .merge(pages)
            .layer(axum::middleware::from_fn_with_state(Arc::new(self.gate), gate::guard));
        runtime.block_on(async {
            self.listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let served = axum::serve(listener, router);
            tokio::select! {
                served = async { served.await } => served,
                _ = ending.wait_for(|ended| *ended) => Ok(()),
            }
        })?;
        runtime.block_on(async {
            let all = shared.places.acquire_many(MOST_CONNECTIONS as u32);
            // Those that do not read are left behind.
            let _ = tokio::time::timeout(LEAVE, all).await;
        });
        runtime.shutdown_timeout(LEAVE);
        Ok(())
    }
}

fn listen(address: Address) -> anyhow::Result<TcpListener> {
    let bind = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match address {
        Address::Port(port) => bind(port).with_context(|| format!("port {port}")),
        Address::From(first) => {
            let mut last = None;
            for port in (first..=u16::MAX).take(PORTS_TRIED.into()) {
                match bind(port) {
                    Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = Some(error),
                    result => return result.with_context(|| format!("port {port}")),
                }
            }
            Err(last.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
                .with_context(|| format!("ports from {first} on"))
        }
    }
}

/// A token that nobody can guess: 256 bits.
fn new_token() -> String {
    (0..4).map(|_| format!("{:016x}", secret_number())).collect()
}

/// The token of the last server in this folder, so that pages that are open find the next one; a
/// new one if there is none. Only the owner of the folder can read it.
fn kept_token(folder: &Path) -> String {
    let path = folder.join("token");
    let kept = fs::read_to_string(&path).ok();
    let fits = |token: &str| token.len() == 64 && token.chars().all(|c| c.is_ascii_hexdigit());
    if let Some(token) = kept.as_deref().map(str::trim).filter(|token| fits(token)) {
        return token.to_string();
    }
    let token = new_token();
    if let Err(error) = private_folder(folder).and_then(|()| write_private(&path, &token)) {
        log::warn!("the token is not kept: {}: {error}", path.display());
    }
    token
}

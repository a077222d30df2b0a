//! A connection of the page: text messages to its desk and back.

use super::gate::Gate;
use super::server::Shared;
use crate::page::Desk;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// Bytes of a message of the page.
const LONGEST_MESSAGE: usize = 256 * 1024;
/// Messages of the page that wait for the desk; then the page has to wait.
const MOST_WAITING: usize = 64;
/// Replies that wait for the page; a page that lets more pile up is cut off.
const MOST_REPLIES: usize = 4096;

pub(super) async fn connect(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !Gate::right_origin(&headers, true) {
        return (StatusCode::FORBIDDEN, "the page of this server has to ask\n").into_response();
    }
    let Ok(place) = shared.places.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response();
    };
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(move |socket| converse(shared, socket, place))
}

/// The life of a connection.
async fn converse(shared: Arc<Shared>, mut socket: WebSocket, _place: OwnedSemaphorePermit) {
    let (requests, mut replies, flooded) = open_desk(&shared);
    let mut ending = shared.ending.clone();
    let reason = loop {
        tokio::select! {
            said = socket.recv() => match said {
                Some(Ok(Message::Text(text))) => {
                    if requests.send(text.to_string()).await.is_err() {
                        break "the desk is gone";
                    }
                }
                Some(Ok(Message::Binary(_))) => break "expected text",
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_))) | None => return,
                Some(Err(_)) => break "expected messages of at most 256 KiB",
            },
            reply = replies.recv() => match reply {
                Some(text) if !flooded.load(Ordering::Relaxed) => {
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        return;
                    }
                }
                Some(_) => break "too many replies wait",
                None => break "the desk is gone",
            },
            () = async { drop(ending.wait_for(|ended| *ended).await) } => break "the server ends",
        }
    };
    let close = CloseFrame { code: close_code::AWAY, reason: reason.into() };
    // The page may be gone already.
    let _ = socket.send(Message::Close(Some(close))).await;
}

/// A desk on a thread of its own: where requests go, where replies come from, and whether more of
/// them waited than may. The desk goes when the requests end.
fn open_desk(shared: &Arc<Shared>) -> (mpsc::Sender<String>, mpsc::Receiver<String>, Arc<AtomicBool>) {
    let (requests, mut asked) = mpsc::channel::<String>(MOST_WAITING);
    let (send, replies) = mpsc::channel(MOST_REPLIES);
    let flooded = Arc::new(AtomicBool::new(false));
    let (hall, ours) = (shared.hall.clone(), flooded.clone());
    thread::spawn(move || {
        let desk = Desk::new(hall, move |line| {
            if matches!(send.try_send(line), Err(mpsc::error::TrySendError::Full(_))) {
                ours.store(true, Ordering::Relaxed);
            }
        });
        while let Some(line) = asked.blocking_recv() {
            desk.submit(&line);
        }
    });
    (requests, replies, flooded)
}

//! Where replies go: whole lines, one writer at a time.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A shared way out for lines. A reader that has gone away is no error: the sink
/// closes and swallows what follows.
#[derive(Clone)]
pub(crate) struct Sink {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    closed: Arc<AtomicBool>,
}

impl Sink {
    pub(crate) fn new(writer: impl Write + Send + 'static) -> Self {
        Sink { writer: Arc::new(Mutex::new(Box::new(writer))), closed: Arc::default() }
    }

    /// Writes text as whole lines and flushes them. Lines written in one call stay together.
    pub(crate) fn write(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // No empty line ever: some clients take it for the end.
        if self.closed() || text.is_empty() {
            return;
        }
        log::debug!("< {text}");
        let lines = format!("{text}\n");
        if writer.write_all(lines.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Writes nothing from now on. Returns when a line under way is out.
    pub(crate) fn close(&self) {
        let _writer = self.writer.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether there is nobody left to write to.
    pub(crate) fn closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

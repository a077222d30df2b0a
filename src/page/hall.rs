//! What all visitors share.

/// How a hall is run.
#[derive(Clone, Debug)]
pub struct HallSettings {
    /// Searches of one visitor at the same time.
    pub threads: usize,
}

/// What all visitors share.
pub struct Hall {
    pub(super) settings: HallSettings,
}

impl Hall {
    /// An empty hall.
    pub fn new(settings: HallSettings) -> Self {
        Hall { settings }
    }
}

//! Tables on disk, so that they outlive the server. Secrets are sealed while a game is under way,
//! see [`crate::play::save`].

use super::table::Open;
use crate::formats::ReadOptions;
use crate::play::{Finish, restore, save};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A folder with a file for each table.
pub(super) struct Store {
    folder: PathBuf,
}

const LEVEL: &str = "# level: ";
const MOVETIME: &str = "# movetime: ";
const ENDING: &str = "game";
/// Longer files are not ours.
const LONGEST: u64 = 4 << 20;

impl Store {
    /// The store in a folder, made if need be; none if that cannot be.
    pub(super) fn open(folder: PathBuf) -> Option<Store> {
        match private_folder(&folder) {
            Ok(()) => Some(Store { folder }),
            Err(error) => {
                log::warn!("tables are not kept: {}: {error}", folder.display());
                None
            }
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ENDING}"))
    }

    /// Every table that can be read.
    pub(super) fn load(&self) -> Vec<(String, Open)> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let mut tables = Vec::new();
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let Some(name) = table_name(&path) else { continue };
            match read(&path) {
                Ok(open) => tables.push((name, open)),
                Err(error) => log::warn!("{}: {error}", path.display()),
            }
        }
        tables
    }

    /// Writes a table: all of it, or nothing.
    pub(super) fn save(&self, name: &str, open: &Open) {
        let write = || {
            let text = save(&open.table).map_err(io::Error::other)?;
            let text = format!("{LEVEL}{}\n{MOVETIME}{}\n{text}", open.level, open.movetime);
            write_private(&self.path(name), &text)
        };
        if let Err(error) = write() {
            log::warn!("table {name} is not kept: {error}");
        }
    }

    /// Removes a table.
    pub(super) fn remove(&self, name: &str) {
        if let Err(error) = fs::remove_file(self.path(name)) {
            log::debug!("table {name}: {error}");
        }
    }
}

/// The table that a file is of.
fn table_name(path: &Path) -> Option<String> {
    if path.extension()? != ENDING {
        return None;
    }
    let name = path.file_stem()?.to_str()?;
    let fits = name.len() == 16 && name.chars().all(|c| c.is_ascii_hexdigit());
    fits.then(|| name.to_string())
}

fn read(path: &Path) -> Result<Open, String> {
    if fs::metadata(path).map_err(|error| error.to_string())?.len() > LONGEST {
        return Err("too long for a table".to_string());
    }
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let number = |mark: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(mark))?;
        value.trim().parse::<u64>().ok()
    };
    let mut table = restore(&text, &ReadOptions::default(), None).map_err(|error| error.to_string())?;
    let header = &table.game().header;
    if let (Some(outcome), Some(reason)) = (header.result, header.reason.clone()) {
        table.conclude(Finish { outcome, reason });
    }
    let level = number(LEVEL).unwrap_or(10).clamp(1, 10) as u8;
    Ok(Open::new(table, level, number(MOVETIME).unwrap_or(1000).clamp(1, 60_000)))
}

/// Makes a folder that is its owner's alone.
pub(crate) fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a file that is its owner's alone, so that it is there whole or not at all.
pub(crate) fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_extension("draft");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    io::Write::write_all(&mut file, text.as_bytes())?;
    file.sync_data()?;
    drop(file);
    fs::rename(&draft, path)
}

//! The file of games: append only, one line a game, on disk before it counts.

use super::{GameRecord, LineError, read_line, write_line};
use crate::arena::config::MatchSettings;
use anyhow::{Context, bail, ensure};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Debug, Default)]
pub(crate) struct FileContents {
    /// The games in the order in which they ended.
    pub(crate) games: Vec<GameRecord>,
    /// The settings they were played under; `None` if there are no games.
    pub(crate) settings: Option<MatchSettings>,
    /// Bytes of the file that are whole lines.
    whole: usize,
    /// Whether the last of these lacks its line break.
    open_end: bool,
    /// Whether something was cut off in the middle of a line.
    pub(crate) torn: bool,
}

/// Reads a file of games. A last line that is cut off is left out.
pub(crate) fn read(path: &Path) -> anyhow::Result<FileContents> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&bytes).with_context(|| path.display().to_string())
}

/// Parses the bytes of a file of games.
pub(crate) fn parse(bytes: &[u8]) -> anyhow::Result<FileContents> {
    let mut contents = FileContents::default();
    let mut seen = BTreeMap::new();
    let mut lines = (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')).peekable();
    while let Some((number, line)) = lines.next() {
        let is_last = lines.peek().is_none();
        let text = String::from_utf8_lossy(line);
        let (game, settings) = match read_line(&text) {
            Ok(read) => read,
            Err(LineError::Malformed(_)) if is_last && is_torn(line) => {
                contents.torn = true;
                break;
            }
            Err(error) => bail!("line {number}: {error}"),
        };
        if let Some(first) = &contents.settings {
            let differences = first.differences(&settings);
            ensure!(differences.is_empty(), "line {number} has other settings: {}", differences.join("; "));
        }
        if let Some(first) = seen.insert(game.game, number) {
            bail!("lines {first} and {number} are both game {}", game.game);
        }
        contents.whole += line.len();
        contents.open_end = !line.ends_with(b"\n");
        contents.settings.get_or_insert(settings);
        contents.games.push(game);
    }
    Ok(contents)
}

/// Whether this may be the beginning of a line of ours, so that it is ours to cut off.
fn is_torn(line: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"game\":";
    // After a loss of power, blocks that never reached the disk read as zeros.
    let zeros = line.iter().all(|&byte| byte == 0 || byte == b'\n');
    let shared = line.len().min(BEGINNING.len());
    zeros || line[..shared] == BEGINNING[..shared]
}

/// A file that games are appended to. Nobody else can append to it meanwhile.
#[derive(Debug)]
pub(crate) struct GamesFile {
    file: File,
    path: PathBuf,
}

impl GamesFile {
    /// Opens a file for a match: a new one, or to go on with the games that it gives back.
    pub(crate) fn open(
        path: &Path,
        settings: &MatchSettings,
        resume: bool,
    ) -> anyhow::Result<(Self, FileContents)> {
        let shown = path.display();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).with_context(|| format!("cannot write {shown}"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{shown} is being written by another match"),
            // Not every file system can lock: go without.
            Err(TryLockError::Error(error)) => log::warn!("{shown} is not locked: {error}"),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {shown}"))?;
        if !bytes.is_empty() && !resume {
            bail!("{shown} exists: expected --resume to go on with it, or another file for --out");
        }
        let contents = parse(&bytes).with_context(|| shown.to_string())?;
        if let Some(there) = &contents.settings {
            let differences = settings.differences(there);
            ensure!(differences.is_empty(), "{shown} has other settings: {}", differences.join("; "));
        }
        if contents.torn {
            file.set_len(contents.whole as u64).with_context(|| format!("cannot mend {shown}"))?;
        }
        if contents.open_end {
            file.write_all(b"\n").with_context(|| format!("cannot mend {shown}"))?;
        }
        file.sync_all()?;
        // The name of a new file has to be on disk, too.
        #[cfg(unix)]
        if let Some(folder) = path.parent().map(|p| if p == Path::new("") { Path::new(".") } else { p }) {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok((GamesFile { file, path: path.to_path_buf() }, contents))
    }

    /// Puts a game on disk.
    pub(crate) fn append(&mut self, game: &GameRecord, settings: &MatchSettings) -> anyhow::Result<()> {
        let line = write_line(game, settings)?;
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::config::MatchConfig;
    use crate::arena::openings::Opening;
    use crate::games::Outcome;

    fn settings(nodes: u64) -> MatchSettings {
        let text = format!("[each]\nnodes = {nodes}\n[[engine]]\n");
        toml::from_str::<MatchConfig>(&text).expect("a config").settings().expect("settled")
    }

    fn game(number: u64) -> GameRecord {
        GameRecord {
            game: number,
            pair: number / 2,
            round: number / 2,
            players: ["a".into(), "b".into()],
            ids: ["A 1".into(), String::new()],
            result: Outcome::Draw,
            reason: "length".into(),
            detail: None,
            opening: Opening::default(),
            moves: Vec::new(),
            late: None,
            thought_ms: [0.5, 1.0],
            mismatches: Vec::new(),
            ended: 0,
            planned: None,
            shard: None,
        }
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("sisku-{name}-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    fn numbers(contents: &FileContents) -> Vec<u64> {
        contents.games.iter().map(|game| game.game).collect()
    }

    #[test]
    fn games_survive_a_cut_anywhere() {
        let (path, settings) = (path("cut"), settings(5));
        let (mut file, _) = GamesFile::open(&path, &settings, false).expect("new");
        (0..3).for_each(|number| file.append(&game(number), &settings).expect("written"));
        drop(file);
        let bytes = std::fs::read(&path).expect("there");
        let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
        // Every byte would take its time: each cut is brought to disk.
        let near_ends = ends.iter().flat_map(|&end| end - 2..=end + 1);
        for cut in (0..bytes.len()).step_by(61).chain(near_ends) {
            std::fs::write(&path, &bytes[..cut]).expect("writable");
            let (mut file, contents) = GamesFile::open(&path, &settings, true).expect("mended");
            // A line without its break is whole.
            let whole = ends.iter().filter(|&&end| end <= cut).count() as u64;
            assert_eq!(numbers(&contents), (0..whole).collect::<Vec<_>>(), "cut at {cut}");
            file.append(&game(9), &settings).expect("written");
            drop(file);
            assert_eq!(numbers(&read(&path).expect("whole")), (0..whole).chain([9]).collect::<Vec<_>>());
        }
        std::fs::remove_file(&path).expect("removable");
    }

    #[test]
    fn a_file_belongs_to_one_match() {
        let path = path("belongs");
        let (mut file, _) = GamesFile::open(&path, &settings(5), false).expect("new");
        let error = |settings, resume| {
            format!("{:#}", GamesFile::open(&path, &settings, resume).expect_err("refused"))
        };
        assert!(error(settings(5), true).contains("is being written by another match"));
        file.append(&game(0), &settings(5)).expect("written");
        drop(file);
        assert!(error(settings(5), false).contains("expected --resume"));
        let other = error(settings(6), true);
        assert!(
            other.ends_with(
                "has other settings: engines.1.nodes: here 6, there 5; engines.2.nodes: here 6, there 5"
            ),
            "{other}"
        );
        std::fs::remove_file(&path).expect("removable");
    }

    #[test]
    fn files_that_are_not_ours_stay_as_they_are() {
        let path = path("foreign");
        let line = write_line(&game(1), &settings(5)).expect("plain");
        let newer = "{\"game\":2,\"version\":7}\n";
        let texts = [
            ("hello".to_string(), "line 1: not a game: "),
            (format!("nonsense\n{line}"), "line 1: not a game: "),
            (format!("{line}{line}"), "lines 1 and 2 are both game 1"),
            // Not to be taken for a line that was cut off.
            (format!("{line}{newer}"), "line 2: version 7: expected at most 1; it takes a newer sisku"),
        ];
        for (text, why) in texts {
            std::fs::write(&path, &text).expect("writable");
            let error = GamesFile::open(&path, &settings(5), true).expect_err("refused");
            assert!(format!("{error:#}").contains(why), "{error:#}");
            assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
        }
        std::fs::remove_file(&path).expect("removable");
    }
}

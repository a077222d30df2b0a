//! A match that is killed, interrupted or resumed with other settings.

use super::{Folder, engine, expect_code, stderr, stdout};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const GAMES: usize = 60;

fn args(mark: &str) -> Vec<String> {
    // One of the engines runs on for ever when its input ends.
    let engines = [engine("a", &format!("immortal 1 {mark}")), engine("b", &format!("none 1 {mark}"))];
    let mut args: Vec<String> =
        engines.into_iter().flat_map(|engine| ["--engine".to_string(), engine]).collect();
    args.extend(["--nodes=1", "--plies=3", "--concurrency=2", "--resume"].map(str::to_string));
    args.push(format!("--games={GAMES}"));
    args
}

fn start(folder: &Folder, args: &[String]) -> Child {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    spawn(folder, &args)
}

fn spawn(folder: &Folder, args: &[&str]) -> Child {
    let mut command = folder.command(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, by which it can be interrupted without us.
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, 0x200);
    command.spawn().expect("sisku runs")
}

fn lines(folder: &Folder) -> usize {
    let bytes = std::fs::read(folder.path().join("match.jsonl")).unwrap_or_default();
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// Waits until so many games are on disk, or the match has ended.
fn wait_for(folder: &Folder, match_: &mut Child, games: usize) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while lines(folder) < games && match_.try_wait().expect("ours").is_none() {
        assert!(Instant::now() < deadline, "{games} games take too long");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Ctrl-C.
#[cfg(unix)]
fn interrupt(child: &mut Child) {
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
}

/// Ctrl-Break, since Ctrl-C cannot be sent to a group of one's own choice. It reaches all
/// processes of the group.
#[cfg(windows)]
fn interrupt(child: &mut Child) {
    #[link(name = "kernel32")]
    // SAFETY: this is its signature in the Windows API, and it takes no pointers: it is safe to
    // call with any numbers.
    unsafe extern "system" {
        safe fn GenerateConsoleCtrlEvent(event: u32, group: u32) -> i32;
    }
    const CTRL_BREAK_EVENT: u32 = 1;
    if GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, child.id()) == 0 {
        child.kill().expect("killable");
        panic!("expected a console that sends Ctrl-Break (wine's cannot)");
    }
}

#[test]
fn killed_matches_go_on_as_if_nothing_had_happened() {
    let mark = format!("killed-{}", std::process::id());
    let (calm, stormy) = (Folder::new(), Folder::new());
    let args = args(&mark);
    expect_code(&start(&calm, &args).wait_with_output().expect("ends"), 0);
    let mut rounds = 0;
    for target in (2..).step_by(5) {
        let before = lines(&stormy);
        let mut child = start(&stormy, &args);
        wait_for(&stormy, &mut child, target);
        child.kill().expect("killable");
        child.wait().expect("ours");
        rounds += 1;
        assert!(lines(&stormy) >= before, "no finished game is lost");
        if lines(&stormy) >= GAMES {
            break;
        }
    }
    assert!(rounds >= 10, "{rounds} rounds");
    let last = start(&stormy, &args).wait_with_output().expect("ends");
    expect_code(&last, 0);
    assert_eq!(stormy.games("match.jsonl").len(), GAMES, "and none is played twice");
    assert_eq!(stormy.timeless("match.jsonl"), calm.timeless("match.jsonl"));
    #[cfg(any(target_os = "linux", windows))]
    super::expect_none_left(&mark);
}

#[test]
fn one_interrupt_finishes_the_running_games() {
    let folder = Folder::new();
    let mark = format!("once-{}", std::process::id());
    let mut args = args(&mark);
    args.push("--games=100000".to_string());
    args.retain(|arg| arg != &format!("--games={GAMES}"));
    let mut child = start(&folder, &args);
    wait_for(&folder, &mut child, 4);
    interrupt(&mut child);
    let output = child.wait_with_output().expect("ends");
    expect_code(&output, 130);
    let games = folder.games("match.jsonl");
    // Engines do not hear of it: no game ends as a crash.
    assert!(games.iter().all(|game| game["reason"] != "crash"), "{games:?}");
    let games = games.len();
    assert!((4..100_000).contains(&games));
    assert!(
        stdout(&output).contains(&format!("Match interrupted, --resume goes on: {games} of 100000 games"))
    );
    assert!(stderr(&output).contains("finishing the running games"));
    #[cfg(any(target_os = "linux", windows))]
    super::expect_none_left(&mark);
}

#[cfg(any(target_os = "linux", windows))]
#[test]
fn two_interrupts_stop_at_once() {
    let folder = Folder::new();
    let mark = format!("twice-{}", std::process::id());
    let engines = [engine("hung", &format!("hang 5 {mark}")), engine("b", &format!("none 1 {mark}"))];
    let [hung, healthy] = &engines;
    let args = ["--engine", hung, "--engine", healthy, "--each=nodes=1,timeout=100000", "--games=2"];
    let mut child = spawn(&folder, &args);
    while super::processes_with(&mark).len() < 2 {
        std::thread::sleep(Duration::from_millis(10));
    }
    // Nothing tells from outside that it hangs; whenever the signals come, it has to end.
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&mut child);
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&mut child);
    let output = child.wait_with_output().expect("ends");
    expect_code(&output, 130);
    assert!(stdout(&output).contains("Match interrupted"), "{}", stdout(&output));
    super::expect_none_left(&mark);
}

#[test]
fn resuming_with_other_settings_names_them() {
    let folder = Folder::new();
    let (a, b) = (engine("a", "none"), engine("b", "none"));
    let play = |more: &[&str]| folder.play(&[&["--engine", &a, "--engine", &b, "--nodes=1"], more].concat());
    expect_code(&play(&["--games=2"]), 0);
    expect_code(&play(&["--games=2"]), 2);
    let other = play(&["--games=2", "--resume", "--seed=2", "--each=nodes=3"]);
    expect_code(&other, 2);
    let text = stderr(&other);
    assert!(text.contains("openings.seed: here 2, there 1") && !text.contains("nodes"), "{text}");
    // More games of the same match are no other settings.
    expect_code(&play(&["--games=6", "--resume", "--concurrency=2"]), 0);
    assert_eq!(folder.games("match.jsonl").len(), 6);
}

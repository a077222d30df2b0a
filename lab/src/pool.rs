//! Numbered jobs on several threads.

use indicatif::{ProgressBar, ProgressStyle};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, mpsc};
use std::thread;

/// Runs the jobs with these numbers, a few at the same time, and returns what came of them in
/// their order, so that it does not depend on the number of threads; or the first error. Shows
/// progress if stderr is a terminal.
pub fn run<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    unit: &str,
    job: impl Fn(u64) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let bar = progress_bar(numbers.end.saturating_sub(numbers.start), unit);
    let next = AtomicU64::new(numbers.start);
    let failed = Mutex::new(None);
    let (sender, receiver) = mpsc::channel();
    let mut done: Vec<(u64, T)> = Vec::new();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, failed, job, numbers) = (sender.clone(), &next, &failed, &job, &numbers);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    let stop = failed.lock().is_ok_and(|failed| failed.is_some());
                    if stop || !numbers.contains(&number) {
                        return;
                    }
                    match job(number) {
                        Ok(result) => {
                            let _ = sender.send((number, result));
                        }
                        Err(error) => {
                            if let Ok(mut failed) = failed.lock() {
                                failed.get_or_insert(error);
                            }
                        }
                    }
                }
            });
        }
        drop(sender);
        for result in receiver {
            done.push(result);
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    if let Some(error) = failed.into_inner().unwrap_or_default() {
        return Err(error);
    }
    done.sort_by_key(|&(number, _)| number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// A bar on stderr, hidden where that is no terminal.
fn progress_bar(length: u64, unit: &str) -> ProgressBar {
    let template = format!("[{{bar:24}}] {{pos}}/{{len}} {unit}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style.progress_chars("##-"))
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 4] {
            let squares = run(3..40, threads, "jobs", |number| Ok(number * number)).expect("no error");
            assert_eq!(squares, (3..40).map(|number| number * number).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let error = run(0..1000, 2, "jobs", |number| {
            anyhow::ensure!(number < 5, "job {number}");
            Ok(number)
        });
        assert!(error.is_err_and(|error| error.to_string().starts_with("job ")));
    }
}

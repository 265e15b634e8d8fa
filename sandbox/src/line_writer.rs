//! Writes what happens to standard error, a line each.

use crate::bilingual::Language;
use crate::mask::{Known, Mask};
use crate::options::Options;
use crate::views::Show;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use time::OffsetDateTime;
use time::macros::format_description;

/// This many lines wait for a reader; the others are dropped and counted.
const WAITING: usize = 10_000;
/// How long the end of the run waits for them to be written.
const LAST: Duration = Duration::from_secs(1);

/// Where lines go, and what they show.
#[derive(Clone, Debug)]
pub(crate) struct LineWriter {
    pub language: Language,
    show: Show,
    known: Arc<Known>,
    queue: Arc<Queue>,
}

impl LineWriter {
    /// None when nothing is to be said.
    pub(crate) fn new(options: &Options, known: &Arc<Known>) -> Option<LineWriter> {
        let show = Show {
            nir: options.show_nir,
            pin: false,
        };
        options.terminal.map(|language| LineWriter {
            language,
            show,
            known: Arc::clone(known),
            queue: Arc::default(),
        })
    }

    /// Writes a text, then the lines, which have waited for it.
    pub(crate) fn begin(&self, first: String) {
        self.queue.begin(io::stderr(), first, self.language);
    }

    /// A text as it is.
    pub(crate) fn say(&self, text: String) {
        self.queue.push(text);
    }

    /// One line, with the time. It never waits.
    pub(crate) fn write(&self, said: &str) {
        let said = Mask::new(&self.known, self.show).line(said);
        self.queue.push(format!("{} {said}\n", clock()));
    }
}

/// The way to a thread that writes: a pipe that nobody reads, or a terminal that stands still while text is selected in
/// it, must not hold the services.
#[derive(Debug)]
struct Queue {
    /// Taken at the end.
    lines: Option<SyncSender<String>>,
    /// Until the thread begins.
    idle: Mutex<Option<(Receiver<String>, Sender<()>)>>,
    left_out: Arc<AtomicU64>,
    ended: Mutex<Receiver<()>>,
}

impl Default for Queue {
    fn default() -> Queue {
        let (lines, waiting) = mpsc::sync_channel(WAITING);
        let (end, ended) = mpsc::channel();
        Queue {
            lines: Some(lines),
            idle: Mutex::new(Some((waiting, end))),
            left_out: Arc::default(),
            ended: Mutex::new(ended),
        }
    }
}

impl Queue {
    fn begin(&self, mut out: impl Write + Send + 'static, first: String, language: Language) {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.take());
        let Some((lines, end)) = idle else {
            return;
        };
        let left_out = Arc::clone(&self.left_out);
        thread::spawn(move || {
            // Nobody may be there to read it.
            let _ = out.write_all(first.as_bytes());
            for line in lines {
                let _ = out.write_all(line.as_bytes());
                let count = left_out.swap(0, Ordering::Relaxed);
                if count > 0 {
                    let said = words!("lines.dropped", count);
                    let _ = writeln!(out, "{} {}", clock(), said.text(language));
                }
            }
            let _ = end.send(());
        });
    }

    fn push(&self, line: String) {
        if let Some(lines) = &self.lines
            && lines.try_send(line).is_err()
        {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.lines = None;
        self.idle = Mutex::new(None);
        if let Ok(ended) = self.ended.get_mut() {
            let _ = ended.recv_timeout(LAST);
        }
    }
}

fn clock() -> String {
    let format = format_description!("[hour]:[minute]:[second].[subsecond digits:3]");
    OffsetDateTime::now_utc().format(format).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_stands_still_holds_nobody_and_learns_how_many_lines_are_missing() {
        let (mut reader, writer) = io::pipe().unwrap();
        let queue = Queue::default();
        // More than a pipe holds.
        queue.begin(writer, "first\n".repeat(100_000), Language::En);
        let all = WAITING + 100;
        for number in 0..all {
            queue.push(format!("line {number}\n"));
        }
        let (said, all) = thread::scope(|scope| {
            let read = scope.spawn(move || io::read_to_string(&mut reader).unwrap());
            drop(queue);
            (read.join().unwrap(), all)
        });
        let said = said.lines().filter(|line| *line != "first");
        let (lines, gaps): (Vec<_>, Vec<_>) = said.partition(|one| one.starts_with("line "));
        assert_eq!(lines.len(), WAITING);
        assert_eq!(gaps.len(), 1, "{gaps:?}");
        assert!(gaps[0].ends_with(&format!(": {}", all - WAITING)));
    }
}

//! Writes what happens to standard error, a line each.

use crate::bilingual::Language;
use crate::clock::time_of_day;
use crate::mask::{Known, Mask, Show};
use crate::options::Options;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// This many lines wait for a reader; the others are dropped and counted.
const WAITING: usize = 10_000;
/// How long the end of the run waits for them to be written.
const LAST: Duration = Duration::from_secs(1);

/// Where lines go, and what they show.
#[derive(Clone, Debug)]
pub(crate) struct LineWriter {
    pub language: Language,
    pub show: Show,
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
            queue: Arc::new(Queue::new(io::stderr(), language)),
        })
    }

    /// Writes a text, then the lines, which have waited for it.
    pub(crate) fn begin(&self, first: String) {
        self.queue.begin(first);
    }

    /// One line, with the time. It never waits.
    pub(crate) fn write(&self, said: &str) {
        let said = Mask::new(&self.known, self.show).line(said);
        self.queue.push(format!("{} {said}\n", time_of_day()));
    }
}

/// The way to a thread that writes: a pipe that nobody reads, or a terminal that stands still while text is selected in
/// it, must not hold the services.
#[derive(Debug)]
struct Queue {
    /// What is written before any line. Both are taken at the end.
    first: Option<Sender<String>>,
    lines: Option<SyncSender<String>>,
    left_out: Arc<AtomicU64>,
    ended: Mutex<Receiver<()>>,
}

impl Queue {
    fn new(mut out: impl Write + Send + 'static, language: Language) -> Queue {
        let (first, begun) = mpsc::channel::<String>();
        let (lines, waiting) = mpsc::sync_channel::<String>(WAITING);
        let (end, ended) = mpsc::channel();
        let left_out = Arc::<AtomicU64>::default();
        let missing = Arc::clone(&left_out);
        thread::spawn(move || {
            if let Ok(first) = begun.recv() {
                // Nobody may be there to read it.
                let _ = out.write_all(first.as_bytes());
                for line in waiting {
                    let _ = out.write_all(line.as_bytes());
                    let count = missing.swap(0, Ordering::Relaxed);
                    if count > 0 {
                        let said = words!("lines.dropped", count);
                        let _ = writeln!(out, "{} {}", time_of_day(), said.text(language));
                    }
                }
            }
            let _ = end.send(());
        });
        Queue {
            first: Some(first),
            lines: Some(lines),
            left_out,
            ended: Mutex::new(ended),
        }
    }

    fn begin(&self, text: String) {
        if let Some(first) = &self.first {
            let _ = first.send(text);
        }
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
        self.first = None;
        self.lines = None;
        if let Ok(ended) = self.ended.get_mut() {
            let _ = ended.recv_timeout(LAST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_stands_still_holds_nobody_and_learns_how_many_lines_are_missing() {
        // More than a pipe holds.
        let first = "first\n".repeat(100_000);
        let begun = |writer| {
            let queue = Queue::new(writer, Language::En);
            queue.begin(first.clone());
            queue
        };
        // The end of a run does not wait for who never reads.
        let (_unread, writer) = io::pipe().unwrap();
        let (queue, (end, ended)) = (begun(writer), mpsc::channel());
        thread::spawn(move || {
            drop(queue);
            end.send(())
        });
        ended.recv_timeout(20 * LAST).unwrap();
        let (mut reader, writer) = io::pipe().unwrap();
        let queue = begun(writer);
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

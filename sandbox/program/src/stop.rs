//! What ends a run: SIGTERM, Ctrl-C, or the end of standard input.

use std::error::Error;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// Listens for the end of the run from its creation on.
pub(crate) struct Stop {
    end: Receiver<()>,
    tell: Sender<()>,
}

impl Stop {
    /// Catches the signals.
    pub(crate) fn listen() -> Result<Stop, Box<dyn Error>> {
        let (tell, end) = mpsc::channel();
        let caught = tell.clone();
        ctrlc::set_handler(move || _ = caught.send(()))?;
        Ok(Stop { end, tell })
    }

    /// The end of standard input ends the run as well.
    pub(crate) fn with_stdin(&self) -> io::Result<()> {
        let tell = self.tell.clone();
        let read = move || {
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            let _ = tell.send(());
        };
        thread::Builder::new().name("stdin".into()).spawn(read)?;
        Ok(())
    }

    /// Blocks until the run must end.
    pub(crate) fn wait(&self) {
        let _ = self.end.recv();
    }

    /// Blocks for a time; false when the run must end.
    pub(crate) fn pause(&self, time: Duration) -> bool {
        self.end.recv_timeout(time).is_err()
    }
}

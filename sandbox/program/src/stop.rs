//! What ends a run: SIGTERM, Ctrl-C, or the end of standard input.

use std::error::Error;
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// Listens for the end of the run from its creation on.
pub(crate) struct Stop(Receiver<()>);

impl Stop {
    /// Catches the signals, and the end of standard input where that ends the run as well.
    pub(crate) fn listen(stdin_too: bool) -> Result<Stop, Box<dyn Error>> {
        let (tell, end) = mpsc::channel();
        let caught = tell.clone();
        ctrlc::set_handler(move || _ = caught.send(()))?;
        let read = move || {
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            let _ = tell.send(());
        };
        if stdin_too {
            thread::Builder::new().name("stdin".into()).spawn(read)?;
        }
        Ok(Stop(end))
    }

    /// Blocks until the run must end.
    pub(crate) fn wait(&self) {
        let _ = self.0.recv();
    }

    /// Blocks for a time; false when the run must end.
    pub(crate) fn pause(&self, time: Duration) -> bool {
        self.0.recv_timeout(time).is_err()
    }
}

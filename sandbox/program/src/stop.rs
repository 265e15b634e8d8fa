//! What ends a run: SIGTERM, Ctrl-C, or the end of standard input.

use futures_util::future::{Either, select};
use std::error::Error;
use std::future::pending;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

/// Listens for the end of the run from its creation on.
pub(crate) struct Stop {
    runtime: Runtime,
    end: Arc<Notify>,
}

impl Stop {
    /// Catches the signals.
    pub(crate) fn listen() -> Result<Stop, Box<dyn Error>> {
        let runtime = Builder::new_current_thread().enable_time().build()?;
        let end = Arc::new(Notify::new());
        let caught = Arc::clone(&end);
        ctrlc::set_handler(move || caught.notify_one())?;
        Ok(Stop { runtime, end })
    }

    /// The end of standard input ends the run as well.
    pub(crate) fn with_stdin(&self) -> io::Result<()> {
        let end = Arc::clone(&self.end);
        let read = move || {
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            end.notify_one();
        };
        thread::Builder::new().name("stdin".into()).spawn(read)?;
        Ok(())
    }

    /// Blocks until the run must end.
    pub(crate) fn wait(&self) {
        self.wait_for(pending());
    }

    /// Blocks until this has come; false when the run must end.
    pub(crate) fn wait_for(&self, what: impl Future<Output = ()>) -> bool {
        let (what, end) = (pin!(what), pin!(self.end.notified()));
        let first = self.runtime.block_on(select(what, end));
        matches!(first, Either::Left(_))
    }

    /// Blocks for a time; false when the run must end.
    pub(crate) fn pause(&self, time: Duration) -> bool {
        self.wait_for(async { tokio::time::sleep(time).await })
    }
}

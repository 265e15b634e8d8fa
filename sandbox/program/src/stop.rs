//! What ends a run: SIGTERM, Ctrl-C, or the end of standard input.

use futures_util::future::{Either, select};
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
    pub(crate) fn listen() -> io::Result<Stop> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let end = Arc::new(Notify::new());
        {
            let _inside = runtime.enter();
            catch(&end)?;
        }
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

#[cfg(unix)]
fn catch(end: &Arc<Notify>) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut caught = signal(kind)?;
        let end = Arc::clone(end);
        tokio::spawn(async move {
            caught.recv().await;
            end.notify_one();
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn catch(end: &Arc<Notify>) -> io::Result<()> {
    let end = Arc::clone(end);
    tokio::spawn(async move {
        // Without a way to hear Ctrl-C the system's own handling ends the program.
        if tokio::signal::ctrl_c().await.is_err() {
            pending::<()>().await;
        }
        end.notify_one();
    });
    Ok(())
}

//! What ends a run: SIGTERM, Ctrl-C, or the end of standard input.

use std::io;
use std::thread;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;

/// Listens for the end of the run from its creation on.
pub(crate) struct Stop {
    runtime: Runtime,
    tell: mpsc::UnboundedSender<()>,
    told: mpsc::UnboundedReceiver<()>,
}

impl Stop {
    /// Catches the signals.
    pub(crate) fn listen() -> io::Result<Stop> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (tell, told) = mpsc::unbounded_channel();
        {
            let _inside = runtime.enter();
            catch(&tell)?;
        }
        Ok(Stop {
            runtime,
            tell,
            told,
        })
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
    pub(crate) fn wait(mut self) {
        self.runtime.block_on(self.told.recv());
    }
}

#[cfg(unix)]
fn catch(tell: &mpsc::UnboundedSender<()>) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut caught = signal(kind)?;
        let tell = tell.clone();
        tokio::spawn(async move {
            caught.recv().await;
            let _ = tell.send(());
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn catch(tell: &mpsc::UnboundedSender<()>) -> io::Result<()> {
    let tell = tell.clone();
    tokio::spawn(async move {
        // Without a way to hear Ctrl-C the system's own handling ends the program.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        let _ = tell.send(());
    });
    Ok(())
}

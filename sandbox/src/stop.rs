//! What ends a run: SIGTERM, Ctrl-C, or the end of standard input.

use std::io;
use std::thread;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;

/// Listens for the end of the run from its creation on.
pub(crate) struct Stop {
    runtime: Runtime,
    sender: mpsc::UnboundedSender<()>,
    receiver: mpsc::UnboundedReceiver<()>,
}

impl Stop {
    /// Catches the signals.
    pub(crate) fn listen() -> io::Result<Stop> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (sender, receiver) = mpsc::unbounded_channel();
        {
            let _inside = runtime.enter();
            catch(&sender)?;
        }
        Ok(Stop {
            runtime,
            sender,
            receiver,
        })
    }

    /// The end of standard input ends the run as well.
    pub(crate) fn with_stdin(&self) -> io::Result<()> {
        let sender = self.sender.clone();
        let read = move || {
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            let _ = sender.send(());
        };
        thread::Builder::new().name("stdin".into()).spawn(read)?;
        Ok(())
    }

    /// Blocks until the run must end.
    pub(crate) fn wait(mut self) {
        self.runtime.block_on(self.receiver.recv());
    }
}

#[cfg(unix)]
fn catch(sender: &mpsc::UnboundedSender<()>) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut caught = signal(kind)?;
        let sender = sender.clone();
        tokio::spawn(async move {
            caught.recv().await;
            let _ = sender.send(());
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn catch(sender: &mpsc::UnboundedSender<()>) -> io::Result<()> {
    let sender = sender.clone();
    tokio::spawn(async move {
        // Without a way to hear Ctrl-C the system's own handling ends the program.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        let _ = sender.send(());
    });
    Ok(())
}

//! What ends a run: SIGTERM, Ctrl-C, or the end of standard input. While it lasts, Enter goes on.

use futures_util::future::{Either, select};
use std::io::{self, BufRead};
use std::pin::pin;
use std::thread;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::timeout;

/// More Enters than this at a time go on no further: the end must not wait behind them.
const WAITING: usize = 4;

/// Listens for the end of the run from its creation on.
pub(crate) struct Stop {
    runtime: Runtime,
    sender: mpsc::Sender<Heard>,
    receiver: mpsc::Receiver<Heard>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    End,
    Enter,
}

impl Stop {
    /// Catches the signals.
    pub(crate) fn listen() -> io::Result<Stop> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (sender, receiver) = mpsc::channel(WAITING);
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
            let _ = sender.blocking_send(Heard::End);
        };
        thread::Builder::new().name("stdin".into()).spawn(read)?;
        Ok(())
    }

    /// Each line of standard input is heard; its end ends the run when it is to.
    pub(crate) fn with_enter(&self, ends: bool) -> io::Result<()> {
        let sender = self.sender.clone();
        let read = move || {
            for line in io::stdin().lock().split(b'\n') {
                let entered = line.map(|_| sender.try_send(Heard::Enter));
                if matches!(entered, Err(_) | Ok(Err(TrySendError::Closed(_)))) {
                    break;
                }
            }
            if ends {
                let _ = sender.blocking_send(Heard::End);
            }
        };
        thread::Builder::new().name("stdin".into()).spawn(read)?;
        Ok(())
    }

    /// Blocks until the run must end.
    pub(crate) fn wait(mut self) {
        let receiver = &mut self.receiver;
        let end = async { while receiver.recv().await == Some(Heard::Enter) {} };
        self.runtime.block_on(end);
    }

    /// Blocks until this has come, or Enter; false when the run must end.
    pub(crate) fn wait_for(&mut self, what: impl Future<Output = ()>) -> bool {
        let heard = pin!(self.receiver.recv());
        match self.runtime.block_on(select(pin!(what), heard)) {
            Either::Left(_) => true,
            Either::Right((heard, _)) => heard == Some(Heard::Enter),
        }
    }

    /// Blocks for a time, which Enter shortens; false when the run must end.
    pub(crate) fn pause(&mut self, time: Duration) -> bool {
        let receiver = &mut self.receiver;
        let heard = async { timeout(time, receiver.recv()).await };
        match self.runtime.block_on(heard) {
            Ok(heard) => heard == Some(Heard::Enter),
            Err(_) => true,
        }
    }
}

#[cfg(unix)]
fn catch(sender: &mpsc::Sender<Heard>) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut caught = signal(kind)?;
        let sender = sender.clone();
        tokio::spawn(async move {
            caught.recv().await;
            let _ = sender.send(Heard::End).await;
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn catch(sender: &mpsc::Sender<Heard>) -> io::Result<()> {
    let sender = sender.clone();
    tokio::spawn(async move {
        // Without a way to hear Ctrl-C the system's own handling ends the program.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        let _ = sender.send(Heard::End).await;
    });
    Ok(())
}

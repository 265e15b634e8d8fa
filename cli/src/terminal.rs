//! What a person types. Ctrl-C at a prompt ends the program, and the terminal is left as it was.

use crate::exit::Exit;
use crate::library;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::Mutex;

/// What the terminal was like before the prompt that waits: no call of the library would notice that a person leaves.
static PROMPT: Mutex<Option<Before>> = Mutex::new(None);

/// Ctrl-C, and the signals that end a program, stop what runs: a call of the library, or a prompt.
pub(crate) fn end_on_signals() {
    // A second handler is not set by anybody here.
    let _ = ctrlc::set_handler(|| {
        library::interrupt();
        if let Some(before) = take_prompt() {
            leave(&before);
        }
    });
}

/// A line that is not shown, or None at the end of the input.
pub(crate) fn hidden(prompt: &str) -> Option<String> {
    let typed = asking(prompt, true, rpassword::read_password);
    match typed {
        // Its Ctrl-C is no signal.
        Err(e) if e.kind() == ErrorKind::Interrupted => process::exit(Exit::Interrupted as i32),
        typed => typed.ok(),
    }
}

/// A line without blanks around it, or None at the end of the input.
pub(crate) fn line(prompt: &str) -> Option<String> {
    let mut line = String::new();
    let length = asking(prompt, false, || io::stdin().read_line(&mut line)).ok()?;
    (length > 0).then(|| line.trim().to_owned())
}

fn asking<T>(prompt: &str, hidden: bool, ask: impl FnOnce() -> T) -> T {
    let before = Before::now();
    *PROMPT.lock().unwrap_or_else(|it| it.into_inner()) = Some(before.clone());
    if hidden {
        before.hide();
    }
    let _ = write!(io::stderr(), "{prompt}").and_then(|()| io::stderr().flush());
    let answer = ask();
    if let Some(before) = take_prompt().filter(|_| hidden) {
        before.restore();
    }
    answer
}

fn take_prompt() -> Option<Before> {
    PROMPT.lock().unwrap_or_else(|it| it.into_inner()).take()
}

fn leave(before: &Before) -> ! {
    before.restore();
    let _ = writeln!(io::stderr());
    process::exit(Exit::Interrupted as i32);
}

#[cfg(unix)]
#[derive(Clone)]
struct Before(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Before {
    fn now() -> Before {
        Before(rustix::termios::tcgetattr(io::stdin()).ok())
    }

    /// Nothing that is typed from here on is shown, not even what is typed before it is asked for.
    fn hide(&self) {
        let mut hidden = self.clone();
        if let Some(terminal) = &mut hidden.0 {
            terminal
                .local_modes
                .remove(rustix::termios::LocalModes::ECHO);
        }
        hidden.restore();
    }

    fn restore(&self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        if let Some(terminal) = &self.0 {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
        }
    }
}

/// The console of Windows gets its echo back from the shell.
#[cfg(not(unix))]
#[derive(Clone)]
struct Before;

#[cfg(not(unix))]
impl Before {
    fn now() -> Before {
        Before
    }

    fn hide(&self) {}

    fn restore(&self) {}
}

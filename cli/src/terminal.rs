//! What a person types. Ctrl-C at a prompt ends the program, and the terminal is left as it was.

use crate::exit::Exit;
use crate::library;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::Mutex;

/// What the terminal was like before the prompt that waits: no call of the library would notice that a person leaves.
static PROMPT: Mutex<Option<echo::Before>> = Mutex::new(None);

/// Ctrl-C, and the signals that end a program, stop a call of the library; a prompt, and what comes before the first call,
/// end at once.
pub(crate) fn end_on_signals() {
    // A second handler is not set by anybody here.
    let _ = ctrlc::set_handler(|| {
        let stops = library::interrupt();
        match take_prompt() {
            None if stops => {}
            before => leave(before),
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
    let before = echo::before();
    *PROMPT.lock().unwrap_or_else(|it| it.into_inner()) = Some(before.clone());
    if hidden {
        echo::hide(&before);
    }
    let _ = write!(io::stderr(), "{prompt}").and_then(|()| io::stderr().flush());
    let answer = ask();
    if let Some(before) = take_prompt().filter(|_| hidden) {
        echo::restore(&before);
    }
    answer
}

fn take_prompt() -> Option<echo::Before> {
    PROMPT.lock().unwrap_or_else(|it| it.into_inner()).take()
}

fn leave(before: Option<echo::Before>) -> ! {
    before.iter().for_each(echo::restore);
    let _ = writeln!(io::stderr());
    process::exit(Exit::Interrupted as i32);
}

#[cfg(unix)]
mod echo {
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
    use std::io;

    pub(super) type Before = Option<Termios>;

    pub(super) fn before() -> Before {
        tcgetattr(io::stdin()).ok()
    }

    /// Nothing that is typed from here on is shown, not even what is typed before it is asked for.
    pub(super) fn hide(before: &Before) {
        let mut hidden = before.clone();
        if let Some(terminal) = &mut hidden {
            terminal.local_modes.remove(LocalModes::ECHO);
        }
        restore(&hidden);
    }

    pub(super) fn restore(before: &Before) {
        if let Some(terminal) = before {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
        }
    }
}

/// The console of Windows gets its echo back from the shell.
#[cfg(not(unix))]
mod echo {
    pub(super) type Before = ();
    pub(super) fn before() {}
    pub(super) fn hide(_: &()) {}
    pub(super) fn restore(_: &()) {}
}

/// Whether nobody else uses the console: Windows opened it for this program, and closes it with it.
#[cfg(windows)]
#[allow(unsafe_code)]
pub(crate) fn is_of_this_program() -> bool {
    use windows_sys::Win32::System::Console::GetConsoleProcessList;
    let mut processes = [0; 2];
    // SAFETY: the array has as many places as are named.
    unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) == 1 }
}

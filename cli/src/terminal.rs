//! What a person types. Ctrl-C at a prompt ends the program, and the terminal is left as it was.

use crate::exit::Exit;
use crate::library;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::Mutex;

/// The mode of the terminal before the prompt that waits: no call of the library would notice that a person leaves.
static PROMPT: Mutex<Option<echo::Mode>> = Mutex::new(None);

/// Ctrl-C, and the signals that end a program, stop a call of the library; a prompt, and what comes before the first call,
/// end at once.
pub(crate) fn end_on_signals() {
    // A second handler is not set by anybody here.
    let _ = ctrlc::set_handler(|| {
        let stops = library::interrupt();
        if restored() || !stops {
            let _ = writeln!(io::stderr());
            process::exit(Exit::Interrupted as i32);
        }
    });
}

/// A line that is not shown, or None at the end of the input.
pub(crate) fn hidden(prompt: &str) -> Option<String> {
    let config = rpassword::ConfigBuilder::new();
    // With a terminal of its own it would put back, after a signal, the mode that it found: without echo.
    #[cfg(unix)]
    let config = config.input_reader(io::stdin()).output_discard();
    let read = || rpassword::read_password_with_config(config.build());
    match asking(prompt, true, read) {
        // On Windows its Ctrl-C is no signal.
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
    let mode = echo::mode();
    let mut waiting = PROMPT.lock().unwrap_or_else(|it| it.into_inner());
    *waiting = Some(mode.clone());
    if hidden {
        echo::hide(mode);
    }
    drop(waiting);
    let _ = write!(io::stderr(), "{prompt}").and_then(|()| io::stderr().flush());
    let answer = ask();
    restored();
    answer
}

/// Whether a prompt waited; the terminal is as before it then.
fn restored() -> bool {
    let mode = PROMPT.lock().unwrap_or_else(|it| it.into_inner()).take();
    mode.map(echo::set).is_some()
}

#[cfg(unix)]
mod echo {
    use rustix::termios::SpecialCodeIndex as Code;
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
    use std::io;

    pub(super) type Mode = Option<Termios>;

    pub(super) fn mode() -> Mode {
        tcgetattr(io::stdin()).ok()
    }

    /// Nothing that is typed from here on is shown, not even what is typed before it is asked for.
    pub(super) fn hide(mut mode: Mode) {
        if let Some(terminal) = &mut mode {
            terminal.local_modes.remove(LocalModes::ECHO);
            terminal.local_modes.insert(LocalModes::ECHONL);
            // What ends or stops a program without a word to it would leave the terminal so.
            terminal.special_codes[Code::VQUIT] = 0;
            terminal.special_codes[Code::VSUSP] = 0;
        }
        set(mode);
    }

    pub(super) fn set(mode: Mode) {
        if let Some(terminal) = mode {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &terminal);
        }
    }
}

/// The console of Windows gets its echo back from the shell.
#[cfg(not(unix))]
mod echo {
    #[derive(Clone)]
    pub(super) struct Mode;
    pub(super) fn mode() -> Mode {
        Mode
    }
    pub(super) fn hide(_: Mode) {}
    pub(super) fn set(_: Mode) {}
}

/// Whether nobody else uses the console: Windows opened it for this program, and closes it with it.
#[cfg(not(windows))]
pub(crate) fn is_of_this_program() -> bool {
    false
}

#[cfg(windows)]
#[allow(unsafe_code)]
pub(crate) fn is_of_this_program() -> bool {
    use windows_sys::Win32::System::Console::GetConsoleProcessList;
    let mut processes = [0; 2];
    // SAFETY: the array has as many places as are named.
    unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) == 1 }
}

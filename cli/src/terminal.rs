//! What a person types. Ctrl-C at a prompt ends the program, and the terminal is left as it was.

use crate::exit::Exit;
use crate::library;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::Mutex;

/// What makes the terminal as it was before the prompt that waits: no call of the library would notice that a person leaves.
static PROMPT: Mutex<Option<Restore>> = Mutex::new(None);

type Restore = Box<dyn FnOnce() + Send>;

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

/// A line that is not shown, or None where nothing but blanks is typed.
pub(crate) fn hidden(prompt: &str) -> Option<String> {
    let config = rpassword::ConfigBuilder::new();
    // With a terminal of its own it would put back, after a signal, the mode that it found: without echo.
    #[cfg(unix)]
    let config = config.input_reader(io::stdin()).output_discard();
    let read = || rpassword::read_password_with_config(config.build());
    match asking(prompt, true, read) {
        // On Windows its Ctrl-C is no signal.
        Err(e) if e.kind() == ErrorKind::Interrupted => process::exit(Exit::Interrupted as i32),
        typed => typed.ok().filter(|line| !line.trim().is_empty()),
    }
}

/// A line without blanks around it, or None where nothing is typed.
pub(crate) fn typed(prompt: &str) -> Option<String> {
    let mut line = String::new();
    asking(prompt, false, || io::stdin().read_line(&mut line)).ok()?;
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}

fn asking<T>(prompt: &str, hidden: bool, ask: impl FnOnce() -> T) -> T {
    let mut waiting = PROMPT.lock().unwrap_or_else(|it| it.into_inner());
    *waiting = Some(begin(hidden));
    drop(waiting);
    let _ = write!(io::stderr(), "{prompt}").and_then(|()| io::stderr().flush());
    let answer = ask();
    restored();
    answer
}

/// Whether a prompt waited; the terminal is as before it then.
fn restored() -> bool {
    let restore = PROMPT.lock().unwrap_or_else(|it| it.into_inner()).take();
    restore.map(|restore| restore()).is_some()
}

/// What was typed before a prompt is thrown away: it may be a PIN again, and would answer what nobody has read. Where it is
/// hidden, nothing that is typed from here on is shown, not even what is typed before it is asked for.
#[cfg(unix)]
fn begin(hidden: bool) -> Restore {
    use rustix::termios::*;
    let Ok(before) = tcgetattr(io::stdin()) else {
        return Box::new(|| ());
    };
    let mut now = before.clone();
    if hidden {
        now.local_modes.remove(LocalModes::ECHO);
        now.local_modes.insert(LocalModes::ECHONL);
        // What ends or stops a program without a word to it would leave the terminal so.
        now.special_codes[SpecialCodeIndex::VQUIT] = 0;
        now.special_codes[SpecialCodeIndex::VSUSP] = 0;
    }
    let set = |mode: &Termios| _ = tcsetattr(io::stdin(), OptionalActions::Now, mode);
    set(&now);
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    Box::new(move || set(&before))
}

/// The same; the console of Windows gets its echo back from the shell.
#[cfg(windows)]
#[allow(unsafe_code)]
fn begin(_: bool) -> Restore {
    use std::os::windows::io::AsRawHandle;
    use windows_sys::Win32::System::Console::FlushConsoleInputBuffer;
    // SAFETY: the handle of standard input, which stays open. What is no console is left as it is.
    unsafe { FlushConsoleInputBuffer(io::stdin().as_raw_handle()) };
    Box::new(|| ())
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

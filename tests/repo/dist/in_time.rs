//! Commands that end in time, or are ended with all that they started.

use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Runs a command to its end, and to that of all that writes where it writes.
#[track_caller]
pub fn run_within(command: &mut Command, patience: Duration) -> Output {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.process_group(0).spawn();
    let child = child.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let group = i32::try_from(child.id()).unwrap();
    let (sender, ended) = channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    if let Ok(output) = ended.recv_timeout(patience) {
        return output.unwrap();
    }
    // SAFETY: the group is the command's own.
    unsafe { libc::kill(-group, libc::SIGKILL) };
    let output = ended.recv_timeout(Duration::from_secs(10));
    let said = output.map_or_else(|error| error.to_string(), |output| text(&output.unwrap()));
    panic!("{command:?} did not end within {patience:?}\n{said}");
}

/// What was written, first to the standard output.
pub fn text(output: &Output) -> String {
    let written = [&*output.stdout, &*output.stderr].concat();
    String::from_utf8_lossy(&written).into_owned()
}

#[test]
fn what_does_not_end_is_ended_with_all_that_it_started() {
    use std::io::Read;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", "sleep 1000; true"]).stdin(writer);
    let patience = Duration::from_secs(1);
    let failed = catch_unwind(AssertUnwindSafe(|| run_within(&mut command, patience)));
    let message = failed.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("did not end within 1s"), "{message}");

    // The pipe is closed when nobody has its other end any more: neither this command, nor shell, nor sleep.
    drop(command);
    let (sender, closed) = channel();
    std::thread::spawn(move || sender.send(reader.read(&mut [0]).unwrap()));
    assert_eq!(closed.recv_timeout(Duration::from_secs(10)), Ok(0));
}

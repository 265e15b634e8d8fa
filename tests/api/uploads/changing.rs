//! Documents that change while they are compared or sent: what arrives is what was admitted, or nothing whole.

use std::fs::{File, FileTimes, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use super::*;
use crate::callbacks::with_progress;

/// Waits until the clock of the file system has moved on: the next change of the file shows in its times.
fn settle(path: &Path) {
    let changed = |path: &Path| {
        let metadata = std::fs::metadata(path).unwrap();
        (metadata.ctime(), metadata.ctime_nsec())
    };
    let probe = path.with_extension("probe");
    loop {
        std::fs::write(&probe, b"").unwrap();
        if changed(&probe) > changed(path) {
            return;
        }
        std::thread::yield_now();
    }
}

fn write(path: &Path, content: &[u8], at: u64) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.write_all_at(content, at).unwrap();
}

fn changed(sent: Outcome) {
    let sent = sent.fails("HR_E_FILE").outcome("incomplete");
    sent.has(json!({"sha256": null, "entry": null}));
}

/// Content A is in doubt; B was there while it was compared, and A again before the first byte: A was sent twice.
#[test]
fn what_is_sent_is_what_was_compared() {
    let fixture = Fixture::plain(|peer, number| match number {
        0 => lose_the_answer(peer),
        _ => accept(peer),
    });
    let host = &fixture.host;
    let (a, b) = ([b'A'; 1000], [b'B'; 1000]);
    let doubt = entry(&fixture.send(&a).fails("HR_E_IN_DOUBT"));

    // From the second report on there is what is in doubt.
    let mut buffer = b.to_vec();
    let start = buffer.as_mut_ptr();
    let mut reports = 0;
    let sent = with_progress(
        host,
        &mut |_, _| {
            reports += 1;
            if reports > 1 {
                // SAFETY: the buffer lives as long as the call.
                unsafe { start.write_bytes(b'A', 1000) };
            }
            0
        },
        || fixture.send_by(host, &buffer),
    );
    changed(sent);
    let file = TempFile::new("a.pdf", &b);
    let send_file = || host.dmp_send(&fixture.patient, file.path(), None);
    let mut reports = 0;
    let sent = with_progress(
        host,
        &mut |done, _| {
            reports += 1;
            if reports > 1 && done == 0 {
                write(&file.0, &a, 0);
            }
            0
        },
        send_file,
    );
    changed(sent);
    assert_eq!(std::fs::read(file.path()).unwrap(), a);
    assert_eq!(fixture.whole(), 1);
    assert_eq!(entry(&fixture.is_held_back(&a)), doubt);

    // A permit for A is not used up by a sending that ended so.
    assert_eq!(host.dmp_resend_allow(&doubt), 0);
    settle(&file.0);
    let sent = with_progress(
        host,
        &mut |_, _| {
            write(&file.0, b"A", 0);
            0
        },
        send_file,
    );
    changed(sent);
    send_file().ok();
    assert_eq!(fixture.whole(), 2);
}

/// A file rewritten in place while it was sent: a mixture of both contents was accepted.
#[test]
fn a_file_that_changes_while_it_is_sent_does_not_arrive() {
    let length = large().len() as u64;
    let resize = |path: &Path, length| {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(length).unwrap();
    };
    let as_of_old = |path: &Path| {
        let times = std::fs::metadata(path).unwrap();
        let times = FileTimes::new()
            .set_modified(times.modified().unwrap())
            .set_accessed(times.accessed().unwrap());
        write(path, &vec![2; large().len()], 0);
        let file = File::options().write(true).open(path).unwrap();
        file.set_times(times).unwrap();
    };
    let replace = |path: &Path| {
        let fresh = path.with_extension("new");
        std::fs::write(&fresh, vec![2; large().len()]).unwrap();
        std::fs::rename(fresh, path).unwrap();
    };
    let append = |path: &Path| {
        let mut file = OpenOptions::new().append(true).open(path).unwrap();
        file.write_all(b"x").unwrap();
    };
    let changes: [&dyn Fn(&Path); 8] = [
        &|path| write(path, &vec![2; large().len()], 0),
        &|path| write(path, &[2], length - 1),
        &as_of_old,
        &replace,
        &append,
        &|path| resize(path, length - 1),
        &|path| resize(path, 0),
        &|path| resize(path, 2 * length),
    ];
    for change in changes {
        let fixture = Fixture::plain(|mut peer, _| {
            peer.read_to(100_000);
            peer.mark("begun");
            peer.wait_for("changed");
            accept(peer);
        });
        let file = TempFile::new("scan.pdf", large());
        settle(&file.0);
        let sent = std::thread::scope(|threads| {
            let call = threads.spawn(|| fixture.send_file(file.path()));
            fixture.server.until("begun");
            change(&file.0);
            fixture.server.mark("changed");
            call.join().unwrap()
        });
        assert_eq!(fixture.whole(), 0, "{}", sent.text);
        changed(sent);
    }
}

//! How often the file of a document is read.

use serde_json::json;

use super::stage::*;

const LENGTH: usize = 4 << 20;

/// The bytes that this thread has read from files so far.
fn read_so_far() -> usize {
    let text = std::fs::read_to_string("/proc/thread-self/io").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("rchar: "));
    line.unwrap().parse().unwrap()
}

/// Once where nothing is known of its length and there is no journal, twice else.
#[test]
fn each_file_is_read_as_often_as_it_must() {
    testkit::alone!();
    let stage = Stage::accepting();
    for (host, readings) in [(stage.host(), 1), (stage.host_with_journal(), 2)] {
        let make = |at: usize| {
            let content = vec![at as u8; readings * LENGTH + at];
            wanted(&stage.document(&format!("{at}.pdf"), content))
        };
        let request = stage.request(json!([make(0), make(1), make(2)]));
        let before = read_so_far();
        let sent = host.deposit(&request);
        let read = read_so_far() - before;
        sent.ok();
        let least = readings * 3 * readings * LENGTH;
        let most = least + LENGTH / 2;
        assert!((least..most).contains(&read), "{read} of {least}");
    }
}

//! What the library asks of the process that it runs in. Forks and cancelled threads: `tests/host/forks.rs`.

use std::time::{Duration, Instant};

use testkit::*;

/// Each of 65,000 keys was compared with all keys before it: 3.7 seconds, and 60 in a debug build.
#[test]
fn r86_the_time_of_opening_grows_with_the_configuration_and_not_faster() {
    let keys: Vec<String> = (0..65_000).map(|n| format!("\"key{n}\":1")).collect();
    for object in [
        format!("{{{}}}", keys.join(",")),
        format!("{{\"timeouts\":{{{}}}}}", keys.join(",")),
    ] {
        let started = Instant::now();
        Host::try_open(&object).1.fails("HR_E_CONFIG");
        assert!(started.elapsed() < Duration::from_secs(5));
    }
    let twice = r#"{"language":"en","proxy":"none","language":"fr"}"#;
    let refused = Host::try_open(twice).1.fails("HR_E_CONFIG");
    assert!(refused.str("remedy").contains("language"));
}

//! What `c_program` relies on: valgrind finds a mistake planted on purpose, in memory that the library as it is
//! shipped allocates or writes, and counts nothing where none was planted.
#![cfg(target_os = "linux")]

use hr_sandbox::{Options, Sandbox};
use testkit::TempFile;
use testkit::c_compiler::{C11, STATIC_WITH_SYMBOLS, Variant, compile, run};
use testkit::tools::has;
use testkit::valgrind::{CLEAN, Figures, Watch};

/// Gives what valgrind counted, and all that it wrote; None where it is not installed.
fn planted(which: &str, variant: &Variant, tls: bool) -> Option<(Figures, String)> {
    let title = format!("planted: {which}, {}", variant.name);
    if !has("valgrind", &title) || !has(variant.tool, &title) {
        return None;
    }
    let options = Options {
        tls,
        ..Options::default()
    };
    let sandbox = Sandbox::start(options).unwrap();
    let mut config = sandbox.config_json();
    let ca = sandbox.ca_pem();
    let ca = ca.map(|pem| TempFile::new("ca.pem", pem.as_bytes()));
    if let Some(ca) = &ca {
        config["ca_file"] = ca.path().into();
    }
    let watch = Watch::new(variant);
    let mut command = watch.command(compile(variant, "tests/c/planted.c"));
    let ended = run(command.arg(which), &config.to_string());
    let figures = watch.figures(&title);
    assert_eq!(ended.code, Some(0), "{ended:?} {}", watch.report());
    Some((figures, watch.report()))
}

/// In each way that `c_program` uses: shared over http, static over TLS with what is suppressed there.
fn in_both_ways(which: &str, judge: impl Fn(&Figures, &str) -> bool) {
    for (variant, tls) in [(&C11, false), (&STATIC_WITH_SYMBOLS, true)] {
        if let Some((figures, report)) = planted(which, variant, tls) {
            assert!(judge(&figures, &report), "{which}: {figures:?} {report}");
        }
    }
}

#[test]
#[ignore = "run by tests/run --matrix"]
fn nothing_where_nothing_is() {
    in_both_ways("none", |figures, _| *figures == CLEAN);
}

#[test]
#[ignore = "run by tests/run --matrix"]
fn a_text_freed_twice() {
    in_both_ways("freed-twice", |figures, report| {
        figures.errors > 0 && report.contains("Invalid read") && report.contains("free'd")
    });
}

#[test]
#[ignore = "run by tests/run --matrix"]
fn a_text_read_after_it_was_freed() {
    in_both_ways("used-after-free", |figures, report| {
        figures.errors > 0 && report.contains("Invalid read")
    });
}

#[test]
#[ignore = "run by tests/run --matrix"]
fn a_handle_written_where_memory_was_freed() {
    in_both_ways("written-after-free", |figures, report| {
        figures.errors > 0 && report.contains("Invalid write of size 4")
    });
}

#[test]
#[ignore = "run by tests/run --matrix"]
fn a_buffer_that_is_too_small() {
    in_both_ways("too-small", |figures, report| {
        figures.errors > 0 && report.contains("Invalid write")
    });
}

#[test]
#[ignore = "run by tests/run --matrix"]
fn a_text_that_is_lost() {
    in_both_ways("lost", |figures, _| figures.definitely_lost > 100);
}

#[test]
#[ignore = "run by tests/run --matrix"]
fn a_descriptor_left_open() {
    let expected = Figures {
        left_open: 1,
        ..CLEAN
    };
    in_both_ways("left-open", |figures, _| *figures == expected);
}

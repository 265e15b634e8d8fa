//! A step in a process of its own, with the same file.

use std::io::Write;
use std::process::Command;

use serde_json::{Value, json};
use testkit::Host;
#[cfg(unix)]
use testkit::libc;
use testkit::process::Speaking;

use super::stage::{in_record, send};

/// The command of a process that makes a step.
pub fn command(config: &Value, url: &str, step: Value) -> Command {
    let orders = json!({"config": config, "url": url, "step": step});
    let mut command = testkit::process::again(module_path!(), "the_other_process");
    command.env("HR_TEST_ORDERS", orders.to_string());
    command
}

pub fn other(config: &Value, url: &str, step: Value) -> Speaking {
    Speaking::start(&mut command(config, url, step))
}

/// How its step ended.
pub fn ended(process: &mut Speaking) -> Value {
    serde_json::from_str(&process.said("ended ").unwrap()).unwrap()
}

/// The step once more, in the program that it becomes; the process goes on.
#[cfg(unix)]
pub fn becomes_another(process: &mut Speaking) -> Value {
    process.write("now\n");
    let again = ended(process);
    assert!(process.running.0.try_wait().unwrap().is_none());
    again
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_other_process() {
    let step = std::thread::spawn(make_step);
    let told = std::io::stdin().read_line(&mut String::new()).unwrap();
    #[cfg(unix)]
    if told > 0 {
        use std::os::unix::process::CommandExt;
        let error = testkit::process::again(module_path!(), "the_other_process").exec();
        panic!("{error}");
    }
    let _ = told;
    step.join().unwrap();
}

fn make_step() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let (number, opened) = Host::try_open(&orders["config"].to_string());
    let host = Host(number);
    let step = &orders["step"];
    let [what, about, pin] = [0, 1, 2].map(|at| step[at].as_str().unwrap_or_default());
    let ended = match what {
        "open" => opened.json,
        "login" => {
            host.ticket().ok();
            host.login(&host.token(about), pin).json
        }
        "send" => {
            in_record(&host, orders["url"].as_str().unwrap());
            send(&host, about.as_bytes()).json
        }
        #[cfg(unix)]
        "fork in the first of two uploads" => {
            in_record(&host, orders["url"].as_str().unwrap());
            host.set_progress(Some(fork_once), std::ptr::null_mut());
            send(&host, &vec![1; 8 << 20]).ok();
            send(&host, &vec![2; 8 << 20]).json
        }
        _ => panic!("{what}"),
    };
    println!("ended {ended}");
    std::io::stdout().flush().unwrap();
}

/// The child does not outlive the test, whatever becomes of that.
#[cfg(unix)]
fn wait_in_child() -> ! {
    unsafe {
        libc::alarm(20);
        libc::pause();
    }
    std::process::abort()
}

#[cfg(unix)]
extern "C" fn fork_once(_: *mut std::ffi::c_void, done: i32, _: i32) -> i32 {
    static FORKED: std::sync::Once = std::sync::Once::new();
    // Before that it is read, and is not in flight.
    if done > 0 {
        FORKED.call_once(|| match unsafe { libc::fork() } {
            0 => wait_in_child(),
            child => println!("forked {child}"),
        });
    }
    0
}

//! Steps in a process of their own, with the same file.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use testkit::Host;

use super::stage::{in_record, send};

/// A process that makes steps; it does not outlive the test.
pub struct Other {
    process: Child,
    said: BufReader<ChildStdout>,
}

impl Drop for Other {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The command of such a process.
pub fn command(config: &Value, url: &str, steps: Value) -> Command {
    let orders = json!({"config": config, "url": url, "steps": steps});
    let mut command = testkit::process::again(module_path!(), "the_other_process");
    command.env("HR_TEST_ORDERS", orders.to_string());
    command
}

impl Other {
    pub fn new(config: &Value, url: &str, steps: Value) -> Other {
        Other::of(command(config, url, steps).stdin(Stdio::null()))
    }

    /// It may become another program before its steps have ended.
    pub fn updating(config: &Value, url: &str, steps: Value) -> Other {
        Other::of(command(config, url, steps).stdin(Stdio::piped()))
    }

    pub fn of(command: &mut Command) -> Other {
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let said = BufReader::new(process.stdout.take().unwrap());
        Other { process, said }
    }

    /// How its next step ended.
    pub fn ended(&mut self) -> Value {
        let mut line = String::new();
        while !line.contains("ended ") {
            line.clear();
            assert!(self.said.read_line(&mut line).unwrap() > 0);
        }
        serde_json::from_str(line.split_once("ended ").unwrap().1).unwrap()
    }

    /// The first step once more, in the program that it becomes; the process goes on.
    #[cfg(unix)]
    pub fn becomes_another(&mut self) -> Value {
        let stdin = self.process.stdin.as_mut().unwrap();
        stdin.write_all(b"now\n").unwrap();
        let again = self.ended();
        assert!(self.process.try_wait().unwrap().is_none());
        again
    }

    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_other_process() {
    let steps = std::thread::spawn(make_steps);
    let told = std::io::stdin().read_line(&mut String::new()).unwrap();
    #[cfg(unix)]
    if told > 0 {
        use std::os::unix::process::CommandExt;
        let error = testkit::process::again(module_path!(), "the_other_process").exec();
        panic!("{error}");
    }
    let _ = told;
    steps.join().unwrap();
}

fn make_steps() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let (number, opened) = Host::try_open(&orders["config"].to_string());
    let host = Host(number);
    for step in orders["steps"].as_array().unwrap() {
        let [what, about, pin] = [0, 1, 2].map(|at| step[at].as_str().unwrap_or_default());
        let ended = match what {
            "open" => opened.json.clone(),
            "permit" => json!(host.dmp_resend_allow(about)),
            "found" => json!(host.dmp_found(about)),
            "login" => {
                host.ticket().ok();
                host.login(&host.token(about), pin).json
            }
            "send" => {
                in_record(&host, orders["url"].as_str().unwrap());
                send(&host, about.as_bytes()).json
            }
            _ => panic!("{what}"),
        };
        println!("ended {ended}");
        std::io::stdout().flush().unwrap();
    }
}

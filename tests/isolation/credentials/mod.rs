//! Where the four secrets go, with two sessions at once, redirections, lost connections, logins that lead
//! elsewhere, and whatever the environment says of proxies. Every byte that arrived anywhere is searched.

mod records;
mod table;
mod walk;

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Instant;

use hr_sandbox::{Call, Options};
use serde_json::{Value, json};
use table::{Secret, Table};
use testkit::fault_proxy::{End, Endpoint, FaultProxy, Reads, Script, Sends};
use testkit::process::PROXY_VARIABLES;
use testkit::threads::for_each;
use walk::Walk;

/// The mark of a line that a child writes for its parent.
const RESULT: &str = "RESULT ";
const THREADS: usize = 2;

/// What the environment of a child says.
struct Surroundings {
    /// The variables that name the proxy.
    proxies: Vec<&'static str>,
    exception: Option<(&'static str, &'static str)>,
}

fn surroundings() -> Vec<Surroundings> {
    let here = "localhost, 127.0.0.1";
    let mut all = Vec::new();
    for exception in [
        None,
        Some(("NO_PROXY", here)),
        Some(("no_proxy", here)),
        Some(("NO_PROXY", "elsewhere.example")),
        Some(("no_proxy", "elsewhere.example")),
        Some(("NO_PROXY", "*")),
    ] {
        let proxies = PROXY_VARIABLES.to_vec();
        all.push(Surroundings { proxies, exception });
    }
    for name in PROXY_VARIABLES {
        for exception in [None, Some(("NO_PROXY", here)), Some(("no_proxy", here))] {
            let proxies = vec![name];
            all.push(Surroundings { proxies, exception });
        }
    }
    all
}

/// This program once more in these surroundings; gives its table and the secrets that it used.
fn child(around: &Surroundings, proxy: &FaultProxy, orders: &Value) -> (Table, Vec<Secret>) {
    let mut command = testkit::process::again(module_path!(), "the_host");
    for name in PROXY_VARIABLES.into_iter().chain(["NO_PROXY", "no_proxy"]) {
        command.env_remove(name);
    }
    for name in &around.proxies {
        command.env(name, proxy.url(Endpoint::Decoy));
    }
    if let Some((name, value)) = around.exception {
        command.env(name, value);
    }
    command.env("HR_CREDENTIALS", orders.to_string());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut result = None;
    for line in lines.map(Result::unwrap) {
        if let Some((_, text)) = line.split_once(RESULT) {
            result = Some(serde_json::from_str(text).unwrap());
        }
    }
    let status = child.wait().unwrap();
    assert!(
        status.success(),
        "{:?}, {:?}",
        around.proxies,
        around.exception
    );
    result.expect("a result")
}

#[test]
#[ignore = "run by the other, in a process of its own"]
fn the_host() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_CREDENTIALS").unwrap()).unwrap();
    let mut table = Table::default();
    let mut secrets = Vec::new();
    for proxy in orders["proxies"].as_array().unwrap() {
        let proxy = proxy.as_str().unwrap();
        if orders["beyond"] == true {
            // The proxy is needed, or its address is not to be had.
            secrets.extend(walk::beyond(proxy));
            continue;
        }
        let (found, used) = Walk::new(proxy).all();
        table.add(found);
        secrets.extend(used);
    }
    println!("{RESULT}{}", json!([table, secrets]));
}

#[test]
fn every_secret_goes_where_it_belongs_and_nowhere_else() {
    let began = Instant::now();
    let decoy = || FaultProxy::start(Options::default(), None).unwrap();
    let (trap, proxy) = (decoy(), decoy());
    // Some tunnels are opened, and nobody is behind them.
    for nth in (1..200).step_by(2) {
        let script = Script {
            reads: Reads::Head,
            forward: false,
            sends: Sends::Bytes(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()),
            end: End::Silence,
        };
        proxy.arm(Call::Other, nth, script);
    }
    let all = surroundings();
    let named = trap.url(Endpoint::Decoy);
    let (mut table, mut secrets) = (Table::default(), Vec::new());
    let found = for_each(THREADS, &all, |around| {
        let settings = ["none", "env", "system", &named];
        let used = if around.proxies.len() > 1 { 4 } else { 2 };
        let found = child(around, &trap, &json!({"proxies": settings[..used]}));
        let beyond = json!({"proxies": settings[..3], "beyond": true});
        (found, child(around, &proxy, &beyond).1)
    });
    for ((found, used), beyond) in found {
        table.add(found);
        secrets.extend(used);
        secrets.extend(beyond);
    }
    let (trap, proxy) = (trap.finish(), proxy.finish());
    let tunnels = proxy.requests();
    table.search_proxy(&trap, &secrets);
    table.search_proxy(&proxy, &secrets);
    println!(
        "{} surroundings, {} secrets, {} tunnels asked of a proxy, {:.0} s",
        all.len(),
        secrets.len(),
        tunnels.len(),
        began.elapsed().as_secs_f32()
    );
    table.print_and_check();
    assert_eq!(
        trap.connections(Endpoint::Decoy),
        0,
        "loopback went through a proxy"
    );
    assert!(tunnels.len() > 20, "the proxy is used where it should be");
    assert!(
        tunnels
            .iter()
            .all(|request| request.head.starts_with("CONNECT "))
    );
}

//! Where the four secrets go, with two sessions at once, logins that lead elsewhere, and whatever the environment says
//! of proxies. Every byte that arrived anywhere is searched.

mod records;
mod walk;

use hr_sandbox::{Call, Options};
use testkit::fault_proxy::{End, Endpoint, FaultProxy, Oracle, Reads, Script, Sends};
use testkit::process::{PROXY_VARIABLES, set_environment};
use walk::Walk;

/// The names that the fault proxy knows them by.
const SECRETS: [&str; 4] = ["license", "ticket", "pin", "bearer"];

#[derive(Clone, Debug)]
struct Secret {
    kind: usize,
    text: String,
    /// The session that it belongs to, by the number of its fault proxy.
    home: usize,
}

/// Which secret was seen where.
#[derive(Default)]
struct Table {
    /// How often each kind was seen where it belongs.
    seen: [usize; 4],
    strays: Vec<String>,
}

impl Table {
    /// Looks through all that a fault proxy received; without a home nothing belongs there.
    fn search(&mut self, home: Option<usize>, oracle: &Oracle, secrets: &[Secret]) {
        let named = |secret: &Secret| (SECRETS[secret.kind], secret.text.clone());
        let named: Vec<_> = secrets.iter().map(named).collect();
        for sighting in oracle.sightings(&named) {
            let secret = &secrets[sighting.secret];
            match Some(secret.home) == home && sighting.belongs {
                true => self.seen[secret.kind] += 1,
                false => self
                    .strays
                    .push(format!("{}: {sighting:?}", SECRETS[secret.kind])),
            }
        }
    }
}

#[test]
fn every_secret_goes_where_it_belongs_and_nowhere_else() {
    testkit::alone!();
    let [trap, proxy] = [(); 2].map(|()| FaultProxy::start(Options::default(), None));
    let name = |proxy: &FaultProxy| {
        let url = proxy.url(Endpoint::Decoy);
        let variables = PROXY_VARIABLES.map(|name| (name, Some(&*url)));
        // SAFETY: this process has one test, and the threads of its servers read no environment.
        unsafe { set_environment(&variables) };
        url
    };
    let named = name(&trap);
    let (mut table, mut secrets) = (Table::default(), Vec::new());
    for setting in ["none", "env", "system", &named] {
        secrets.extend(Walk::new(setting).all(&mut table));
    }
    let trap = trap.finish();
    table.search(None, &trap, &secrets);
    assert_eq!(
        trap.connections(Endpoint::Decoy),
        0,
        "loopback went through a proxy"
    );

    name(&proxy);
    // Some tunnels are opened, and nobody is behind them.
    for nth in (1..20).step_by(2) {
        let script = Script {
            reads: Reads::Head,
            forward: false,
            sends: Sends::Bytes(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()),
            end: End::Silence,
        };
        proxy.arm(Call::Other, nth, script);
    }
    // The proxy is needed, or its address is not to be had.
    secrets.extend(["none", "env", "system"].map(walk::beyond).concat());
    let proxy = proxy.finish();
    table.search(None, &proxy, &secrets);
    let tunnels = proxy.requests();
    assert!(tunnels.len() > 4, "the proxy is used where it should be");
    let asks = |head: &str| head.starts_with("CONNECT ");
    assert!(tunnels.iter().all(|tunnel| asks(&tunnel.head)));
    println!("{SECRETS:?} were seen {:?} times at home", table.seen);
    assert!(table.strays.is_empty(), "{:#?}", table.strays);
    assert!(!table.seen.contains(&0), "never seen at home");
}

//! The settings of a computer, played: what its scripts say about each host, and one server with exceptions.

use std::collections::BTreeMap;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::time::Instant;

use hr::ffi::test_hooks::proxy::{Named, PROXIES, ProxyFunctions, Script, User};

use super::tunnel;
use testkit::SOON;
use testkit::raw_server::Server;

/// What the script says about an origin.
#[derive(Clone)]
pub enum Says {
    Servers(String),
    /// There is no script.
    Nothing,
    /// Nothing either, but only when the test lets it, or after a time that no test takes.
    Hangs,
    Panics,
}

#[derive(Default)]
struct State {
    says: BTreeMap<String, Says>,
    asked: Vec<String>,
}

static STATE: Mutex<State> = Mutex::new(State {
    says: BTreeMap::new(),
    asked: Vec::new(),
});
static CHANGED: Condvar = Condvar::new();

/// The server of the settings.
pub static NAMED: LazyLock<Server> = LazyLock::new(tunnel);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn user() -> Option<User> {
    Some(User {
        detect: true,
        script: None,
        named: Named {
            servers: format!("http={0};https={0};socks=127.0.0.1:1", NAMED.address),
            bypass: "*.direct.invalid;<local>".to_owned(),
        },
    })
}

fn script(origin: &str, script: Script<'_>) -> Option<Named> {
    assert_eq!(script, Script::Detected);
    let began = Instant::now();
    let mut state = state();
    state.asked.push(origin.to_owned());
    CHANGED.notify_all();
    while began.elapsed() < SOON {
        match state.says.get(origin).cloned() {
            Some(Says::Servers(servers)) => {
                return Some(Named {
                    servers,
                    bypass: String::new(),
                });
            }
            Some(Says::Hangs) => {}
            Some(Says::Panics) => panic!("planted"),
            Some(Says::Nothing) | None => return None,
        }
        let woken = CHANGED.wait_timeout(state, SOON);
        state = woken.unwrap_or_else(PoisonError::into_inner).0;
    }
    None
}

static PLAYED: ProxyFunctions = ProxyFunctions {
    user,
    machine: || panic!("there is a user"),
    script,
};

/// From now on the script says this about the origin.
pub fn says(origin: &str, what: Says) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| PROXIES.set(&PLAYED).unwrap());
    state().says.insert(origin.to_owned(), what);
    CHANGED.notify_all();
}

/// How often the script was asked about an origin.
pub fn asked(origin: &str) -> usize {
    state()
        .asked
        .iter()
        .filter(|asked| *asked == origin)
        .count()
}

pub fn all_asked() -> Vec<String> {
    state().asked.clone()
}

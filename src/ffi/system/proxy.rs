//! What the system is asked about proxies.

#[cfg(windows)]
mod windows;

/// What a test plants in place of the system's.
#[cfg(feature = "test-hooks")]
pub static PROXIES: once_cell::race::OnceRef<'static, ProxyFunctions> =
    once_cell::race::OnceRef::new();

/// None where the system has no settings.
pub fn functions() -> Option<&'static ProxyFunctions> {
    #[cfg(feature = "test-hooks")]
    if let Some(planted) = PROXIES.get() {
        return Some(planted);
    }
    #[cfg(windows)]
    return Some(&windows::TABLE);
    #[cfg(not(windows))]
    None
}

/// Every function may take many seconds, and cannot be stopped.
pub struct ProxyFunctions {
    /// The settings of the user whom the process belongs to; None where there are none.
    pub user: fn() -> Option<User>,
    /// Those of the computer, for programs without a user.
    pub machine: fn() -> Option<Named>,
    /// What a script says about an address; None where it cannot be had or run. The path of the address is not
    /// passed to it: the script comes from a third party.
    pub script: fn(origin: &str, script: Script<'_>) -> Option<Named>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct User {
    /// A script is to be looked for in the network.
    pub detect: bool,
    /// The address of a script.
    pub script: Option<String>,
    pub named: Named,
}

/// Two lists in the system's own form; without servers there is no proxy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub servers: String,
    pub bypass: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script<'a> {
    /// The one that the network offers, if it does.
    Detected,
    At(&'a str),
}

//! What is one for the process, so that each test has a process of its own: the environment, the system's proxy, the
//! log, the workers.

testkit::no_names!();

mod credentials;
mod log;
mod proxy;
mod system_proxy;
mod trust;
mod workers;

/// Sets variables of the environment, or removes them.
///
/// # Safety
/// No other thread of this process reads the environment now.
unsafe fn set_environment(variables: &[(&str, Option<&str>)]) {
    for (name, value) in variables {
        // SAFETY: the caller's.
        unsafe {
            match value {
                Some(value) => std::env::set_var(name, value),
                None => std::env::remove_var(name),
            }
        }
    }
}

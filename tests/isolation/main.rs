//! What is one for the process, so that each test has a process of its own: the environment, the system's proxy, the
//! log, the workers.

testkit::no_names!();

mod credentials;
mod log;
mod proxy;
mod system_proxy;
mod trust;
mod workers;

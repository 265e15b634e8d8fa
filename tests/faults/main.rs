//! What fails around a call: the network, the services, the system, memory, or the host itself.

testkit::no_names!();

mod fault_proxy;
mod journal;
mod matrix;
mod runs;
mod scarce;
mod steps;
mod syscall_faults;
mod template;
mod wire;

//! What fails around a call: the network, the services, the system, memory, or the host itself.

testkit::no_names!();

mod card_matrix;
mod fault_proxy;
mod frames;
mod journal;
mod matrix;
mod runs;
mod scarce;
mod steps;
mod syscall_faults;
mod wire;

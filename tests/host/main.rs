//! The process that loads the library: what it is spared, and what it survives. Most hosts are C programs with the
//! library as it is shipped.

mod c_program;
mod forks;
mod host_environment;
mod memory;
mod process;
mod snippets;

//! The archive for C and C++: packed by the project's own command, unpacked into a folder whose name has a
//! space, and used like somebody who has nothing else of the project.
#![cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]

mod archive;
mod cmake;
mod cpp;
mod in_time;
mod libraries;
mod notices;
mod pkg_config;
mod sandbox;
mod unpacked;

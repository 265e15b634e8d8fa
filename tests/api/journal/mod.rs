//! The journal through the C functions: what holds when this process has forgotten everything, and files that cannot
//! be used.

mod damage;
mod decisions;
mod files;
mod lock;
mod many;
mod pins;
mod processes;
mod reader;
mod room;
mod stage;
mod uploads;

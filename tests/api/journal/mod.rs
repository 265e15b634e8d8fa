//! The journal through the C functions: what holds when this process has forgotten everything, and files that cannot
//! be used.

mod child;
mod damage;
mod files;
mod lock;
mod names;
mod pins;
mod processes;
mod reader;
mod removal;
mod room;
mod stage;
mod uploads;

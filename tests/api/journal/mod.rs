//! The journal through the C functions: what holds when this process has forgotten everything, and files that cannot
//! be used.

mod bits;
mod bounds;
mod clock;
mod compaction;
mod damage;
mod decisions;
mod exec;
mod files;
mod in_time;
mod lock;
mod many;
mod names;
mod pins;
mod processes;
mod reader;
mod refusing_reader;
mod regressions;
mod room;
mod shared;
mod stage;
mod uploads;

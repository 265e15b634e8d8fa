//! The guard against the rule, stated differently: see `history`.

mod exhaustive;
mod full;
mod history;
mod random;
mod recorded;
mod step;
mod world;

//! The guard against the rule, stated differently: see `history`.

mod events;
mod exhaustive;
mod full;
mod history;
mod random;
mod recorded;
mod step;
mod world;

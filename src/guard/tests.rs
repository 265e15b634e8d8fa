//! The guard against the rule, stated differently: see `history`.

mod events;
mod full;
mod history;
mod recorded;
mod sequences;
mod world;

//! What holds a PIN back.

use super::bounds::Moment;
use super::card::Card;
use crate::keyed_digest::KeyedDigest;

/// A presentation that has not ended, or did not succeed, for one of the cards that it may concern.
#[cfg_attr(test, derive(Clone))]
pub struct Hold {
    pub entry: u128,
    pub card: Card,
    /// None: every PIN.
    pub pin: Option<KeyedDigest>,
    /// Where the log has its begin.
    pub place: u64,
    pub begun: Moment,
    pub ended: Option<Moment>,
    /// A person had been asked before it, and insisted.
    pub insisted: bool,
    /// The presentation that a permit of another log lets through.
    pub let_through: Option<u128>,
}

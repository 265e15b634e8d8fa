//! `card_client_owners`: whose processes may be given ticket and PIN beside those of one's own session. There is no
//! word for another user's session.

use serde::Serialize;

use crate::reason::Reason;
use crate::request_object::Member;
use crate::system::owner::Owner;

/// Each word once, and some more.
const MAX_WORDS: usize = 16;

/// The owners that the configuration can accept.
const ACCEPTABLE: [Owner; 3] = [Owner::Service, Owner::HttpSys, Owner::Unknown];

#[derive(Clone, Debug, Serialize)]
pub struct CardClientOwners(Vec<Owner>);

impl Default for CardClientOwners {
    /// Windows reports who holds a connection. Elsewhere the system may not name the owner.
    fn default() -> CardClientOwners {
        let unknown = (!cfg!(windows)).then_some(Owner::Unknown);
        CardClientOwners(unknown.into_iter().collect())
    }
}

impl CardClientOwners {
    /// Refuses an owner that may be given neither ticket nor PIN.
    pub fn check(&self, owner: Owner) -> Result<(), Reason> {
        let refused = match owner {
            Owner::Own => return Ok(()),
            Owner::OtherSession => return Err(Reason::CardClientOtherSession),
            Owner::NotAsked => return Err(Reason::NoMemory),
            Owner::Service => Reason::CardClientService,
            Owner::HttpSys => Reason::CardClientHttpSys,
            Owner::Unknown => Reason::CardClientUnknown,
        };
        match self.0.contains(&owner) {
            true => Ok(()),
            false => Err(refused),
        }
    }

    pub(super) fn read(value: &Member) -> Result<CardClientOwners, Reason> {
        let words = value.items(MAX_WORDS)?;
        let accepted: Result<_, _> = words.map(|word| word.choice(&ACCEPTABLE)).collect();
        accepted.map(CardClientOwners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_that_was_not_asked_for_is_no_stranger() {
        let not_asked = CardClientOwners::default().check(Owner::NotAsked);
        assert_eq!(not_asked, Err(Reason::NoMemory));
    }
}

//! What is done to a sandbox from outside: by the control interface, by the library, by a fault. Each says in words
//! what happened.

mod cards;
mod faults;
mod patients;
mod scenario;
mod sessions;

pub(crate) use cards::PinProblem;
pub(crate) use patients::PatientChange;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::Call;
    use crate::events::{EventLog, Subject};
    use crate::fault::Fault;
    use crate::scenario::Scenario;
    use crate::state::SandboxState;
    use std::sync::Arc;

    const CARD: &str = "2000000001";

    /// What an action says in French, and of which list; an action that changes nothing says nothing.
    fn said(
        state: &mut SandboxState,
        act: impl FnOnce(&mut SandboxState),
    ) -> Vec<(String, Subject)> {
        let before = *state.events.subscribe().borrow();
        act(state);
        let (mut texts, mut lists) = (Vec::new(), Vec::new());
        for (_, subject) in state.events.since(before).unwrap() {
            match subject {
                Subject::Activity(number) => {
                    let activity = state.events.activity(*number).unwrap();
                    texts.push(activity.text.fr.clone());
                }
                list => lists.push(list.clone()),
            }
        }
        lists.dedup();
        texts.into_iter().zip(lists).collect()
    }

    #[test]
    fn each_change_is_said_and_pushes_its_list() {
        let mut state = SandboxState::new(Scenario::default(), EventLog::new(None), Arc::default());
        let state = &mut state;
        let title = "2000000001 (Zoé D'ESSAI)";
        let cards = |text: String| vec![(text, Subject::Cards)];
        let out = cards(format!("la carte {title} a quitté le lecteur"));
        assert_eq!(said(state, |it| assert!(it.remove_card(CARD))), out);
        assert_eq!(said(state, |it| assert!(!it.remove_card(CARD))), []);
        let back = cards(format!("la carte {title} est dans le lecteur"));
        assert_eq!(
            said(state, |it| assert!(it.insert_known_card(CARD).is_some())),
            back
        );
        let unlocked = cards(format!("la carte {title} a de nouveau ses 3 essais"));
        assert_eq!(
            said(state, |it| assert!(it.unlock_card(CARD).is_some())),
            unlocked
        );
        let pin = cards(format!("la carte {title} a un autre code"));
        assert_eq!(said(state, |it| it.set_pin(CARD, "9").unwrap()), pin);
        let none = cards("toutes les cartes ont quitté le lecteur".into());
        assert_eq!(said(state, SandboxState::remove_cards), none);
        assert_eq!(said(state, SandboxState::remove_cards), []);

        let change = PatientChange {
            opposed: Some(false),
            ..PatientChange::default()
        };
        let changed = said(state, |it| assert!(it.change_patient(1, &change).unwrap()));
        let text =
            "patient 1, EXEMPLE Hélène : identité qualifiée, consentement donné, pas d'opposition";
        assert_eq!(changed, [(text.into(), Subject::Patients)]);
        assert_eq!(said(state, SandboxState::end_sessions), []);
        let reset = [("retour au début du scénario".into(), Subject::Reset)];
        assert_eq!(said(state, SandboxState::reset), reset);
    }

    #[test]
    fn a_fault_is_said_to_be_armed_met_and_used_up() {
        let mut state = SandboxState::new(Scenario::default(), EventLog::new(None), Arc::default());
        let state = &mut state;
        let faults = |text: &str| vec![(text.to_owned(), Subject::Faults)];
        let fault = || Fault::on(Call::Login).times(1);
        let set = said(state, |it| assert!(it.set_fault(fault(), Some("busy")) > 0));
        assert_eq!(set, faults("la panne busy (login) est armée"));
        assert_eq!(
            said(state, |it| assert!(it.pick_fault(Call::Ready).is_none())),
            []
        );
        let used = said(state, |it| assert!(it.pick_fault(Call::Login).is_some()));
        assert_eq!(used, faults("la panne busy (login) est épuisée"));

        let id = state.set_fault(fault().nth(3), None);
        let before = *state.events.subscribe().borrow();
        assert!(state.pick_fault(Call::Login).is_none());
        let pushed: Vec<_> = state.events.since(before).unwrap().cloned().collect();
        assert_eq!(
            pushed,
            [(before + 1, Subject::Faults)],
            "it has seen one more"
        );
        let removed = said(state, |it| assert!(it.remove_fault(id)));
        assert_eq!(removed, faults("la panne 2 (login) a été retirée"));
        assert_eq!(said(state, SandboxState::clear_faults), []);
    }
}

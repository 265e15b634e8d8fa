//! A call is ended from outside: by Thread.Abort in C#, by the cancel of a task that has a timeout in Python, by a stop
//! from another thread in C++ and Pascal. Nothing is sent twice, and what was accepted is known.

use hr_sandbox::{Call, Fault};
use testkit::conversations::{Conversation, LETTER, Waiting};

use super::{SENT, TALK};

pub const ALL: &[Conversation] = &[
    Conversation {
        name: "a call that is interrupted when its document is accepted",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER {"interrupt":"report","at":"last","do":"interrupt"} | |\
                {"ending":"sent","documents":[{"ending":"sent","already":false}]}
            deposit EXEMPLE LETTER | | {"ending":"sent","documents":[{"ending":"sent","already":true}]}"#,
        ..SENT
    },
    Conversation {
        name: "a call that is interrupted before its document was sent",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER {"interrupt":"line"} | |\
                {"ending":"cancelled","done":false,"documents":[{"ending":"not_sent","already":false}]}
            deposit EXEMPLE LETTER | | {"ending":"sent","documents":[{"ending":"sent","already":false}]}"#,
        received: &[(Call::PatientSearch, 2), (Call::DmpSend, 1)],
        waiting: Waiting::Held(Call::PatientSearch),
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "a call that is interrupted while its answer is awaited",
        prepare: |sandbox| {
            sandbox.set_fault(Fault::on(Call::DmpSend).times(1).act().delay_ms(100_000));
            sandbox.set_fault(Fault::on(Call::PatientSearch).nth(4).status(503));
        },
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE a.pdf {"interrupt":"line"} | |\
                {"ending":"in_doubt","asked":[],"documents":[{"ending":"in_doubt","outcome":"unknown"}]}
            deposit EXEMPLE a.pdf b.pdf {"answers":[{"stop":true}]} | |\
                {"ending":"cancelled","asked":["doubt"],"documents":[{"ending":"in_doubt"},{"ending":"sent"}]}
            deposit EXEMPLE a.pdf b.pdf | est dans le dossier | {"ending":"failed","documents":[{"ending":"in_doubt"},{"ending":"sent"}]}
            deposit EXEMPLE a.pdf b.pdf | est dans le dossier | {"documents":[{"already":true},{"already":true}]}"#,
        received: &[(Call::DmpSend, 2)],
        waiting: Waiting::Stored,
        stored: Some(&["a.pdf", "b.pdf"]),
        ..TALK
    },
    Conversation {
        name: "a stop from the deposit's own progress",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER {"at":"first","do":"stop"} | | {"ending":"cancelled","done":false}
            second: login | D'ESSAI; 1234 | card pin | open, done
            second: deposit EXEMPLE LETTER | | {"ending":"sent","documents":[{"ending":"sent","already":false}]}"#,
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "a stop while a person is asked presents no PIN, and touches no other call",
        rows: r#"stop | | {}
            login {"answers":[{"choice":"D'ESSAI"},{"code":"1234","stop":true}]} | | card pin | cancelled
            login {"answers":[{"choice":"D'ESSAI"},{"stop":true}]} | | card pin | cancelled
            login | D'ESSAI; 1234 | card pin | open, done"#,
        received: &[(Call::Login, 1)],
        ..TALK
    },
    Conversation {
        name: "a stop of another call ends no upload",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            second: login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER {"at":"first","do":[{"call":"find","request":{"patient":{"nom":"EXEMPLE"}},"answers":[],"stopped":true},\
                "second: stop","state"]} | |\
                {"ending":"sent","beside":[{},{},{"session":true}],"documents":[{"ending":"sent","already":false}]}"#,
        received: &[(Call::PatientSearch, 1)],
        stored: Some(&[LETTER]),
        check: |_, seen| {
            let stopped = &seen[2]["beside"][0];
            let said = [&stopped["ending"], &stopped["raised"]];
            let known = ["in_use", "cancelled", "HR_E_BUSY", "HR_E_CANCELLED"];
            let ended = said.iter().any(|word| known.iter().any(|one| *word == one));
            Vec::from_iter((!ended).then(|| format!("the stopped call: {stopped}")))
        },
        ..TALK
    },
    Conversation {
        name: "one call at a time, and other clients meanwhile",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            second: login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER {"at":"first","do":["ready","state","second: find EXEMPLE"]} | | {"ending":"sent",\
                "beside":[{"raised":"HR_E_BUSY"},{"session":true},{"ending":"found"}]}"#,
        ..SENT
    },
    Conversation {
        name: "an upload that is cancelled, and one whose session is closed",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER {"at":"first","do":["cancel"]} | | {"ending":"cancelled","beside":[{}]}
            deposit EXEMPLE LETTER {"at":"first","do":["close"]} | | {"ending":"cancelled","beside":[{}]}
            find EXEMPLE | | {"raised":"HR_E_HANDLE"}
            close | | {}
            state | | {"raised":"HR_E_HANDLE"}"#,
        ..TALK
    },
];

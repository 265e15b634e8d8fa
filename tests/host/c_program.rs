//! The C programs, compiled as their users compile them, with the library as it is shipped. What arrived is
//! taken from the sandbox. A tool that is not installed is reported; with `HR_STRICT=1` that is a failure.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use hr_sandbox::{Call, Options, Sandbox};
use serde_json::json;
use testkit::c_compiler::{
    C99, C99_CLANG, CPP11, CPP20, Ended, Linked, STATIC, STATIC_WITH_SYMBOLS, Variant, compile, run,
};
use testkit::digests::sha256;
use testkit::folders::root;
use testkit::tools::has;
use testkit::{CPS, CPS_MANY, PIN, PIN_MANY, TempFile, root_of};

const NOTE: &[u8] = b"A note that was never a file.\n";

/// Several buffers long, so that progress is reported not only at both ends.
fn document() -> Vec<u8> {
    (0..700_000_u32).map(|i| (i * 31 % 251) as u8).collect()
}

fn config(sandbox: &Sandbox, ca: Option<&TempFile>) -> String {
    let mut config = sandbox.config_json();
    config["timeouts"] = json!({"connect_ms": 120_000, "call_ms": 300_000, "login_ms": 300_000, "upload_ms": 500_000});
    if let Some(ca) = ca {
        config["ca_file"] = ca.path().into();
    }
    config.to_string()
}

/// Walks the chain for a card with several situations and a patient who needs an update.
fn chain(command: &mut Command, sandbox: &Sandbox, file: &str, pin: &str, answers: &str) -> Ended {
    let ca = root_of(sandbox);
    command.env("HR_CONFIG_JSON", config(sandbox, ca.as_ref()));
    command.args([
        CPS_MANY,
        "Clinique d'essai, Brest",
        "TÉMOIN",
        "Loïc",
        "",
        "M",
        file,
    ]);
    run(command, &format!("{pin}\n{answers}"))
}

/// What a person answers before the update, which the patient needs.
const SIGNED: &str = "y\ny\n";
const ASKED: &str = "You sign for this: I have checked this patient's identity document. [y/N] \
    You sign for this: The patient agrees that documents are added to their record. [y/N] ";

/// The chain arrived whole, in order, once; the program reports each document.
#[track_caller]
fn assert_chain(ended: &Ended, sandbox: &Sandbox, content: &[u8]) {
    assert!(ended.code == Some(0) && ended.err == ASKED, "{ended:?}");

    let seen = sandbox.requests();
    let calls: Vec<Call> = seen.iter().map(|request| request.call).collect();
    // The second document.
    assert_eq!(calls, Vec::from_iter(Call::all().chain([Call::DmpSend])));
    for request in &seen {
        let fine = matches!(request.status, Some(200 | 201)) && request.problem.is_none();
        assert!(fine, "{request:?}");
    }
    assert!(seen[4].path.ends_with("/situation%2F2%20%C3%A9/select"));
    assert_eq!(
        seen[5].query.as_deref(),
        Some("nom=T%C3%89MOIN&prenom=Lo%C3%AFc&sexe=M")
    );
    assert_eq!(sandbox.pin_presentations(CPS_MANY), 1);
    assert_eq!(sandbox.card_tries_left(CPS_MANY), Some(3));

    let documents = sandbox.documents();
    assert_eq!(documents.len(), 2);
    let expected = [("Bilan sanguin é.pdf", content), ("note.txt", NOTE)];
    for (stored, (name, content)) in documents.iter().zip(expected) {
        assert_eq!(stored.patient_id, "184127645108946");
        assert_eq!(
            (&*stored.filename, stored.bytes),
            (name, content.len() as u64)
        );
        assert_eq!(
            (&*stored.activity_type, &*stored.type_code),
            ("10", "11503-0")
        );
        assert_eq!(stored.sha256, sha256(content));
        assert_eq!(stored.content.as_deref(), Some(content));
    }

    let said: Vec<_> = documents
        .iter()
        .map(|it| format!("sent 100%, sha256 {}", it.sha256))
        .collect();
    assert_eq!(ended.out.lines().collect::<Vec<_>>(), said);
}

/// Everything in one language: the chain, the quick start, the deposit.
fn in_variant(variant: &Variant) {
    if !has(variant.tool, &format!("the C programs as {}", variant.name)) {
        return;
    }
    // It must compile.
    compile(variant, "tests/c/header.c");
    let (content, sandbox) = (document(), Sandbox::start(Options::default()).unwrap());
    let file = TempFile::new("Bilan sanguin é.pdf", &content);
    let program = compile(variant, "tests/c/chain.c");
    let mut program = Command::new(program);
    let ended = chain(&mut program, &sandbox, file.path(), PIN_MANY, SIGNED);
    assert_chain(&ended, &sandbox, &content);

    sandbox.reset();
    let (settings, sent) = (config(&sandbox, None), sha256(&content));
    let program = compile(variant, "examples/quickstart.c");
    let said = sends(&program, &settings, &sandbox, file.path(), &content);
    assert_eq!(said, format!("sent, sha256 {sent}\n"));

    sandbox.reset();
    let settings = TempFile::new("réglages.json", settings.as_bytes());
    let program = compile(variant, "examples/deposit.c");
    sends(&program, settings.path(), &sandbox, file.path(), &content);
}

/// One card, one PIN, one document; and nothing of it where a person would have to compare.
fn sends(program: &Path, settings: &str, sandbox: &Sandbox, file: &str, content: &[u8]) -> String {
    let deposit = |nom: &str, prenom: &str| {
        let mut command = Command::new(program);
        command.args([settings, CPS, nom, prenom, file]);
        run(&mut command, &format!("{PIN}\n"))
    };
    let homonyms = deposit("JUMEAU", "Marie");
    assert!(
        homonyms.code == Some(1) && homonyms.out.is_empty(),
        "{homonyms:?}"
    );
    assert!(sandbox.requests_of(Call::PatientGet).is_empty());
    let ended = deposit("EXEMPLE", "Hélène");
    assert!(ended.code == Some(0) && ended.err.is_empty(), "{ended:?}");
    let documents = sandbox.documents();
    assert_eq!(documents.len(), 1);
    assert_eq!(documents[0].sha256, sha256(content));
    assert_eq!(documents[0].patient_id, "255081416802538");
    assert_eq!(sandbox.pin_presentations(CPS), 2);
    ended.out
}

#[test]
fn in_c99() {
    in_variant(&C99);
}

#[test]
fn in_c99_with_clang() {
    in_variant(&C99_CLANG);
}

#[test]
fn in_cpp11() {
    in_variant(&CPP11);
}

#[test]
fn in_cpp20() {
    in_variant(&CPP20);
}

#[test]
fn in_c99_linked_statically() {
    in_variant(&STATIC);
}

/// A wrong PIN is presented once, and nothing follows it.
#[test]
fn a_wrong_pin_ends_the_chain() {
    if !has(C99.tool, "the chain with a wrong PIN") {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).unwrap();
    let mut program = Command::new(compile(&C99, "tests/c/chain.c"));
    assert_refused(
        &chain(&mut program, &sandbox, "/never/read.pdf", "0000", SIGNED),
        &sandbox,
    );
}

/// Issue 12, point 0d: the example signed for the patient, and for who checks the identity.
#[test]
fn an_update_needs_somebody_who_signs_for_it() {
    if !has(C99.tool, "the chain without a signature") {
        return;
    }
    for answers in ["", "n\n", "y\nn\n"] {
        let sandbox = Sandbox::start(Options::default()).unwrap();
        let mut program = Command::new(compile(&C99, "tests/c/chain.c"));
        let ended = chain(&mut program, &sandbox, "/never/read.pdf", PIN_MANY, answers);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(
            ended
                .err
                .ends_with("nobody signed for it: nothing was sent\n"),
            "{ended:?}"
        );
        let last = sandbox.requests().last().unwrap().call;
        assert_eq!(last, Call::PatientGet, "after {answers:?}");
    }
}

#[track_caller]
fn assert_refused(ended: &Ended, sandbox: &Sandbox) {
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(
        ended.err.contains("hr_login: HR_E_CARD_STATUS"),
        "{ended:?}"
    );
    assert!(
        ended.err.contains("outcome: rejected") && !ended.err.contains("0000"),
        "{ended:?}"
    );
    assert_eq!(sandbox.pin_presentations(CPS_MANY), 1);
    assert_eq!(sandbox.requests().last().unwrap().call, Call::Login);
}

/// The chain under valgrind: nothing may be found, nothing lost, nothing left open.
fn under_valgrind(title: &str, variant: &Variant, options: Options, pin: &str) {
    const FOUND: i32 = 99;
    if !has("valgrind", title) || !has(variant.tool, title) {
        return;
    }
    let (content, sandbox) = (document(), Sandbox::start(options).unwrap());
    let file = TempFile::new("Bilan sanguin é.pdf", &content);
    let log = TempFile::new("valgrind.txt", b"");
    let mut command = Command::new("valgrind");
    command.args([
        "--leak-check=full",
        "--errors-for-leak-kinds=definite,indirect",
        "--track-fds=yes",
        &format!("--error-exitcode={FOUND}"),
        &format!("--log-file={}", log.path()),
    ]);
    if variant.linked == Linked::StaticWithSymbols {
        let known = root().join("tests/c/valgrind.supp");
        command.arg(format!("--suppressions={}", known.display()));
    }
    command.arg(compile(variant, "tests/c/chain.c"));
    let ended = chain(&mut command, &sandbox, file.path(), pin, SIGNED);
    let report = std::fs::read_to_string(&log.0).unwrap();
    let open = report.matches("== Open ").count() - report.matches("<inherited").count();
    assert!(ended.code != Some(FOUND) && open == 0, "{report}");
    assert!(report.contains("ERROR SUMMARY: 0 errors"), "{report}");
    match pin == PIN_MANY {
        true => assert_chain(&ended, &sandbox, &content),
        false => assert_refused(&ended, &sandbox),
    }
}

/// The library as it is shipped, and no suppression; over TLS the static library, which keeps its symbols, so that what is
/// known of ring can be distinguished from the rest.
#[test]
#[ignore = "run by tests/run --matrix"]
fn under_valgrind_with_a_right_and_a_wrong_pin() {
    let tls = Options {
        tls: true,
        ..Options::default()
    };
    let plain = Options::default;
    under_valgrind("the chain over http", &C99, plain(), PIN_MANY);
    under_valgrind("the chain over TLS", &STATIC_WITH_SYMBOLS, tls, PIN_MANY);
    under_valgrind("the chain with a wrong PIN", &C99, plain(), "0000");
}

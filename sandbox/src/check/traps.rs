//! A host that runs with floating-point traps on, as Delphi does, and a reply with numbers that would spring them.
//!
//! A trap ends the process, so this runs in a process of its own: the same program, started for this alone.

use super::bounded::{Left, within};
use super::fixture::{Failure, Fixture};
use super::report::{NOT_HERE, Report, Words};
use super::settings::Settings;
use super::system::floating_point::{self, Control};
use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use std::io::Write;
use std::panic::{catch_unwind, resume_unwind};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use std::{env, io};

const PATIENCE: Duration = Duration::from_secs(30);
/// Too large, too small and not exact as a double, in members that the library reads and does not read.
const NUMBERS: &str = r#"{"insQualified":true,"alimentationConsent":true,"patient_id":"1","a":1e999999,"b":1e-999999,"c":0.1,"d":123456789012345678901234567890,"e":[-1e400,4.9e-324]}"#;

pub(super) fn measure(_: &Settings, report: &Report) -> Result<(), Failure> {
    let survived: Words = (
        "A reply with numbers too large, traps on: the process lives",
        "Réponse aux nombres trop grands, exceptions actives : le processus survit",
    );
    let read: Words = ("That reply was read", "Cette réponse a été lue");
    let kept: Words = (
        "The traps are on afterwards",
        "Exceptions encore actives ensuite",
    );
    let caught: Words = (
        "A panic caught with traps on outside: the process lives, and they are on afterwards",
        "Panique interceptée, exceptions actives au-dehors : le processus survit, elles restent actives",
    );
    if Control::read().is_none() {
        for (key, words) in [
            ("survived", survived),
            ("read", read),
            ("kept", kept),
            ("caught", caught),
        ] {
            report.missing(key, words, NOT_HERE);
        }
        return Ok(());
    }
    let mut child = Command::new(env::current_exe()?)
        .args(["check", "--trapped"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut out = child.stdout.take().ok_or("no pipe")?;
    let output = within(PATIENCE, move || {
        let mut output = String::new();
        io::Read::read_to_string(&mut out, &mut output).map(|_| output)
    });
    // One that has ended is not hurt.
    let _ = child.kill();
    let status = child.wait()?;
    let output = match output {
        Ok(output) => output?,
        Err(Left::Overdue) => return Err("the process with traps on did not end".into()),
        Err(Left::Died) => return Err("the process with traps on was not heard".into()),
    };
    let values: Value = serde_json::from_str(&output).unwrap_or(Value::Null);
    if values.is_null() {
        let code = status.code().unwrap_or_default();
        report.found(
            format!("a program with floating-point traps on was ended by them (0x{code:08X})"),
            format!("un programme aux exceptions de calcul actives a été arrêté par elles (0x{code:08X})"),
        );
    }
    report.put("survived", survived, !values.is_null());
    for (key, words) in [("read", read), ("kept", kept), ("caught", caught)] {
        if !values.is_null() && values[key] != true {
            let en = format!("with traps on: {key} is not as it should be");
            report.found(
                en,
                format!("exceptions actives : {key} n'est pas comme attendu"),
            );
        }
        report.put(key, words, values[key].clone());
    }
    Ok(())
}

/// What the other process does.
pub(super) fn inside() -> ExitCode {
    let values = match trapped() {
        Ok(values) => values,
        Err(failure) => json!({ "failed": failure.to_string() }),
    };
    let _ = writeln!(io::stdout(), "{values}");
    ExitCode::SUCCESS
}

fn trapped() -> Result<Value, Failure> {
    let fixture = Fixture::open()?;
    let sandbox = fixture.proxy.sandbox();
    sandbox.set_fault(Fault::on(Call::PatientGet).status(200).body(NUMBERS));
    let before = Control::read().ok_or("this processor is not known")?;
    let traps = floating_point::traps_on();
    let reply = fixture.host.patient_get();
    let after = Control::read();
    // As the library does: masked inside, back outside.
    let caught = {
        before.write();
        let caught = catch_unwind(|| resume_unwind(Box::new(()))).is_err();
        traps.write();
        caught
    };
    let then = Control::read();
    before.write();
    let raw = reply.value["raw"].to_string();
    Ok(json!({
        "read": reply.is_ok() && raw.contains("999999") && raw.contains("4.9e-324"),
        "kept": after == Some(traps),
        "caught": caught && then == Some(traps),
    }))
}

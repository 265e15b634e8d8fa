//! The program, the system, and copies of the library that a program here might load.

use super::fixture::Failure;
use super::report::{Report, Words};
use super::settings::Settings;
use super::{copies, system};
use crate::host::version;
use serde_json::json;
use std::env::consts::{ARCH, OS};

pub(super) fn measure(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let bits = usize::BITS;
    let name: Words = ("Library in this program", "Bibliothèque de ce programme");
    let built = json!({
        "version": version(),
        "bits": bits,
        "target": env!("HR_TARGET"),
        "compiler": env!("HR_COMPILER"),
        "debug": cfg!(debug_assertions),
    });
    report.put("build", name, built);
    let process: Words = ("Architecture of the process", "Architecture du processus");
    report.put("process", process, ARCH);
    let native: Words = ("Architecture of the computer", "Architecture du poste");
    let machine = system::native_machine();
    if let Ok(machine) = &machine
        && machine != ARCH
        && !(machine == "x86_64" && ARCH == "x86")
    {
        let en = "the processor is emulated by software";
        report.found(en, "le processeur est émulé par le système");
    }
    report.put_result("native", native, machine.map(Into::into));
    report.put("system", ("System", "Système"), OS);
    report.put_result("os", ("Version", "Version"), system::version());
    report.put_result("session", ("Session", "Session"), system::session());
    let loaded: Words = (
        "Copy loaded in this process, which has its own inside",
        "Copie chargée dans ce processus, qui contient déjà la sienne",
    );
    report.put_result("loaded", loaded, system::loaded_copies());
    let found = copies::found(settings.program_folder.as_deref());
    if found.len() > 1 {
        let count = found.len();
        report.found(
            format!("{count} copies of the library: a program may load another than you think"),
            format!(
                "{count} copies de la bibliothèque : un programme peut charger une autre que prévu"
            ),
        );
    }
    let words: Words = (
        "Copies beside this program, in the folder given, on PATH",
        "Copies à côté du programme, dans le dossier donné, dans PATH",
    );
    report.put("copies", words, found);
    Ok(())
}

//! No secret is left in the memory of a host that closed its handles, also not after errors.
//! The host is a C program with the library as it is shipped; this one looks through all of its memory.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::process::Command;

use hr_sandbox::{Call, Card, Cut, Fault, Options, Sandbox};
use serde_json::json;
use testkit::c_compiler::{self, C11};
use testkit::fault_proxy::encoded_forms;
use testkit::process::Speaking;
use testkit::tools::has;

const SERIAL: &str = "2000000777";
/// With characters that JSON escapes.
const PIN: &str = r#"73"9105\46281750"#;
const WRONG: &str = "850316942753";
const LICENSE: &str = "license-bearer-Zq8vK1xW4tYb7Rm2";

/// A secret in each encoding, in UTF-16, and the pieces that a block leaves which is used again.
fn forms(secret: &str) -> Vec<Vec<u8>> {
    let piece = (secret.len() / 2).min(16);
    let mut forms = encoded_forms(secret);
    forms.push(secret.bytes().flat_map(|byte| [byte, 0]).collect());
    forms.push(secret.as_bytes()[..piece].to_vec());
    forms.push(secret.as_bytes()[secret.len() - piece..].to_vec());
    forms
}

/// How many bytes a process may write to, and how many copies of secrets are among them.
fn copies(process: u32, secrets: &[String]) -> (usize, usize) {
    let maps = std::fs::read_to_string(format!("/proc/{process}/maps")).unwrap();
    let memory = File::open(format!("/proc/{process}/mem")).unwrap();
    let forms: Vec<_> = secrets.iter().flat_map(|secret| forms(secret)).collect();
    let (mut bytes, mut copies) = (0, 0);
    for line in maps
        .lines()
        .filter(|line| line.split(' ').nth(1).unwrap().contains('w'))
    {
        let (from, to) = line.split(' ').next().unwrap().split_once('-').unwrap();
        let [from, to] = [from, to].map(|end| u64::from_str_radix(end, 16).unwrap());
        let mut block = vec![0; (to - from) as usize];
        if memory.read_exact_at(&mut block, from).is_ok() {
            bytes += block.len();
            let found = |form: &Vec<u8>| memchr::memmem::find_iter(&block, form).count();
            copies += forms.iter().map(found).sum::<usize>();
        }
    }
    (bytes, copies)
}

/// What went over as a bearer or a ticket.
fn issued(sandbox: &Sandbox) -> Vec<String> {
    let requests = sandbox.requests();
    let headers = requests.iter().flat_map(|request| &request.headers);
    let mut issued: Vec<String> = headers
        .filter(|(name, _)| name.eq_ignore_ascii_case("authorization"))
        .map(|(_, value)| value.trim_start_matches("Bearer ").to_owned())
        .collect();
    issued.sort();
    issued.dedup();
    issued
}

fn look(tls: bool) {
    let mut options = Options {
        tls,
        ..Options::default()
    };
    options.scenario.license_bearer = LICENSE.into();
    options.scenario.cards = vec![Card::cps(SERIAL, PIN)];
    let sandbox = Sandbox::start(options).unwrap();
    let ca = testkit::root_of(&sandbox);
    // Not acted upon, so that the card's counter shows that the PIN was not consumed.
    let late = |nth| Fault::on(Call::Login).nth(nth).status(503).delay_ms(3000);
    sandbox.set_fault(Fault::on(Call::Login).nth(2).cut(Cut::Before));
    sandbox.set_fault(late(3));
    sandbox.set_fault(late(4));
    sandbox.set_fault(Fault::on(Call::PatientGet).nth(2).status(401));

    let mut config = sandbox.config_json();
    if let Some(ca) = &ca {
        config["ca_file"] = ca.path().into();
    }
    config["timeouts"] = json!({"connect_ms": 60_000, "call_ms": 60_000, "login_ms": 60_000});
    let patient = config.to_string();
    config["timeouts"]["login_ms"] = 500.into();
    let input = format!(
        "{patient}\n{config}\n{SERIAL}\n{PIN}\n{WRONG}\n{LICENSE}\n{}\n",
        sandbox.service_url()
    );

    let mut program = Command::new(c_compiler::compile(&C11, "tests/c/memory.c"));
    let mut host = Speaking::start(program.env_remove("LD_LIBRARY_PATH"));
    host.write(&input);
    let mut looks = Vec::new();
    while let Some(when) = host.said("") {
        let mut secrets = issued(&sandbox);
        assert!(secrets.len() > 2, "{secrets:?}");
        secrets.extend([PIN, WRONG, LICENSE].map(str::to_owned));
        let (bytes, copies) = copies(host.running.0.id(), &secrets);
        println!("memory over TLS: {tls}, {when}: {copies} copies in {bytes} bytes");
        looks.push((when, bytes, copies));
        host.write("\n");
    }
    assert!(host.running.0.wait().unwrap().success(), "{looks:?}");
    let whens: Vec<&str> = looks.iter().map(|look| &*look.0).collect();
    assert_eq!(whens, ["logged in", "during an upload", "afterwards"]);
    // What is there while it is needed is seen.
    assert!(looks[0].2 > 0, "{looks:?}");
    assert!(looks[2].1 > 100_000 && looks[2].2 == 0, "{looks:?}");
}

#[test]
fn no_secret_is_left() {
    if has(C11.tool, "the memory of a host") {
        look(false);
        look(true);
    }
}

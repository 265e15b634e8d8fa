//! F42, F43, F45: what the host's own texts, documents and settings can do.

use serde_json::json;

use super::calls::*;
use super::expect::*;
use super::variant::Variant;
use testkit::{Outcome, QUALIFIED};

pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for proxy in ["none", "env", "decoy"] {
        let variant = Variant::new(42, format!("proxy {proxy}"), ACCEPTED);
        all.push(variant.config(json!({"proxy": proxy})));
    }
    let long = "1".repeat(10_240);
    let odd = ["#", "?a=b", "%2f", "a\\b", "é", "a b", "a\r\nx: y"];
    // The service may name its patients as it likes: what it names is opened, and nothing else.
    for id in odd {
        let name = format!("the service's id {}", id.escape_debug());
        let variant = Variant::new(43, name, ACCEPTED).to(&[Target::Open, Target::Send]);
        all.push(variant.options(move |options| {
            let patients = &mut options.scenario.patients;
            let found = patients
                .iter_mut()
                .find(|patient| Some(&*patient.nom) == QUALIFIED[0]);
            found.unwrap().patient_id = id.to_owned();
        }));
    }
    for id in odd.iter().copied().chain(["../x", "..", ".", "", &long]) {
        let id = id.to_owned();
        let name = format!("id {:.20}", id.escape_debug());
        let variant =
            Variant::new(43, name, REJECTED).to(&[Target::Select, Target::Open, Target::Send]);
        all.push(variant.calling(move |fixture| -> Outcome {
            match fixture.target {
                Target::Select => fixture.host.profile_select(&id),
                Target::Open => fixture.host.dmp_open(&id, None),
                _ => fixture.host.dmp_send_bytes(&id, &fixture.content, "a.pdf"),
            }
        }));
    }
    for text in [
        "\r\n--boundary\r\ncontent-disposition: form-data; name=\"filename\"\r\n\r\nx\r\n--boundary--\r\n",
        "--",
        "\r\n--\r\n--",
    ] {
        let variant =
            Variant::new(45, format!("content {}", text.escape_debug()), ACCEPTED).to(&UPLOADS);
        all.push(variant.before(move |fixture| {
            fixture.content.extend_from_slice(text.as_bytes());
            if let Some(file) = &fixture.file {
                std::fs::write(&file.0, &fixture.content).unwrap();
            }
        }));
    }
    all
}

//! What `hr-sandbox serve` does when nobody reads its standard error.

use crate::client::{LONG, send};
use crate::serve::{end, folder, parts, serve};
use serde_json::json;
use std::fs;
use std::thread;
use std::time::Instant;

#[test]
fn it_holds_no_service() {
    let (child, addresses) = serve(&[]);
    let base = addresses["license_url"].as_str().unwrap();
    let url = format!("{base}/v1/license/ticket");
    // A pipe holds 64 KiB.
    for _ in 0..1500 {
        assert_eq!(send("POST", &url, &[], b"").status, 401);
    }
    assert_eq!(parts(&end(child)).1.len(), 1500);
}

#[test]
fn a_long_start_message_does_not_hold_the_end() {
    let patient = |number: usize| {
        json!({
            "patient_id": format!("{number:015}"), "nom": format!("ESSAI {number}"), "prenom": "Anne",
            "date_naissance": "1980-01-01", "sexe": "F", "ins_qualified": true,
            "alimentation_consent": true, "opposed": false,
        })
    };
    let patients: Vec<_> = (0..2000).map(patient).collect();
    let scenario = folder().join("many.json");
    fs::write(&scenario, json!({ "patients": patients }).to_string()).unwrap();
    let (mut child, _) = serve(&["--scenario", scenario.to_str().unwrap()]);
    drop(child.stdin.take());
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > LONG {
            child.kill().unwrap();
            panic!("it does not end");
        }
        thread::yield_now();
    };
    assert!(status.success());
}

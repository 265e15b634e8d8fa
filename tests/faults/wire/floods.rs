//! A flood of what is no data must not hold a call beyond its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::route::{Route, Stage, Target, tls};
use super::tickets::flood;

/// More than a call of a second may take on a busy machine, and far less than a flood takes.
pub const PATIENCE: Duration = Duration::from_secs(6);

fn limits() -> serde_json::Value {
    json!({"timeouts": {"connect_ms": 1000, "call_ms": 1000, "upload_ms": 1000}})
}

/// 100 MiB.
const TICKETS: usize = 6_500;

/// What is no data may come only for so long, wherever the client is.
#[test]
fn r201_tickets_in_a_flood_end_the_call() {
    for route in [Route::Tls, Route::Tunnel] {
        for flooded in ["GET /patient ", "PUT", "POST", "the handshake"] {
            let mut config = tls();
            config.enable_secret_extraction = true;
            let taken = Arc::new(AtomicBool::new(false));
            let all = Arc::clone(&taken);
            let stage = Stage::with(route, config, limits(), move |mut peer| {
                if flooded == "the handshake" {
                    return all.store(flood(peer, TICKETS), Ordering::SeqCst);
                }
                while let Some(head) = peer.head() {
                    if head.starts(flooded) {
                        return all.store(flood(peer, TICKETS), Ordering::SeqCst);
                    }
                    peer.request();
                    peer.send(Target::Open.reply(&head));
                }
            });
            let host = &stage.host;
            let began = Instant::now();
            let outcome = match flooded {
                "PUT" => {
                    host.patient_get().ok();
                    host.dmp_open("187", None)
                }
                "POST" => {
                    host.read_and_open("187");
                    host.dmp_send_bytes("187", &vec![0x5a; 12 << 20], "a.pdf")
                }
                _ => host.patient_get(),
            };
            let took = began.elapsed();
            let case = format!("{route:?}, {flooded}, {took:?}: {}", outcome.text);
            assert!(took < PATIENCE && outcome.code < 0, "{case}");
            drop(stage.host);
            stage.server.until_gone();
            assert!(!taken.load(Ordering::SeqCst), "{case}");
        }
    }
}

/// A peer may renew its keys, but not without end; each asks for an answer.
#[test]
fn key_updates_in_a_flood_end_the_call() {
    for route in [Route::Tls, Route::Tunnel] {
        for (updates, passes) in [(1, true), (10, true), (20_000, false)] {
            let stage = Stage::with(route, tls(), limits(), move |mut peer| {
                while let Some(request) = peer.request() {
                    let flooded = request.starts("PUT");
                    for _ in 0..if flooded { updates } else { 0 } {
                        let update = peer.key_update();
                        if !peer.send_raw(&update) {
                            break;
                        }
                    }
                    peer.send(Target::Open.reply(&request));
                }
            });
            stage.host.patient_get().ok();
            let began = Instant::now();
            let outcome = stage.host.dmp_open("187", None);
            let took = began.elapsed();
            let case = format!("{route:?}, {updates} updates, {took:?}: {}", outcome.text);
            assert!(took < PATIENCE, "{case}");
            let word = if passes { "accepted" } else { "unknown" };
            assert_eq!(outcome.str("outcome"), word, "{case}");
        }
    }
}

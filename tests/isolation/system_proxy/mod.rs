//! `proxy` `"system"`, with the settings of a computer in place of this one's.

mod table;

use std::time::{Duration, Instant};

use hr::ffi::test_hooks::waiting;
use serde_json::{Value, json};
use table::{NAMED, Says, all_asked, asked, says};
use testkit::raw_server::{Peer, Server, answer};
use testkit::*;

/// A proxy that opens every tunnel and answers every request in it.
pub fn tunnel() -> Server {
    Server::start(|mut peer: Peer| {
        while let Some(request) = peer.request() {
            match request.head.starts_with("CONNECT") {
                true => peer.send("HTTP/1.1 200 OK\r\n\r\n"),
                false => peer.send(answer("200 OK", "", "{}")),
            };
        }
    })
}

/// A host with a session at `origin`, about which the script says this.
fn host(origin: &str, what: Says, more: Value) -> Host {
    says(origin, what);
    let config = json!({"proxy": "system", "allow_plain_http": true});
    Host::at(&format!("{origin}/base/"), &config.with(more))
}

fn through(server: &Server) -> Says {
    Says::Servers(server.address.to_string())
}

fn post(host: &Host) -> Outcome {
    host.request("POST", "/patient/1?nom=secret", Some("{}"))
}

#[test]
fn r160_calls_go_through_the_proxy_that_the_system_names() {
    testkit::alone!();
    let origin = "http://r160.invalid:8080";
    let (proxy, decoy) = (tunnel(), Server::decoy());
    let named = format!("socks5://{0} {1};{0}", decoy.address, proxy.address);
    let host = host(origin, Says::Servers(named), json!({}));
    for _ in 0..3 {
        post(&host).ok();
    }
    let heads: Vec<String> = proxy.requests().into_iter().map(|r| r.head).collect();
    assert_eq!(heads.len(), 4, "one tunnel, three requests");
    assert!(heads[0].starts_with("CONNECT r160.invalid:8080 HTTP/1.1\r\n"));
    assert!(!heads[0].contains("bearer"));
    // Asked once, and not told what the requests are about.
    assert_eq!(asked(origin), 1);
    let about: Vec<String> = all_asked();
    assert!(about.iter().all(|asked| !asked.contains("patient")));
    assert_eq!(decoy.connections(), 0);
    let (_, settings) = Host::try_open(r#"{"proxy":"system"}"#);
    assert_eq!(settings.json["proxy"], "system");
}

#[test]
fn r161_without_a_script_the_list_and_its_exceptions_count() {
    testkit::alone!();
    let listed = host("http://r161.invalid", Says::Nothing, json!({}));
    post(&listed).ok();
    let seen = |name: &str| {
        let requests = NAMED.requests();
        let tunnels = requests.iter().filter(|r| r.head.starts_with("CONNECT"));
        tunnels.filter(|r| r.head.contains(name)).count()
    };
    assert_eq!(seen("r161.invalid"), 1);
    let excepted = ["http://r161.direct.invalid", "http://r161"];
    for origin in excepted {
        let direct = host(origin, Says::Nothing, json!({}));
        post(&direct).fails("HR_E_CONNECT").outcome("not_sent");
        assert_eq!(asked(origin), 1);
    }
    // The script's word comes before the list: it says "directly".
    let direct = host(
        "http://r161b.invalid",
        Says::Servers(String::new()),
        json!({}),
    );
    post(&direct).fails("HR_E_CONNECT").outcome("not_sent");
    assert_eq!((seen("r161.direct"), seen("r161b")), (0, 0));
}

/// License server, card client and service on this computer, by every name of it.
#[test]
fn r162_loopback_is_neither_asked_about_nor_proxied() {
    testkit::alone!();
    says("http://r162.invalid", Says::Nothing);
    for name in ["127.0.0.1", "localhost"] {
        let sandbox = sandbox();
        let mut config = sandbox.config_json();
        for key in ["license_url", "local_url"] {
            config[key] = config[key]
                .as_str()
                .unwrap()
                .replace("127.0.0.1", name)
                .into();
        }
        config["proxy"] = "system".into();
        let host = Host::open(&config);
        let id = host.open_record();
        host.dmp_send_bytes(&id, b"r162", "a.txt").ok();
    }
    let local = |text: &String| {
        ["127.0.0.1", "localhost", "::1"]
            .iter()
            .any(|l| text.contains(l))
    };
    assert!(!all_asked().iter().any(local));
    let connects = NAMED.requests().into_iter().map(|request| request.head);
    assert!(!connects.collect::<Vec<_>>().iter().any(local));
}

/// The question may take for ever; the call may not. That a cancelled call leaves its worker is r142.
#[test]
fn r163_a_system_that_does_not_answer_ends_with_the_deadline() {
    testkit::alone!();
    let origin = "http://r163.invalid";
    let limit = json!({"timeouts": {"connect_ms": 200}});
    let slow = host(origin, Says::Hangs, limit);
    let began = Instant::now();
    let error = post(&slow).fails("HR_E_TIMEOUT").outcome("not_sent");
    assert_eq!(error.json["phase"], "resolve");
    assert!(began.elapsed() >= Duration::from_millis(200));
    assert!(began.elapsed() < Duration::from_secs(5));
    // Others go on.
    let proxy = tunnel();
    post(&host("http://r163.invalid:81", through(&proxy), json!({}))).ok();
    says(origin, Says::Nothing);
}

#[test]
fn r164_an_answer_is_forgotten_with_its_session_and_with_a_failure() {
    testkit::alone!();
    let origin = "http://r164.invalid";
    let [first, second, third] = [(); 3].map(|()| tunnel());
    let host = host(origin, through(&first), json!({}));
    let arrived = || [&first, &second, &third].map(|proxy| proxy.requests().len());
    post(&host).ok();
    says(origin, through(&second));
    post(&host).ok();
    assert_eq!((arrived(), asked(origin)), ([3, 0, 0], 1), "ten seconds");
    host.session_set(&format!("{origin}/base/"), "bearer");
    post(&host).ok();
    assert_eq!((arrived(), asked(origin)), ([3, 2, 0], 2));
    // Nobody listens there any more: the system is asked again, and names another.
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().to_string()
    };
    says(origin, Says::Servers(gone));
    host.session_set(&format!("{origin}/base/"), "bearer");
    post(&host).fails("HR_E_PROXY").outcome("not_sent");
    says(origin, through(&third));
    post(&host).ok();
    assert_eq!((arrived(), asked(origin)), ([3, 2, 2], 4));
}

#[test]
fn r165_a_proxy_of_another_kind_is_reported_as_such() {
    testkit::alone!();
    let decoy = Server::decoy();
    for (number, named) in ["socks={}", "https://{}", "socks5://{}"].iter().enumerate() {
        let named = named.replace("{}", &decoy.address.to_string());
        let origin = format!("http://r165-{number}.invalid");
        let host = host(&origin, Says::Servers(named.clone()), json!({}));
        let error = post(&host).fails("HR_E_PROXY").outcome("not_sent");
        error.says("remedy", "SOCKS");
        assert!(!error.text.contains(&decoy.address.port().to_string()));
    }
    assert_eq!(decoy.connections(), 0);
}

/// 407, by the proxy and by the service: a doctor cannot do anything about it, and the programmer must know that
/// NTLM is none of the ways.
#[test]
fn r166_a_proxy_that_wants_credentials_is_reported_as_such() {
    testkit::alone!();
    let ntlm = "proxy-authenticate: Negotiate\r\nproxy-authenticate: NTLM\r\nconnection: close\r\n";
    for how in ["proxy-authenticate: Basic realm=\"x\"\r\n", ntlm] {
        let refusal = answer("407 Proxy Authentication Required", how, "no");
        let proxy = Server::saying(refusal);
        let by_system = host("http://r166.invalid", through(&proxy), json!({}));
        let address = proxy.url().replace("http://", "http://user:planted@");
        let by_address = json!({ "proxy": address });
        let by_address = host("http://r166.invalid", Says::Nothing, by_address);
        for host in [by_system, by_address] {
            says("http://r166.invalid", through(&proxy));
            let error = post(&host).fails("HR_E_PROXY").outcome("not_sent");
            assert_eq!(error.json["phase"], "connect");
            error.says("remedy", "NTLM");
            assert!(!error.text.contains("planted"));
        }
        assert_eq!(proxy.requests().len(), 2);
    }
}

/// What goes wrong within the question is no reason to go round a proxy.
#[test]
fn r167_a_question_that_panics_ends_the_call_alone() {
    testkit::alone!();
    let origin = "http://r167.invalid";
    let host = host(origin, Says::Panics, json!({}));
    for _ in 0..2 {
        post(&host).fails("HR_E_PROXY").outcome("not_sent");
    }
    assert_eq!(asked(origin), 2);
    let proxy = tunnel();
    says(origin, through(&proxy));
    post(&host).ok();
}

/// A system that does not answer takes one worker for each server, whoever asks how often.
#[test]
fn r168_many_who_ask_the_same_wait_for_one_answer() {
    testkit::alone!();
    let origin = "http://r168.invalid";
    let proxy = tunnel();
    let calls: Vec<_> = (0..12)
        .map(|_| {
            let host = host(origin, Says::Hangs, json!({}));
            std::thread::spawn(move || post(&host).ok())
        })
        .collect();
    let end = Instant::now() + SOON;
    while waiting() < calls.len() || asked(origin) == 0 {
        assert!(Instant::now() < end, "not all of them wait");
        std::thread::yield_now();
    }
    assert_eq!(asked(origin), 1);
    let other = host("http://r168b.invalid", through(&proxy), json!({}));
    post(&other).ok();
    says(origin, through(&proxy));
    for call in calls {
        call.join().unwrap();
    }
    assert_eq!(proxy.requests().len(), 2 * 13);
}

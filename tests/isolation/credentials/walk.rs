//! Two sessions at once, each with its own services, and all that may lead their secrets astray.

use hr_sandbox::{Call, Options};
use serde_json::{Value, json};
use testkit::fault_proxy::{CertificateFlaw, Endpoint, FaultProxy, SandboxResponse, Script, Sends};

use super::{SECRETS, Secret, Table};
use testkit::authority::{authority, ca_file};
use testkit::raw_server::answer;
use testkit::record::parameters;
use testkit::*;

/// The fault_proxies: those of the two sessions, and one whose resource service a login leads to.
const FIRST: usize = 0;
const SECOND: usize = 1;
const ELSEWHERE: usize = 2;

pub struct Walk {
    pub fault_proxies: [FaultProxy; 3],
    secrets: Vec<Secret>,
    proxy: String,
    authority: TempFile,
}

fn number() -> u64 {
    let mut bytes = [0; 8];
    use ring::rand::SecureRandom;
    ring::rand::SystemRandom::new().fill(&mut bytes).unwrap();
    u64::from_le_bytes(bytes)
}

/// Options with a license bearer and PINs that nobody else has.
fn options(home: usize, secrets: &mut Vec<Secret>) -> Options {
    let mut options = own_cards(Options::default());
    let mut plant = |kind, text: &String| {
        let text = text.clone();
        secrets.push(Secret { kind, text, home });
    };
    let license = format!("licence/{:x}+\"a\\b=~&{:x}", number(), number());
    plant(0, &license);
    options.scenario.license_bearer = license;
    for card in &mut options.scenario.cards {
        if card.pin.is_some() {
            let pin = format!("{:012}", number() % 1_000_000_000_000);
            plant(2, &pin);
            card.pin = Some(pin);
        }
    }
    options
}

fn sending(sends: Sends) -> Script {
    Script {
        sends,
        ..Script::default()
    }
}

impl Walk {
    pub fn new(proxy: &str) -> Walk {
        let tls = authority().config(CertificateFlaw::None);
        let mut secrets = Vec::new();
        let mut option = |home| options(home, &mut secrets);
        let fault_proxies = [
            FaultProxy::start_keep_alive(option(FIRST), None),
            FaultProxy::start_keep_alive(option(SECOND), Some(tls)),
            FaultProxy::start(option(ELSEWHERE), None),
        ];
        Walk {
            fault_proxies,
            secrets,
            proxy: proxy.to_owned(),
            authority: ca_file(),
        }
    }

    pub fn host(&self, fault_proxy: usize, more: Value) -> Host {
        let own = json!({"proxy": self.proxy, "ca_file": self.authority.path()});
        let config = self.fault_proxies[fault_proxy].config_json();
        Host::open(&config.with(own).with(more))
    }

    /// The PIN of the first or second card with one.
    pub fn pin(&self, fault_proxy: usize, card: usize) -> &str {
        let pins = |secret: &&Secret| secret.kind == 2 && secret.home == fault_proxy;
        &self.secrets.iter().filter(pins).nth(card).unwrap().text
    }

    fn note(&mut self, kind: &str, text: String, home: usize) {
        let kind = SECRETS.iter().position(|name| *name == kind).unwrap();
        self.secrets.push(Secret { kind, text, home });
    }

    /// Everything, one after the other. Gives the secrets.
    pub fn all(mut self, table: &mut Table) -> Vec<Secret> {
        let first = self.host(FIRST, json!({}));
        let second = self.host(SECOND, json!({}));
        std::thread::scope(|threads| {
            threads.spawn(|| self.chain(&first, FIRST, CPS, 0));
            threads.spawn(|| self.chain(&second, SECOND, CPS, 0));
            // A second card at the services of the first.
            threads.spawn(|| {
                let third = self.host(FIRST, json!({"license_auth": "raw", "card_form": "bearer"}));
                self.chain(&third, FIRST, CPS_MANY, 1);
            });
        });
        self.logs_in_elsewhere(&first);
        self.adopts(&second);
        self.ends(&first);
        drop((first, second));
        self.search(table)
    }

    /// The whole chain.
    fn chain(&self, host: &Host, fault_proxy: usize, card: &str, number: usize) {
        host.log_in(card, self.pin(fault_proxy, number));
        if host.state().json["identified"] == false {
            host.profile_put("{}").ok();
            host.profile_select("1");
        }
        // One document may not be on its way twice: each host has its own.
        for content in [self::number(), self::number()].map(u64::to_be_bytes) {
            if host.patient_search(QUALIFIED).code != 0 {
                return;
            }
            let id = host.patient_get().ok().str("patient_id");
            host.dmp_open(&id, None).ok();
            host.dmp_send_bytes(&id, &content, "a.txt").ok();
            host.request("POST", "/echo", Some("{}")).ok();
        }
        // Whatever is no path below the service's address.
        let decoy = self.fault_proxies[fault_proxy].address(Endpoint::Decoy);
        for path in [
            format!("//{decoy}/x"),
            format!("http://{decoy}/x"),
            format!("@{decoy}/x"),
            format!(":80@{decoy}/x"),
            format!("/\\{decoy}/x"),
            format!(".{decoy}/x"),
            format!("/../../{decoy}"),
            format!("\r\nhost: {decoy}"),
        ] {
            host.request("POST", &path, Some("{}"))
                .fails("HR_E_ARGUMENT");
        }
    }

    /// A login whose reply leads to another service, then one that leads back.
    fn logs_in_elsewhere(&mut self, host: &Host) {
        let [from, _, to] = &self.fault_proxies;
        let url = format!("{}/service", to.url(Endpoint::Service));
        let reply = Sends::made(move |answer: &SandboxResponse| {
            let mut body: Value = serde_json::from_slice(&answer.body).unwrap();
            body["serviceUrl"] = url.clone().into();
            answer.body(body.to_string()).with("")
        });
        let token = host.token(CPS);
        from.arm(Call::Login, 1, sending(reply));
        let login = host.login(&token, self.pin(FIRST, 0)).ok();
        self.stays(host);
        self.note("bearer", login.str("bearer"), ELSEWHERE);
        host.request("GET", "/echo", None)
            .fails("HR_E_UNAUTHORIZED");
        host.patient_get().fails("HR_E_STATE");
        let token = host.token(CPS);
        host.login(&token, self.pin(FIRST, 0)).ok();
        host.patient_search(QUALIFIED).ok();
        host.patient_get().ok();
    }

    /// Calls at the other service, which takes any bearer.
    fn stays(&self, host: &Host) {
        let patient = answer("200 OK", "connection: close\r\n", &parameters("1"));
        for call in [
            Call::PatientSearch,
            Call::PatientGet,
            Call::DmpOpen,
            Call::DmpSend,
        ] {
            let script = Script {
                forward: false,
                ..sending(Sends::Bytes(patient.clone().into_bytes()))
            };
            self.fault_proxies[ELSEWHERE].arm(call, 1, script);
        }
        host.patient_search(QUALIFIED).ok();
        host.patient_get().ok();
        host.dmp_open("1", None).ok();
        host.dmp_send_bytes("1", b"elsewhere", "a.txt").ok();
    }

    /// Ticket and login that were made elsewhere take the place of one's own, and go again.
    fn adopts(&mut self, host: &Host) {
        let (ticket, bearer) = (
            format!("t{:x}.{:x}", number(), number()),
            format!("{:032x}", number()),
        );
        self.note("ticket", ticket.clone(), SECOND);
        self.note("bearer", bearer.clone(), ELSEWHERE);
        let url = format!(
            "{}/service",
            self.fault_proxies[ELSEWHERE].url(Endpoint::Service)
        );
        assert_eq!(host.session_set(&url, &bearer), 0);
        self.stays(host);
        assert_eq!(host.ticket_set(&ticket), 0);
        host.ready().fails("HR_E_UNAUTHORIZED");
        host.log_in(CPS, self.pin(SECOND, 0));
        host.patient_search(QUALIFIED).ok();
    }

    /// Sessions and card clients that are over.
    fn ends(&mut self, host: &Host) {
        self.fault_proxies[FIRST].sandbox().end_sessions();
        host.patient_get().fails("HR_E_UNAUTHORIZED");
        host.patient_get().fails("HR_E_STATE");
        host.log_in(CPS, self.pin(FIRST, 0));
        let token = host.token(CPS);
        host.login(&token, "000000").fails("HR_E_CARD_STATUS");
        host.patient_get().fails("HR_E_STATE");
        host.log_in(CPS, self.pin(FIRST, 0));
    }

    fn search(self, table: &mut Table) -> Vec<Secret> {
        let Walk {
            fault_proxies,
            mut secrets,
            ..
        } = self;
        let oracles = fault_proxies.map(FaultProxy::finish);
        for (home, oracle) in oracles.iter().enumerate() {
            for (name, text) in oracle.issued_secrets() {
                let kind = SECRETS.iter().position(|kind| *kind == name).unwrap();
                // One was given for another service, and is noted already.
                if secrets.iter().all(|secret| secret.text != text) {
                    secrets.push(Secret { kind, text, home });
                }
            }
        }
        for (number, oracle) in oracles.iter().enumerate() {
            assert_eq!(oracle.connections(Endpoint::Decoy), 0);
            table.search(Some(number), oracle, &secrets);
        }
        secrets
    }
}

/// What is not on this computer goes through the proxy, if at all. Gives the secrets.
pub fn beyond(proxy: &str) -> Vec<Secret> {
    let secret = |kind, text: String| Secret {
        kind,
        text,
        home: FIRST,
    };
    let secrets = vec![
        secret(0, format!("licence/{:x}", number())),
        secret(3, format!("bearer-{:x}", number())),
    ];
    let host = Host::open(&json!({
        "license_url": "https://license.invalid", "license_bearer": secrets[0].text, "proxy": proxy,
        "timeouts": {"connect_ms": 150, "call_ms": 150, "upload_ms": 150},
    }));
    assert!(host.ticket().code < 0);
    assert_eq!(
        host.session_set("https://service.invalid/x", &secrets[1].text),
        0
    );
    for outcome in [
        host.patient_search(QUALIFIED),
        host.profile_put("{}").outcome("not_sent"),
        host.request("POST", "/x", Some("{}")).outcome("not_sent"),
    ] {
        assert!(outcome.code < 0, "{}", outcome.text);
    }
    secrets
}

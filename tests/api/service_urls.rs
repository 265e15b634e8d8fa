//! Addresses that nothing may be sent to, as an argument and in the configuration. Those of a login are rows 38 and 39 of
//! tests/faults/matrix; what an address is at all is in the fuzz target `addresses`, against the HTTP client's parser.

use hr::code::{HR_E_ARGUMENT, HR_OK};
use serde_json::json;
use testkit::raw_server::Server;
use testkit::*;

/// Refused also where plain http is allowed. `{}` is an address at which somebody listens, and `{port}` its port, so that
/// whoever reads leniently is noticed.
const BAD: &str = "ftp://{} file:///etc/passwd wss://{}/service httpx://{} http+unix://{} h\u{442}tps://{} //{} {}
    localhost:{port} a.example /service ://{} http:/{} http:{} null http:// https:// http:///service http://:{port}
    http://user@{} http://user:pw@{} https://a.example@{} http://@{} http://:@{} http://{}@a.example http://a.example%40{}
    http://a.example/@{}:x\\ http://{}?x http://{}/service? http://{}#x http://a.example#@{} http://a.example?@{}
    http://127.1:{port} http://0x7f000001:{port} http://0x7f.0.0.1:{port} http://127.0.0.0x1:{port} http://2130706433:{port}
    http://0177.0.0.1:{port} http://017700000001:{port} http://127.0.0.01:{port} http://[::ffff:127.0.0.1]:{port}
    http://[::ffff:7f00:1]:{port} http://0.0.0.0:{port} http://0:{port} http://[::]:{port} http://127.0.0.1.:{port}
    http://localhost.:{port} https://a.example. http://127.0.0.256:{port} http://127.0.0.1:0 http://127.0.0.1:65536
    http://127.0.0.1:99999 http://127.0.0.1:-1 http://127.0.0.1:+{port} http://127.0.0.1:x http://127.0.0.1: http://127.0.0.1:/service
    http://127.0.0.1:{port}:{port} http://127.0.0.1:{port}x http://127.0.0.1:\u{661} http://{}/\u{7f} http://{}/\u{e9}
    https://h\u{f4}pital.example http:\\\\{} http://{}\\x http://127.0.0.1%3a{port} http://%31%32%37.0.0.1:{port} http://[::
    http://[::1 http://::1]:{port} http://[::1]x:{port} http://[::1%25lo]:{port} http://[fe80::1%lo]:{port}
    http://[127.0.0.1]:{port} http://{}/../service http://{}/%2e%2E/service http://{}/./service http://{}//service
    http://{}/%zz http://-a.example https://a..example https://.example https://a,example https://*";

/// With characters that end a word.
const MORE: [&str; 7] = [
    "",
    " http://{}",
    "http:// {}",
    "http://127.0.0.1 :{port}",
    "http://{}/a b",
    "http://{}/\t",
    "http://{}\r\nx: y",
];

/// Refused unless plain http is allowed.
const PLAIN: &str = "http://service.example HTTP://service.example:443/x http://127.0.0.1.example:{port}
    http://localhost.example:{port} http://169.254.169.254/latest http://[2001:db8::1]:{port} http://128.0.0.1:{port}";

/// Taken as they are.
const GOOD: &str =
    "https://service.example:8443/a/b/ HTTPS://Service.Example/%C3%A9 https://192.0.2.1/x
    https://[2001:db8::1]:8443";

/// Taken also as the card client's: they lead to this computer.
const LOCAL: &str = "http://127.0.0.1:48367 http://[::1]:48367/x http://localhost:48367";

/// Each bad address, and whether it is bad although plain http is allowed.
fn bad() -> Vec<(String, bool)> {
    let long = [
        format!("https://{}example", "a.".repeat(5000)),
        format!("http://{{}}/{}", "a".repeat(10_240)),
        format!("https://{}.example", "a".repeat(64)),
    ];
    let words = BAD.split_whitespace().chain(MORE).map(str::to_owned);
    let all = words.chain(long).map(|pattern| (pattern, true));
    let plain = PLAIN.split_whitespace().map(str::to_owned);
    all.chain(plain.map(|pattern| (pattern, false))).collect()
}

/// What makes the table above mean something: these are taken.
#[test]
fn good_addresses_are_taken() {
    let host = Host::open(&json!({}));
    for url in [GOOD, LOCAL].into_iter().flat_map(str::split_whitespace) {
        assert_eq!(host.session_set(url, "bearer"), HR_OK, "{url}");
        Host::open(&json!({ "license_url": url }));
    }
    for url in LOCAL.split_whitespace() {
        Host::open(&json!({ "local_url": url }));
    }
    let plain = Host::open(&json!({"allow_plain_http": true}));
    for url in PLAIN.split_whitespace() {
        let url = url.replace("{port}", "1");
        assert_eq!(plain.session_set(&url, "bearer"), HR_OK, "{url}");
    }
}

#[test]
fn a_bad_address_is_refused_as_an_argument_and_in_the_configuration() {
    let decoy = Server::decoy();
    let [address, port] = [decoy.address.to_string(), decoy.address.port().to_string()];
    let bad = bad();
    for (pattern, plain) in &bad {
        let url = pattern.replace("{port}", &port).replace("{}", &address);
        let host = Host::open(&json!({ "allow_plain_http": plain }));
        assert_eq!(host.session_set(&url, "bearer"), HR_E_ARGUMENT, "{url}");
        host.patient_get().fails("HR_E_STATE");
        in_the_configuration("license_url", &url, *plain);
        // The card client may have a name: where it leads is looked at when it is reached.
        if *plain || !url.contains(".example") {
            in_the_configuration("local_url", &url, *plain);
        }
    }
    let elsewhere = "https://10.0.0.1:48367 https://[2001:db8::1] http://169.254.0.1:48367 http://[fe80::1]:48367";
    for url in elsewhere.split(' ').chain(["http://128.0.0.1"]) {
        in_the_configuration("local_url", url, true);
    }
    assert_eq!(decoy.connections(), 0);
    println!("{} bad addresses are refused", bad.len());
}

#[track_caller]
fn in_the_configuration(key: &str, url: &str, plain: bool) {
    let config = json!({ key: url, "allow_plain_http": plain }).to_string();
    let (handle, outcome) = Host::try_open(&config);
    assert_eq!(handle, 0, "{key} {url}");
    outcome.fails("HR_E_CONFIG").says("remedy", key);
}

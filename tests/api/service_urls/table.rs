//! The addresses.

use serde_json::{Value, json};
use testkit::fault_proxy::{Endpoint, FaultProxy};

/// Refused also where plain http is allowed. `{}` is an address at which somebody listens, and `{port}` its
/// port, so that whoever reads leniently is noticed.
const BAD: [&str; 84] = [
    // Other schemes, or none.
    "ftp://{}",
    "file:///etc/passwd",
    "ws://{}",
    "wss://{}/service",
    "javascript:alert(1)",
    "data:text/plain,x",
    "httpx://{}",
    "http+unix://{}",
    "h\u{442}tps://{}",
    "//{}",
    "//a.example",
    "{}",
    "localhost:{port}",
    "a.example",
    "/service",
    "://{}",
    "http:/{}",
    "http:{}",
    "http//{}",
    // Credentials, and hosts that look like them.
    "http://user@{}",
    "http://user:pw@{}",
    "https://a.example@{}",
    "http://a.example:80@{}/x",
    "http://@{}",
    "http://:@{}",
    "http://{}@a.example",
    "http://a.example%40{}",
    "http://a.example/@{}:x\\",
    // Queries and fragments.
    "http://{}?x",
    "http://{}/service?",
    "http://{}#x",
    "http://{}/service#",
    "http://a.example#@{}",
    "http://a.example?@{}",
    // This computer in disguise.
    "http://127.1:{port}",
    "http://127.0.1:{port}",
    "http://0x7f000001:{port}",
    "http://0x7f.0.0.1:{port}",
    "http://127.0.0.0x1:{port}",
    "http://2130706433:{port}",
    "http://0177.0.0.1:{port}",
    "http://017700000001:{port}",
    "http://127.0.0.01:{port}",
    "http://[::ffff:127.0.0.1]:{port}",
    "http://[::ffff:7f00:1]:{port}",
    "http://0.0.0.0:{port}",
    "http://0:{port}",
    "http://[::]:{port}",
    "http://127.0.0.1.:{port}",
    "http://localhost.:{port}",
    "https://a.example.",
    "http://127.0.0.256:{port}",
    // Ports.
    "http://127.0.0.1:0",
    "http://127.0.0.1:99999",
    "http://127.0.0.1:65536",
    "http://127.0.0.1:-1",
    "http://127.0.0.1:+{port}",
    "http://127.0.0.1:x",
    "http://127.0.0.1:",
    "http://127.0.0.1:/service",
    "http://127.0.0.1:{port}:{port}",
    "http://127.0.0.1:{port}x",
    "http://127.0.0.1:\u{661}",
    // Characters.
    " http://{}",
    "http://{} ",
    "http:// {}",
    "http://127.0.0.1 :{port}",
    "http://{}/a b",
    "http://{}/\t",
    "http://{}\r\nx: y",
    "http://{}/\u{7f}",
    "http://{}/\u{e9}",
    "https://h\u{f4}pital.example",
    "http:\\\\{}",
    "http://{}\\x",
    "http://127.0.0.1%3a{port}",
    "http://%31%32%37.0.0.1:{port}",
    // Brackets and zones.
    "http://[::",
    "http://[::1",
    "http://::1]:{port}",
    "http://[::1]x:{port}",
    "http://[::1%25lo]:{port}",
    "http://[fe80::1%lo]:{port}",
    "http://[127.0.0.1]:{port}",
];

/// More of them, that need to be made.
pub fn bad() -> Vec<String> {
    let long = "a.".repeat(5000);
    let mut bad: Vec<String> = BAD.map(str::to_owned).into();
    bad.extend(
        [
            "",
            "http://",
            "https://",
            "http:///service",
            "http://:{port}",
            "http://{}/../service",
            "http://{}/%2e%2E/service",
            "http://{}/./service",
            "http://{}//service",
            "http://{}/%zz",
            "http://-a.example",
            "https://a..example",
            "https://.example",
            "https://a,example",
            "https://*",
            "null",
        ]
        .map(str::to_owned),
    );
    bad.push(format!("https://{long}example"));
    bad.push(format!("http://{{}}/{}", "a".repeat(10_240)));
    bad.push(format!("https://{}.example", "a".repeat(64)));
    bad
}

/// Refused unless plain http is allowed.
pub const PLAIN: [&str; 9] = [
    "http://service.example",
    "HTTP://service.example:443/x",
    "http://127.0.0.1.example:{port}",
    "http://localhost.example:{port}",
    "http://10.0.0.1",
    "http://169.254.169.254/latest",
    "http://192.0.2.1:{port}",
    "http://[2001:db8::1]:{port}",
    "http://128.0.0.1:{port}",
];

/// What no lenient reader may take for a text.
pub fn no_texts() -> Vec<Value> {
    let url = "https://service.example";
    vec![
        Value::Null,
        json!(1),
        json!(true),
        json!([url]),
        json!({ "url": url }),
        json!([]),
    ]
}

/// Taken as they are; those from the sixth on lead to this computer.
pub const GOOD: [&str; 8] = [
    "https://service.example",
    "https://service.example:8443/a/b/",
    "HTTPS://Service.Example/%C3%A9",
    "https://192.0.2.1/x",
    "https://[2001:db8::1]:8443",
    "http://127.0.0.1:48367",
    "http://[::1]:48367/x",
    "http://localhost:48367",
];

/// Replaces the places of a pattern by the decoy's address.
pub fn placed(pattern: &str, fault_proxy: &FaultProxy) -> String {
    let decoy = fault_proxy.address(Endpoint::Decoy);
    let port = decoy.port().to_string();
    pattern
        .replace("{port}", &port)
        .replace("{}", &decoy.to_string())
}

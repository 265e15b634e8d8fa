//! Configurations, addresses and forms.

use super::SeedFolder;

const CONFIGURATIONS: [&str; 30] = [
    "{}",
    "[]",
    "null",
    "{",
    r#"{"license_url":"https://l.example/x/","license_bearer":"s3cret","license_auth":"raw","local_url":"https://card.example:48367","card_client_owners":["unknown","service","http_sys"],"ticket_method":"GET","card_form":"bearer","identified_field":"/masterData/known","timeouts":{"connect_ms":1,"call_ms":2,"login_ms":3,"upload_ms":4},"proxy":"http://u:p@proxy.example:3128","ca_file":"ca.pem","max_reply_bytes":5,"allow_plain_http":true,"language":"fr","user_agent":"Host 1.0"}"#,
    r#"{"kolor":1}"#,
    r#"{"hr secret: x":1}"#,
    r#"{"timeouts":{"read_ms":1}}"#,
    r#"{"timeouts":{"call_ms":0}}"#,
    r#"{"timeouts":{"call_ms":1.5}}"#,
    r#"{"timeouts":{"call_ms":2147483648}}"#,
    r#"{"language":"fr","language":"en"}"#,
    r#"{"lang\u0075age":"fr"}"#,
    r#"{"language":"\u0066r"}"#,
    r#"{"license_url":"http://license.example","allow_plain_http":true}"#,
    r#"{"license_url":"http://license.example"}"#,
    r#"{"license_url":"http://127.0.0.1:1"}"#,
    r#"{"license_bearer":"a b"}"#,
    r#"{"license_bearer":"\u0000"}"#,
    r#"{"local_url":"http://10.0.0.1:48367"}"#,
    r#"{"local_url":"http://[::1]:1"}"#,
    r#"{"identified_field":"/a~2"}"#,
    r#"{"identified_field":null}"#,
    r#"{"proxy":"env"}"#,
    r#"{"proxy":"http://p.example/x"}"#,
    r#"{"ca_file":"folder"}"#,
    r#"{"ca_file":"/etc/passwd"}"#,
    r#"{"ca_file":"empty"}"#,
    r#"{"user_agent":"a\r\nb"}"#,
    r#"{"max_reply_bytes":1,"allow_plain_http":1}"#,
];

/// A pointer, a line end, a text.
const JSON: [&str; 36] = [
    "\n{}",
    "\n",
    "/a\n{\"a\":1,\"raw\":[",
    "/foo/0\n{\"foo\": [\"bar\", \"baz\"], \"\": 0, \"a/b\": 1, \"m~n\": 8}",
    "/a~1b\n{\"foo\": [\"bar\", \"baz\"], \"\": 0, \"a/b\": 1, \"m~n\": 8}",
    "/m~0n\n{\"foo\": [\"bar\", \"baz\"], \"\": 0, \"a/b\": 1, \"m~n\": 8}",
    "/\n{\"\":0}",
    "//\n{\"\":{\"\":[]}}",
    "/cards/0/serial\n{\"cards\":[{\"cardType\":1,\"serial\":2000000777},{}],\"next\":\"hr_login\"}",
    "/raw/patient/nom\n{\"http_status\":200,\"raw\":{\"patient\":{\"nom\":\"D'\\u00c9TANG\",\"x\":null}}}",
    "/a\n{\"a\":1,\"a\":2}",
    "/o/a\n{\"o\":{\"a\":1,\"\\u0061\":2}}",
    "/o/b\n{\"o\":{\"a\":1,\"a\":2,\"b\":3}}",
    "/0/a\n[{\"a\":1,\"a\":2}]",
    "\n\"\\ud83d\\ude00 \\\\ \\/ \\\" \\b\\f\\n\\r\\t\"",
    "\n\"\\ud800\"",
    "\n\"\\udc00\\ud800\"",
    "\n\"a\\u0000b\"",
    "/a\n{\"a\\u0000\":1}",
    "\n-123456789012345678901234567890.5E+7",
    "/1\n[1e400, -0.0e-0]",
    "\n01",
    "\n1.",
    "\n+1",
    "/01\n[0,1]",
    "/-\n[0,1]",
    "/18446744073709551616\n[0,1]",
    "/1e0\n{\"1e0\":true}",
    "/a/0\n{\"a\":null}",
    "a\n{}",
    "/~\n{}",
    "/~2\n{}",
    "/0/0/0/0\n[[[[[]]]]]",
    " \n \t\r\n[ true , false , null ] ",
    "/é\n{\"\\u00E9\":\"😀\"}",
    "\n[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
];

pub fn json(folder: &mut SeedFolder) {
    for text in JSON {
        folder.put(text.as_bytes());
    }
    for depth in [127, 128, 136, 137] {
        let nested = format!("\n{}{}", "[".repeat(depth), "]".repeat(depth));
        folder.put(nested.as_bytes());
    }
    folder.put(b"/a\n{\"a\":\"\xc3\"}");
    folder.put(b"/\xff\n{}");
}

const PEM: &str = include_str!("../../fixtures/ca.pem");

pub fn configuration(folder: &mut SeedFolder) {
    for text in CONFIGURATIONS {
        folder.put(text.as_bytes());
    }
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(200), "]".repeat(200));
    folder.put(deep.as_bytes());
    folder.put(b"{\"language\":\"\xff\"}");
    for pem in [PEM, &PEM.replace("MIIB", "AAAA"), &PEM.repeat(2), "x", ""] {
        folder.put(format!("{{\"ca_file\":\"input.pem\"}}\0{pem}").as_bytes());
    }
    for bearer in ["a-bearer\r\n", "a b", ""] {
        folder.put(format!("{{\"license_bearer_file\":\"input.pem\"}}\0{bearer}").as_bytes());
    }
}

const ADDRESSES: [&str; 40] = [
    "https://a.example",
    "HTTPS://A.Example/",
    "https://a.example:8443/x/y/",
    "http://127.0.0.1:48367",
    "http://[::1]:80/p%20q",
    "http://localhost:1",
    "https://a_b-c.example:65535/~x/a;b=c,d@e:f!$&'()*+",
    "https://[2001:DB8::1]",
    "https://[::ffff:1.2.3.4]",
    "https://[fe80::1%25eth0]",
    "https://[::]",
    "https://a.example:0",
    "https://a.example:99999",
    "https://a.example:",
    "https://a.example:+80",
    "https://user:pw@a.example",
    "https://a.example#x",
    "https://a.example?x=1",
    "https://a.example\\x",
    "https://a.example/../x",
    "https://a.example/%2e%2E/x",
    "https://a.example//x",
    "https://a.example/%zz",
    "https://a.example/%c3%a9",
    "https://xn--caf-dma.example",
    "https://é.example",
    "https://a..example",
    "https://a.example.",
    "https://-a.example",
    "https://127.1",
    "https://0x7f000001",
    "https://0x7f.0.0.1",
    "https://2130706433",
    "https://0177.0.0.1",
    "https://1.2.3.4.5",
    "https://a.0x",
    "https://a.0xg",
    "https://a.1a",
    "https://0.0.0.0",
    "ftp://a.example",
];

const SEGMENTS: [&str; 8] = [
    "255081416802538",
    ".",
    "..",
    "...",
    "a/b#c?d%é \\",
    "%2e%2e",
    "~",
    "+",
];

const PATHS: [&str; 10] = [
    "/",
    "/a/",
    "/a/b?c=d&e=%20",
    "/a?x=/../y",
    "//evil",
    "/a//b",
    "/a/..",
    "/%2e/a",
    "/a#b",
    "/a?b=%z",
];

pub fn addresses(folder: &mut SeedFolder) {
    for (at, address) in ADDRESSES.iter().enumerate() {
        let (segment, path) = (SEGMENTS[at % 8], PATHS[at % 10]);
        folder.put(format!("{address}\n{segment}\n{path}\nD'É & +\nF").as_bytes());
        folder.put(address.as_bytes());
    }
}

pub fn multipart(folder: &mut SeedFolder) {
    let names = [
        "a.pdf",
        "Bilan \"é\"\r\n.pdf",
        "a/b",
        "..\\b",
        "a\tb",
        "a\u{7f}",
        "",
        "日本 😀",
        "x;y=\"z",
        "%22",
    ];
    let documents: [&[u8]; 5] = [
        b"",
        b"%PDF-1.4\n",
        b"\r\n--hr-\r\nabc",
        b"--\r\n\r\n",
        &[0; 3000],
    ];
    for (at, name) in names.iter().enumerate() {
        for (step, document) in documents.iter().enumerate() {
            let mut bytes = vec![(step + at) as u8];
            for text in [name, "10", "11503-0\r\n\"x"] {
                bytes.push(text.len() as u8);
                bytes.extend_from_slice(text.as_bytes());
            }
            bytes.extend_from_slice(document);
            folder.put(&bytes);
        }
    }
}

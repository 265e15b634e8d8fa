//! F14 to F24, F26, F30, F34 to F36, F38, F39, F52: replies, a line each.

use testkit::fault_proxy::{End, Script, Sends};

use super::calls::{ALL, Target};
use super::expect::{self, Expect, UNREADABLE_OR_UNKNOWN};
use super::variant::Variant;
use crate::template::frame;

/// The row, what may come of it, the code (and the status of the error), the calls, how the connection ends, the reply.
/// `lacking` is sound JSON without what is wanted: unreadable for calls that want something, accepted by others.
/// `unseen`: the sandbox does not get the request; it has acted otherwise.
const REPLIES: &str = r#"
# Something came that is no response of HTTP/1.1.
14 unknown    REPLY       all         close            <ok><headers*200><length><body>
14 unknown    REPLY       all         close            <ok>x: <v*2097152>|<length><body>
14 unknown    REPLY       all         close            <ok>no colon|<length><body>
14 unknown    REPLY       all         close            <ok>x: a\x00b|<length><body>
14 unknown    REPLY       all         close            <ok>x y: z|<length><body>
14 unknown    REPLY       all         close            <ok>x: a| folded|<length><body>
14 unknown    REPLY       all         close            <ok>: nameless|<length><body>
14 unknown    REPLY       all         close            HTTP/2.0 200 OK|<length>{}
14 unknown    REPLY       all         close            HTTP/1.1 2OO OK||
14 unknown    REPLY       all         close            HTTP/1.1 20 OK||
14 unknown    REPLY       all         close            HTTP/1.1 -20 OK||
14 unknown    REPLY       all         close            HTTP 200 OK||
14 unknown    REPLY       all         close            SSH-2.0-OpenSSH_9.2|
14 unknown    REPLY       all         close            hello||
14 unknown    REPLY       all         close            \x00\x00\x00\x00||
14 unknown    REPLY       all         close            {"licenseTicket":"x"}||
# A TLS alert.
14 unknown    REPLY       all         close            \x15\x03\x01\x00\x02\x02\x16

# Unusual, and clear.
14 accepted   -           all         close            HTTP/1.1 200 OK|x: <v*60000>|<length><body>
14 accepted   -           all         close            HTTP/1.1 200 OK|X-Empty:|<length><body>
14 accepted   -           all         close            HTTP/1.1 200 OK|x-latin: é|<length><body>
14 accepted   -           all         close            HTTP/1.1 200 OK|CONTENT-TYPE: APPLICATION/JSON; CHARSET=UTF-8|<length><body>
14 accepted   -           all         close            HTTP/1.1 200 OK|content-encoding: identity|<length><body>
14 accepted   -           all         close            HTTP/1.1 200 OK|connection: keep-alive|keep-alive: timeout=5|<length><body>
14 accepted   -           all         close            HTTP/1.1 200 OK|set-cookie: a=b|set-cookie: c=d|<length><body>
14 accepted   -           all         close            HTTP/1.1 200 OK\x0acontent-length: <n>\x0a\x0a<body>

# A length that is too long or too short. What is behind the last is never read, neither as a part of this response nor
# as the next one; JSON by nothing but its look, cut, is a text to calls that want no field.
15 unreadable REPLY       all         close,reset      <ok>content-length: <n+1>||<body>
15 unreadable -           all         tls,tls-reset    <ok>content-length: <n+1>||<body>
15 unreadable TIMEOUT     all         silence          <ok>content-length: <n+1>||<body>
15 unreadable REPLY       all         close,reset      <ok>content-length: <n+1000>||<body>
15 unreadable TIMEOUT     all         silence          <ok>content-length: <n+1000>||<body>
15 unreadable -           all         tls-silence      <ok>content-length: <n+1000>||<body>
16 accepted   -           all         close            HTTP/1.1 200|CONTENT-LENGTH: <n>||<body>
16 accepted   -           all         close            HTTP/1.0 200 OK|content-length:<n>||<body>
16 accepted   -           all         close            <ok>content-length: <n>||<body>HTTP/1.1 500 No||
16 unreadable REPLY       all         close            <ok>content-length: <n-1>||<body>
16 lacking    -           all         close            HTTP/1.1 200 OK|content-length: <n-1>||<body>
16 unknown    REPLY       all         close            <ok>content-length: -1||<body>
16 unknown    REPLY       all         close            <ok>content-length: +5||<body>
16 unknown    REPLY       all         close            <ok>content-length: 0x5||<body>
16 unknown    REPLY       all         close            <ok>content-length: 5 5||<body>
16 unknown    REPLY       all         close            <ok>content-length: ||<body>
16 unknown    REPLY       all         close            <ok>content-length: 18446744073709551616||<body>
16 unknown    REPLY       all         close            <ok>content-length: 5;||<body>
16 unknown    REPLY       all         close            <ok>content-length: five||<body>
16 unreadable -           all         close            <ok>content-length: 18446744073709551615||<body>
16 unreadable -           all         close            <ok>content-length: 9223372036854775808||<body>
16 unreadable -           all         close            <ok>content-length: 99999999999||<body>
52 unreadable -           all         silence          <ok>content-length: 1099511627776||<body>
52 unreadable -           all         silence          <ok>content-length: 20000000||<body>
16 unknown    REPLY       all         close            <ok>content-length: <n>|Content-Length: <n-1>||<body>
16 unknown    REPLY       all         close            <ok>content-length: <n>, <n+1>||<body>
16 unreadable REPLY       all         close            <ok>content-length: <n>|content-length: <n>||<body>
16 unreadable REPLY       all         close            <ok>content-length: <n>, <n>||<body>
16 unreadable REPLY       all         close            <ok>content-length: <n>|<chunked><x>|<body>|0||

# Chunks. Behind the last of the first four the server closes behind its last chunk.
17 accepted   -           all         close            <ok><chunked><X>|<body>|0||
17 accepted   -           all         close            <ok><chunked><bytes>0||
17 accepted   -           all         close            <ok><chunked><bytes;a="b">0;last|X-Sum: 1|X-More: 2||
17 accepted   -           all         close            <ok><chunked><bytes>0|
17 unreadable REPLY       all         close,reset      <ok><chunked><x>|<body>|
17 unreadable REPLY       all         close            <ok><chunked><x+9>|<body>
17 unreadable REPLY       all         close            <ok><chunked>zz|<body>|0||
17 unreadable REPLY       all         close            <ok><chunked>-1|<body>|0||
17 unreadable REPLY       all         close            <ok><chunked>7fffffffffffffff|<body>
17 unreadable REPLY       all         close            <ok><chunked>ffffffffffffffffff|<body>|0||
17 unreadable REPLY       all         close            <ok><chunked>2|<body>|0||
17 unreadable REPLY       all         close            <ok><chunked><x>\x0a<body>\x0a0\x0a\x0a
17 unreadable REPLY       all         close            <ok><chunked>
17 unreadable REPLY       all         close            <ok><chunked>0
17 unreadable REPLY       all         close            <ok><chunked>+<x>|<body>|0||
17 unreadable REPLY       all         close            <ok><chunked> <x>|<body>|0||
17 unreadable REPLY       all         close            <ok><chunked>0x<x>|<body>|0||
17 unreadable REPLY       all         close            <ok><chunked>000000000000000<x>|<body>|0||
17 unreadable REPLY       all         close            <ok><chunked>|<body>|0||
17 unreadable -           all         silence          <ok><chunked><x>|<body>|
17 unreadable -           all         silence          <ok><chunked><x+9>|<body>
17 unreadable -           all         silence          <ok><chunked>zz|<body>|0||
17 unreadable -           all         silence          <ok><chunked>7fffffffffffffff|<body>
17 unreadable -           all         silence          <ok><chunked>2|<body>|0||
17 unreadable -           all         silence          <ok><chunked>0

# R17: HTTP/1.0 knows no chunks, and other codings are not undone; such a body was taken as it stood.
17 unreadable REPLY       all         close            HTTP/1.0 200 OK|<chunked><x>|<body>|0||
17 unreadable REPLY       all         close            HTTP/1.1 200 OK|transfer-encoding: gzip||half of a te
17 unreadable REPLY       all         close            HTTP/1.1 200 OK|transfer-encoding: xchunked||half of a te
17 unreadable REPLY       all         close            HTTP/1.1 200 OK|transfer-encoding: identity, x||half of a te
17 unreadable REPLY       all         close            HTTP/1.1 200 OK|transfer-encoding: chunked, gzip||half of a te
17 unreadable REPLY       all         close            HTTP/1.1 200 OK|transfer-encoding: gzip, chunked||half of a te

# Neither length nor chunks: the body counts only when its JSON is whole.
18 unreadable REPLY       all         close,reset      <ok>|<body-1>
18 unreadable -           all         tls,tls-abrupt   <ok>|<body-1>
18 unreadable REPLY       all         close            <ok>|<body-10>
18 unreadable -           all         tls-reset        <ok>|<body-10>
18 unreadable REPLY       all         close,reset      HTTP/1.1 200 OK||
18 unreadable -           all         tls,tls-abrupt   HTTP/1.1 200 OK||
18 unreadable REPLY       all         close            HTTP/1.1 200 OK||12
18 unreadable -           all         tls-abrupt       HTTP/1.1 200 OK||12
18 accepted   -           all         close,tls        HTTP/1.1 200 OK||<body>
18 accepted   -           all         close,tls        HTTP/1.0 200 OK||<body>

# None of these was asked for. The ten bytes of the first claim to be a member.
20 unreadable REPLY       all         close            <ok>content-encoding: gzip|<length>\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff
20 unreadable REPLY       all         close            <ok>content-encoding: gzip|<length><body>
20 unreadable REPLY       all         close            <ok>content-encoding: x-gzip|<length><body>
20 unreadable REPLY       all         close            <ok>content-encoding: br|<length><body>
20 unreadable REPLY       all         close            <ok>content-encoding: deflate|<length><body>
20 unreadable REPLY       all         close            <ok>content-encoding: GZIP|<length><body>
20 unreadable REPLY       all         close            <ok>content-encoding: gzip, identity|<length><body>

21 unreadable REPLY       all         close            <ok><length>{"a":"\xe9"}
21 unreadable REPLY       all         close            <ok><length>\xef\xbb\xbf{}
21 unreadable REPLY       all         close            <ok><length>NaN
21 unreadable REPLY       all         close            <ok><length>{"a":NaN}
21 unreadable REPLY       all         close            <ok><length>{"a":1}x
21 unreadable REPLY       all         close            <ok><length>{"a":1,}
21 unreadable REPLY       all         close            <ok><length>{'a':1}
21 unreadable REPLY       all         close            <ok><length>"\ud800"
21 unreadable REPLY       all         close            <ok><length>{"a":[1,2
21 unreadable REPLY       all         close            <ok><length><nested*200>
21 unreadable REPLY       all         close            <ok><length>\x20
21 lacking    -           all         close            <ok><length>{}
21 lacking    -           all         close            <ok><length>[]
21 lacking    -           all         close            <ok><length>null
21 lacking    -           all         close            <ok><length>[{}]
21 lacking    -           all         close            <ok><length>1
21 lacking    -           all         close            <ok><length>{"a":1e999}
21 lacking    -           all         close            <ok><length>"text"
21 lacking    -           all         close            HTTP/1.1 200 OK|content-type: text/plain|<length>d'accord "é"
21 unreadable REPLY       Ticket      close            <ok><length>["licenseTicket","x"]
21 unreadable REPLY       Ready       close            <ok><length>{"data":{"data":[]}}
21 unreadable REPLY       Ready       close            <ok><length>{"data":{"data":{"a":{}}}}
21 unreadable REPLY       Ready       close            <ok><length>{"data":{"data":{"a":[1]}}}
21 unreadable REPLY       Get         close            <ok><length>{"patient_id":"1","insQualified":true}
# A wanted field given twice has no value; a status given twice is a failure, whichever of them says so.
21 unreadable REPLY       Ticket      close            <ok><length>{"licenseTicket":null,<inner>}
21 unreadable REPLY       Login       close            <ok><length>{"bearer":null,<inner>}
21 unreadable REPLY       Get         close            <ok><length>{"patient_id":null,<inner>}
21 unreadable CARD_STATUS Ready       close            <ok><length>{"status":null,<inner>}
21 accepted   -           free        close            <ok><length>{"other":null,"other":1,<inner>}

# R21: a 100 with headers ended the call.
23 accepted   -           all         close            <continue*5000><ok><length><body>
23 unknown    INTERRUPTED all         close            <continue*5000>
23 accepted   -           all         close            HTTP/1.1 102 Processing||<ok><length><body>
23 unknown    INTERRUPTED all         close            HTTP/1.1 102 Processing||
23 accepted   -           all         close            HTTP/1.1 100 Continue|server: x||HTTP/1.1 100 Continue|server: x||<ok><length><body>
23 unknown    INTERRUPTED all         close            HTTP/1.1 100 Continue|server: x||HTTP/1.1 100 Continue|server: x||
23 accepted   -           all         close            HTTP/1.1 103 Early Hints|link: </x>||HTTP/1.1 103 Early Hints|link: </y>||<ok><length><body>
23 unknown    INTERRUPTED all         close            HTTP/1.1 103 Early Hints|link: </x>||HTTP/1.1 103 Early Hints|link: </y>||

# Nothing was asked to be switched by the 101.
24 unknown    REPLY=101   all         close            HTTP/1.1 101 Switching Protocols|upgrade: h2c||
24 unknown    REPLY=304   all         close            HTTP/1.1 304 X|<length>
24 unknown    REPLY=399   all         close            HTTP/1.1 399 X|<length>
24 unknown    REPLY=600   all         close            HTTP/1.1 600 X|<length>
24 unknown    REPLY=999   all         close            HTTP/1.1 999 X|<length>
24 unknown    REPLY       all         close            HTTP/1.1 99 X|<length>
24 unknown    REPLY       all         close            HTTP/1.1 099 X|<length>
24 unknown    REPLY       all         close            HTTP/1.1 2000 X|<length>
24 accepted   -=201       all         close            HTTP/1.1 201 X|<length><body>
24 accepted   -=299       all         close            HTTP/1.1 299 X|<length><body>
24 lacking    -           all         close            HTTP/1.1 204 X||
24 lacking    -           all         close            HTTP/1.1 204 X|<length>
24 lacking    -           all         close            HTTP/1.1 205 X|<length>
24 lacking    -           all         close            HTTP/1.1 200 X|<length>
24 lacking    -           all         close            HTTP/1.1 200 X|<chunked>0||

# A refusal counts whatever its body, but for a login's: a PIN is spent by a mistake.
# R72: a refused login of which only the head came, or a body that cannot be read, was a definite refusal.
26 refused    REFUSED=413 all         unseen           HTTP/1.1 413 X||
26 refused    REFUSED=413 all         unseen           HTTP/1.1 413 X||not whole
26 refused    REFUSED=413 all         unseen           HTTP/1.1 413 X|content-length: 100||
26 refused    REFUSED=413 all         unseen           HTTP/1.1 413 X|content-length: 100||cut
26 refused    REFUSED=413 all         unseen           HTTP/1.1 413 X|content-length: 3|content-length: 3||abc
26 refused    REFUSED=413 all         unseen           HTTP/1.1 413 X|content-type: application/json|<length>{
26 refused    REFUSED=413 all         unseen           HTTP/1.1 413 X|<chunked>zz|
26 refused    UNAUTHORIZED=401 all    unseen           HTTP/1.1 401 X|content-length: 100||cut
# R116: within may be a page.
26 unknown    REFUSED=413 all         unseen           HTTP/1.1 413 X|content-encoding: gzip|<length>\x1f\x0b
26 unknown    UNAUTHORIZED=401 all    unseen           HTTP/1.1 401 X|content-encoding: gzip|<length>\x1f\x0b

30 unknown    REFUSED=408 all         unseen,close     HTTP/1.1 408 Request Timeout|<length>
34 unknown    SERVER=500  all         unseen,close     HTTP/1.1 500 Oops|<length>
34 unknown    SERVER=502  all         unseen,close     HTTP/1.1 502 Bad Gateway|<length>
34 unknown    SERVER=503  all         unseen,close     HTTP/1.1 503 Busy|<length>
34 unknown    SERVER=503  all         unseen,close     HTTP/1.1 503 Busy|retry-after: 5|<length>
34 unknown    SERVER=504  all         unseen,close     HTTP/1.1 504 Gateway Timeout|<length>
34 unknown    SERVER=507  all         unseen,close     HTTP/1.1 507 Full|<length>
34 unknown    SERVER=599  all         unseen,close     HTTP/1.1 599 X|<length>
34 unknown    SERVER=599  all         unseen,close     HTTP/1.1 599 X|content-type: text/html|<length>

# A page comes from something in between: whether the service got the call is not known, also when the page cannot be
# read. R15: a page that cannot be read counted as an accepted document. R70: so did a page behind a comment, a prolog or
# NUL, in wide characters, or of a type in a second header or with a byte that is not ASCII.
35 unknown    REPLY=200   all         unseen,close     <page><length><p>Connexion</p>
35 unknown    REPLY=200   all         unseen,close     <page>|<p>Connexion</p>
35 unknown    REPLY=200   all         unseen,close     <page><length>{}
35 unknown    REPLY=200   all         unseen,close     <page>|
35 unknown    REPLY=200   all         unseen,close     <page>content-length: 500||<html>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|content-type: text/html; charset=iso-8859-1|<length><html>\xe9
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|Content-Type: Text/HTML; charset=iso-8859-1|<length><p>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|content-type: text/html; charset=é|<length>{}
35 unknown    REPLY=200   all         unseen,close     <page>content-encoding: gzip|<length>\x1f\x8b\x08
35 unknown    REPLY=200   all         unseen,close     <ok>CONTENT-TYPE: Text/Html|<length>{}
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|content-type: application/xhtml+xml|<length><x/>
35 unknown    REPLY=200   all         unseen,close     <ok><length><HTML lang=fr>
35 unknown    REPLY=200   all         unseen,close     <ok><length><p>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|content-type: text/plain|<length><script>1</script>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|content-type: text/plain|<length>\xef\xbb\xbf| <!doctype HTML>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length><!DOCTYPE html><html></html>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK||<!DOCTYPE html><p>\xe9t\xe9</p>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length><!-- proxy --><html></html>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length><?xml version="1.0"?><html/>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length><head><title>x</title></head>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length><script>location='/'</script>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length>\x00\x00<html>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length>\xef\xbb\xbf\xc2\xa0\x01 \xe2\x80\xa8<p>
# UTF-16 with a mark, without one, behind blanks of two kinds; UTF-32.
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length>\xff\xfe<\x00p\x00>\x00
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length>\x00 \x00<\x00p\x00>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length>\x20\x03\x00<\x00p\x00>
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length>\x00\x30<\x00p\x00>\x00
35 unknown    REPLY=200   all         unseen,close     HTTP/1.1 200 OK|<length>\x00\x00\xfe\xff\x00\x00\x00<\x00\x00\x00p

36 rejected   CARD_STATUS Ready,Login unseen           <ok><length>{"status":{"code":1}}
36 rejected   CARD_STATUS Ready,Login unseen           <ok><length>{"status":{"code":12,"message":"carte absente"}}
36 rejected   CARD_STATUS Ready,Login unseen           <ok><length>{"status":{"code":-3}}
36 rejected   CARD_STATUS Ready,Login unseen           <ok><length>{"status":{"code":"5"}}

38 unknown    REPLY       Login       close            <ok><length>{"serviceUrl":"https://a.example/x"}
38 unknown    REPLY       Login       close            <ok><length>{"bearer":"x"}
38 unknown    REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":null}
38 unknown    REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":1}
38 unknown    REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":["x"]}
# Of each kind one; the others are in tests/api/service_urls.
39 rejected   REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":"http://service.example"}
39 rejected   REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":"ftp://127.0.0.1"}
39 rejected   REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":"https://a@127.0.0.1"}
39 rejected   REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":"https://127.0.0.1:0"}
39 rejected   REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":"https://2130706433"}
39 rejected   REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":"https://a.example#x"}
39 rejected   REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":""}
39 rejected   REPLY       Login       close            <ok><length>{"bearer":"x","serviceUrl":"https://<v*10000>.example"}
"#;

pub fn variants() -> Vec<Variant> {
    let lines = REPLIES.lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.flat_map(of_row).collect()
}

/// The variants of such a line.
pub fn of_row(line: &str) -> Vec<Variant> {
    let mut rest = line;
    let [row, word, code, calls, ends] = [(); 5].map(|()| {
        let (column, more) = rest.split_once(' ').unwrap();
        rest = more.trim_start();
        column
    });
    let (wanting, free): (Vec<_>, Vec<_>) = ALL.into_iter().partition(|it| it.is_wanting());
    let targets = match calls {
        "all" => ALL.to_vec(),
        "free" => free.clone(),
        names => names.split(',').map(Target::named).collect(),
    };
    let meanings = match word {
        "lacking" => vec![
            (expect::named("unreadable"), "REPLY", wanting),
            (expect::named("accepted"), "-", free),
        ],
        word => vec![(expect::named(word), code, targets)],
    };
    let mut all = Vec::new();
    for end in ends.split(',') {
        for (expect, code, targets) in &meanings {
            let variant = replied(row.parse().unwrap(), *expect, end, rest).to(targets);
            let variant = if end.starts_with("tls") {
                variant.tls()
            } else {
                variant
            };
            let (name, status) = code.split_once('=').unwrap_or((code, ""));
            let variant = match name {
                "-" => variant,
                name => variant.code(&format!("HR_E_{name}")),
            };
            all.push(match status {
                "" => variant,
                status => variant.http_status(status),
            });
        }
    }
    all
}

fn replied(row: u32, expect: Expect, how: &str, template: &str) -> Variant {
    let (end, expect) = match how.trim_start_matches("tls-") {
        "reset" if how == "tls-reset" => (End::Reset, UNREADABLE_OR_UNKNOWN),
        "reset" => (End::Reset, expect),
        "silence" => (End::Silence, expect),
        "abrupt" => (End::Abrupt, expect),
        _ => (End::Close, expect),
    };
    let own = template.to_owned();
    let script = Script {
        forward: how != "unseen",
        sends: Sends::made(move |answer| frame(&own, &answer.text())),
        end,
        ..Script::default()
    };
    Variant::scripted(row, format!("{template:.60}, then {how}"), expect, script)
}

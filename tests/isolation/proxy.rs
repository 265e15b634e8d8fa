//! A proxy that the environment names anew. Where the secrets go with one is in tests/isolation/credentials.

use serde_json::json;
use testkit::process::{PROXY_VARIABLES, set_environment};
use testkit::raw_server::Server;
use testkit::*;

use super::system_proxy::tunnel;

/// R75: a kept connection passed by the proxy that the environment named since.
#[test]
fn a_kept_connection_follows_the_environment() {
    testkit::alone!();
    let proxies = [(); 3].map(|()| tunnel());
    let urls = proxies.each_ref().map(Server::url);
    // SAFETY: this process has one test, and the threads of its servers read no environment.
    let set = |variables: &[(&str, Option<&str>)]| unsafe { set_environment(variables) };
    set(&PROXY_VARIABLES.map(|name| (name, None)));
    set(&[("NO_PROXY", None), ("no_proxy", None)]);
    let host = Host::at(
        "http://service.invalid",
        &json!({"proxy": "env", "allow_plain_http": true}),
    );
    let call = |proxy: Option<&str>, exception: Option<&str>| {
        set(&[("http_proxy", proxy), ("NO_PROXY", exception)]);
        host.request("POST", "/x", Some("{}"))
    };
    let arrived = || proxies.each_ref().map(|proxy| proxy.requests().len());
    let through = |url: &str| call(Some(url), None);
    through(&urls[0]).ok();
    through(&urls[0]).ok();
    assert_eq!(arrived(), [3, 0, 0], "one tunnel, two requests");
    through(&urls[1]).ok();
    assert_eq!(arrived(), [3, 2, 0]);
    // Credentials are a part of the route.
    let named = urls[1].replace("http://", "http://user:word@");
    through(&named).ok();
    assert_eq!(arrived(), [3, 4, 0]);
    for (proxy, exception) in [(None, None), (Some(&*urls[2]), Some("service.invalid"))] {
        let direct = call(proxy, exception).fails("HR_E_CONNECT");
        direct.outcome("not_sent");
        assert_eq!(arrived(), [3, 4, 0], "nobody else was asked");
    }
    through("socks5://x")
        .fails("HR_E_PROXY")
        .outcome("not_sent");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        // What is not UTF-8 is not taken for nothing: the call would go direct.
        let odd = std::ffi::OsStr::from_bytes(b"http://\xe9.invalid");
        // SAFETY: as above.
        unsafe { std::env::set_var("http_proxy", odd) };
        let request = host.request("POST", "/x", Some("{}"));
        request.fails("HR_E_PROXY").outcome("not_sent");
    }
    through(&urls[2]).ok();
    assert_eq!(arrived(), [3, 4, 2]);
}

"""The proxy settings of a Windows user, and a proxy on Linux that sees who follows them."""

import http.server
import json
import threading

from .stage import same

SCRIPT = """function FindProxyForURL(url, host) {
    return url == "http://scripted.invalid/" && host == "scripted.invalid" ? "PROXY %s; DIRECT" : "DIRECT";
}
"""


class Tunnel(http.server.BaseHTTPRequestHandler):
    """A proxy that opens every tunnel and answers in it, and a server that has a script for proxies."""
    protocol_version = "HTTP/1.1"

    def do_CONNECT(self):
        self.server.seen.append(self.path)
        self.send_response(200)
        self.end_headers()

    def do_GET(self):
        script = self.path == "/proxy.pac"
        self.server.seen.append(self.path)
        body = (SCRIPT % self.server.address if script else "{}").encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ns-proxy-autoconfig" if script else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def proxy_of_the_system(stage):
    """By a server, by exceptions from it and by a script, as a user has them in the settings of Windows."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tunnel) as server, stage.sandbox() as sandbox:
        server.address, server.seen = f"127.0.0.1:{server.server_port}", []
        answering = threading.Thread(target=server.serve_forever)
        answering.start()
        try:
            def call(url, named="", excepted="", script="", proxy="system"):
                config = json.dumps({**json.loads(sandbox.config()), "proxy": proxy, "allow_plain_http": True})
                said = stage.host(sandbox, "proxied", named, excepted, script, url, config=config)
                seen, server.seen = server.seen, []
                return said["code"], said["asked"], seen

            for named in (server.address, f"ftp=127.0.0.1:1;http={server.address}"):
                same(call("http://a.invalid", named), ("HR_OK", "1", ["a.invalid:80", "/x"]))
            excepted = "b.invalid;*.direct.invalid;<local>"
            same(call("http://a.invalid", server.address, excepted), ("HR_OK", "1", ["a.invalid:80", "/x"]))
            for url in ("http://b.invalid", "http://a.direct.invalid", "http://server"):
                same(call(url, server.address, excepted), ("HR_E_CONNECT", "1", []))
            same(call("http://a.invalid", "socks=127.0.0.1:1"), ("HR_E_PROXY", "1", []))
            same(call("http://a.invalid"), ("HR_E_CONNECT", "1", []))
            same(call("http://a.invalid", server.address, proxy="env"), ("HR_E_CONNECT", "0", []))
            # The script comes before the server, and the server counts where the script is unavailable.
            script = f"http://{server.address}/proxy.pac"
            same(call("http://scripted.invalid", "127.0.0.1:1", "", script),
                 ("HR_OK", "1", ["/proxy.pac", "scripted.invalid:80", "/x"]))
            same(call("http://a.invalid", server.address, "", script), ("HR_E_CONNECT", "1", ["/proxy.pac"]))
            same(call("http://a.invalid", server.address, "", "http://127.0.0.1:1/proxy.pac"),
                 ("HR_OK", "1", ["a.invalid:80", "/x"]))
            # This computer is reached without it.
            license_url = json.loads(sandbox.config())["license_url"]
            assert call(license_url, server.address)[1:] == ("0", []), "loopback was asked about"
        finally:
            server.shutdown()
            answering.join()

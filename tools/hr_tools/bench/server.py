"""nginx of Debian, with fixed replies and a sink for uploads: a server that is not ours, and quicker than who asks it.

    PYTHONPATH=tools python3 -m hr_tools.bench.server       starts it alone, prints its addresses and ends with standard input
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from types import SimpleNamespace

from ..tools import Missing, installed
from . import builds, replies

SETTINGS = """
daemon off;
master_process off;
worker_processes 1;
pid %(folder)s/pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
    access_log off;
    sendfile on;
    tcp_nopush on;
    open_file_cache max=100;
    keepalive_requests 100000000;
    keepalive_timeout 3600;
    client_max_body_size 0;
    client_body_buffer_size 128k;
    client_body_temp_path %(spool)s;
    proxy_temp_path %(folder)s/proxy;
    fastcgi_temp_path %(folder)s/fastcgi;
    uwsgi_temp_path %(folder)s/uwsgi;
    scgi_temp_path %(folder)s/scgi;
    ssl_certificate %(folder)s/chain.pem;
    ssl_certificate_key %(folder)s/server.key;
    ssl_session_cache shared:tls:1m;
    server {
        listen 127.0.0.1:%(plain)d;
        listen 127.0.0.1:%(tls)d ssl;
        default_type application/json;
        root %(folder)s/replies;
        # The whole document is taken before the answer; then it is thrown away.
        location ~ ^/service/dmp/[0-9A-Z]+/unique/doc/send$ {
            rewrite .* /stored break;
            proxy_pass http://127.0.0.1:%(plain)d;
            proxy_pass_request_body off;
            proxy_set_header Content-Length "";
        }
        # As a card client does, which reads the ticket first: an answer before the end of a request is none.
        location ~ ^/([0-9a-z]+)/direct/ready$ {
            rewrite ^/([0-9a-z]+)/direct/ready$ /listed/$1 break;
            proxy_pass http://127.0.0.1:%(plain)d;
            proxy_method GET;
            proxy_pass_request_body off;
            proxy_set_header Content-Length "";
            proxy_buffers 8 16k;
        }
        location = /stored { return 200 '{"documentId":"1"}'; }
        location ~ ^/service/dmp/[0-9A-Z]+$ { return 200 '{}'; }
        # A file is an answer to POST as well.
        location / { error_page 405 =200 $uri; }
    }
}
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def certificates(folder):
    """An authority and a certificate for 127.0.0.1, for this run."""
    def openssl(*arguments):
        builds.run("openssl", *arguments, what="openssl")
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    at = lambda name: os.path.join(folder, name)
    openssl("req", "-x509", *curve, "-keyout", at("ca.key"), "-out", at("ca.pem"), "-subj", "/CN=benches")
    openssl("req", "-x509", *curve, "-keyout", at("server.key"), "-out", at("server.pem"), "-subj", "/CN=127.0.0.1",
            "-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-addext", "subjectAltName=IP:127.0.0.1",
            "-addext", "basicConstraints=critical,CA:FALSE")
    shutil.copy(at("server.pem"), at("chain.pem"))
    return at("ca.pem")


def in_memory():
    """A folder for the time of a `with`, in memory where it can be: a disk would be measured otherwise."""
    return tempfile.TemporaryDirectory(prefix="hr-benches-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)


@contextlib.contextmanager
def nginx():
    """Its addresses, and the authority of its certificate."""
    installed("nginx", "openssl")
    with tempfile.TemporaryDirectory(prefix="hr-benches-") as folder, in_memory() as spool:
        ca = certificates(folder)
        replies.lay_down(os.path.join(folder, "replies"))
        plain, tls = free_ports(2)
        settings = os.path.join(folder, "nginx.conf")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(SETTINGS % {"folder": folder, "spool": spool, "plain": plain, "tls": tls})
        with subprocess.Popen(["nginx", "-e", "stderr", "-p", folder, "-c", settings], stderr=subprocess.PIPE,
                              preexec_fn=builds.stay_on_one_core) as process:
            try:
                wait_for(process, tls)
                yield SimpleNamespace(plain=f"http://127.0.0.1:{plain}", tls=f"https://127.0.0.1:{tls}", ca=ca)
            finally:
                process.terminate()


def wait_for(process, port):
    while process.poll() is None:
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise Missing(f"nginx does not start: {process.stderr.read().decode(errors='replace').strip()[-500:]}")


if __name__ == "__main__":
    with nginx() as alone:
        print(alone.plain, alone.tls, alone.ca, flush=True)
        sys.stdin.read()

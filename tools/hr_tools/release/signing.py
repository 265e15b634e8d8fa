"""Signatures of Windows (Authenticode) in programs, libraries and the setup: by HR_SIGN, a command, where the key is in a
token or a service, or by osslsigncode. `cargo xtask release --help` has what stands in the environment."""

import base64
import os
import shlex
import tempfile
import zipfile

from ..tools import installed, read, run, write
from .archives import replaced

TIMESTAMP = "http://timestamp.digicert.com"
NAME = "healthrecord"
PATIENCE = 300


def is_wanted():
    return bool(os.environ.get("HR_SIGN") or os.environ.get("HR_CERTIFICATE"))


def sign(*paths):
    own, paths = os.environ.get("HR_SIGN"), [os.path.abspath(path) for path in paths]
    if own:
        run(*shlex.split(own), *paths, what="HR_SIGN", timeout=PATIENCE)
        return
    installed("osslsigncode")
    time = os.environ.get("HR_TIMESTAMP") or TIMESTAMP
    timestamp = [] if time == "none" else ["-ts", time]
    with tempfile.TemporaryDirectory() as folder:
        key = write(base64.b64decode(os.environ["HR_CERTIFICATE"]), folder, "key.p12")
        password = write(os.environ.get("HR_CERTIFICATE_PASSWORD", ""), folder, "password")
        for path in paths:
            fresh = path + ".signed"
            # An error of osslsigncode names the file, never the password.
            run("osslsigncode", "sign", "-pkcs12", key, "-readpass", password, "-h", "sha256", "-n", NAME, *timestamp, "-in", path,
                "-out", fresh, what=f"{os.path.basename(path)} is not signed", timeout=PATIENCE)
            os.replace(fresh, path)


def in_archive(archive):
    """Signs the programs and libraries in it."""
    contents = {}
    with zipfile.ZipFile(archive) as packed, tempfile.TemporaryDirectory() as folder:
        for name in packed.namelist():
            if name.endswith((".dll", ".exe")):
                path = packed.extract(name, folder)
                sign(path)
                contents[name] = read(path)
    replaced(archive, contents)

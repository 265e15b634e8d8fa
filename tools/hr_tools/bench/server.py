"""What a run needs around the contestants: nginx of Debian, with fixed replies and a sink for uploads, which is not ours and
quicker than who asks it; the project's sandbox; documents to send. Persons and numbers are invented."""

import contextlib
import functools
import json
import os
import shutil
import socket
import subprocess
import tempfile
from types import SimpleNamespace

from .. import sandbox
from ..tools import Missing, installed, text, write
from . import programs

PATIENT = {"patient_id": "255081416802538", "insQualified": True, "alimentationConsent": True, "nom": "EXEMPLE",
           "prenom": "Hélène", "dateNaissance": "1955-08-14", "sexe": "F", "medecin": None}
FOUND = {"nom": "LEFÈVRE-ÇELIK", "prenom": "Anaïs Noëlle", "date_naissance": "1955-08-14", "sexe": "F", "count": 1}
#: What stands before /patient, and how large the reply about is.
SIZES = {"1k": 1 << 10, "1m": 1 << 20, "16m": (16 << 20) - 4096}
CARDS = {"1card": 1, "100cards": 100}


def patient(size):
    """A record with so many entries behind what the interface names that it has about `size` bytes."""
    entry = {"id": 1234567, "date": "2026-03-14T09:26:53Z", "libelle": "Compte rendu d'imagerie médicale, fosse iliaque",
             "auteur": {"nom": "D'ESSAI", "prenom": "Zoé", "rpps": "800000000001"}, "lu": False, "poids": 12.5, "suite": None}
    one = len(json.dumps(entry, ensure_ascii=False).encode()) + 2
    whole = {**PATIENT, "documents": []}
    count = (size - len(json.dumps(whole, ensure_ascii=False).encode())) // one
    whole["documents"] = [entry] * count
    return whole


def cards(count):
    def card(number):
        token = f"{number:064x}"
        return token, [{"model": "IAS%20ECC%00%00%00", "manufacturer": "Fabricant%20d%27essai", "serial": f"20000{number:05}",
                        "token": token, "categoryCard": "CPS", "cardType": "CPS", "idNat": f"8000000{number:05}",
                        "civTitle": "DR", "firstName": "Zoé", "lastName": "D'ESSAI", "profCode": 10, "trainCode": 0,
                        "specCode": "SM26", "pinAttempt": 3}]
    return {"messageType": 1, "operation": 2, "response": None, "timestamp": "2026-03-14T09:26:53.589Z",
            "status": {"code": 0, "message": "OK"}, "data": {"data": dict(card(number) for number in range(count))}}


def lay_down(folder):
    """Files by the path that is asked for."""
    found = {"service/patient": PATIENT, "found/patient/search": FOUND, "v1/license/ticket": {"licenseTicket": "a.license.ticket"}}
    found.update((f"{name}/patient", patient(size)) for name, size in SIZES.items())
    found.update((f"listed/{name}", cards(count)) for name, count in CARDS.items())
    for path, reply in found.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write(json.dumps(reply, ensure_ascii=False), path)


def stay_on_one_core():
    """The server, and who makes small calls: woken on another core they take five times as long, by chance."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def free_ports(count):
    with contextlib.ExitStack() as held:
        servers = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in servers]


def certificates(folder):
    """An authority and a certificate for 127.0.0.1, for this run."""
    def openssl(*arguments):
        programs.run("openssl", *arguments, what="openssl")
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
        lay_down(os.path.join(folder, "replies"))
        plain, tls = free_ports(2)
        settings = text(programs.HERE, "nginx.conf") % {"folder": folder, "spool": spool, "plain": plain, "tls": tls}
        settings = write(settings, folder, "nginx.conf")
        with subprocess.Popen(["nginx", "-e", "stderr", "-p", folder, "-c", settings], stderr=subprocess.PIPE,
                              preexec_fn=stay_on_one_core) as process:
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


class Stage(contextlib.ExitStack):
    def __init__(self, short):
        super().__init__()
        self.short = short
        self.contestants = programs.contestants()
        self.folder = self.enter_context(in_memory())
        self.nginx = self.enter_context(nginx())

    @functools.cache
    def sandbox(self, secure):
        """The project's own: nginx cannot play the whole chain."""
        box = self.enter_context(sandbox.Sandbox(sandbox.program(), secure))
        box.settings = box.file("settings.json", box.config().encode())
        return box

    def document(self, size):
        size = min(size, 8 << 20) if self.short else size
        path = os.path.join(self.folder, f"document-{size}.pdf")
        if not os.path.exists(path):
            block = os.urandom(1 << 20)
            with open(path, "wb") as file:
                file.writelines(block[:size - at] for at in range(0, size, len(block)))
        return path

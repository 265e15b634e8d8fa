"""Calls, libraries and processes that end: cancelled, without a card client, loaded twice, in a panic, in the midst of calls."""

import contextlib
import json
import os
import shutil
import socket

from ..sandbox import CARD
from . import kit
from .stage import same

AT_ONCE_MS = 1000
AT_MOST_S = 60
PROBES = "tools/hr_tools/windows/probes"
# What a call gives when the other threads of the process are gone: -9 is HR_E_CANCELLED.
AT_THE_END = {"text_copy": "2", "set_progress": "0", "set_log": "0", "cancel": "0", "state": "-9", "state_text": "0",
              "open": "-9", "open_text": "0", "close": "0", "free": "0"}


def cancelled_upload(stage):
    with stage.sandbox() as sandbox:
        seen = stage.host(sandbox, "cancel")
        same((seen["code"], sandbox.documents()), ("HR_E_CANCELLED", []))
    assert int(seen["after_ms"]) < AT_ONCE_MS, seen
    return f"{seen['after_ms']} ms after the cancellation"


def cancelled_wait(stage):
    """Nobody answers; the call sleeps when it is cancelled."""
    with socket.create_server(("127.0.0.1", 0)) as silent, stage.sandbox() as sandbox:
        silent.settimeout(AT_MOST_S)
        config = json.loads(sandbox.config())
        config["license_url"] = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with stage.going(sandbox, "stop", config=json.dumps(config)) as process, silent.accept()[0] as asking:
            asking.settimeout(AT_MOST_S)
            assert asking.recv(65536).startswith(b"POST "), "no request"
            said, _ = process.communicate(b"now\n", timeout=AT_MOST_S)
    seen = dict(line.split() for line in said.decode().splitlines())
    same((process.returncode, seen["code"]), (0, "HR_E_CANCELLED"))
    assert int(seen["after_ms"]) < AT_ONCE_MS, seen
    return f"{seen['after_ms']} ms after the cancellation"


@contextlib.contextmanager
def without_card_client(sandbox):
    """A configuration with a port that nobody listens at."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        yield json.dumps({**json.loads(sandbox.config()), "local_url": f"http://127.0.0.1:{unused.getsockname()[1]}"})


def card_client_absent(stage):
    with stage.sandbox() as sandbox, without_card_client(sandbox) as config:
        seen = stage.host(sandbox, "absent", config=config)
    same(seen["code"], "HR_E_CARD_CLIENT_ABSENT")
    return f"reported after {seen['after_ms']} ms"


def ten_thousand_handles(stage):
    with stage.sandbox() as sandbox, without_card_client(sandbox) as config:
        same(stage.host(sandbox, "many", "10000", config), {"opened": "10000"})
        assert len(sandbox.ask("/requests")) == 201


def loaded_twice_and_unloaded(stage):
    copy = os.path.join(stage.folder, "second copy ü")
    os.makedirs(copy, exist_ok=True)
    path = os.path.join(copy, "hr.dll")
    with open(stage.library, "rb") as library, open(path, "wb") as file:
        file.write(library.read())
    with stage.sandbox() as sandbox:
        same(stage.host(sandbox, "two", stage.wine.path(path)), {"apart": ""})


@contextlib.contextmanager
def with_hooks(stage):
    """Puts the library with the hooks of the tests in place of the one that is shipped."""
    made = kit.library_with_hooks(stage.bits)
    shipped = stage.library + ".shipped"
    os.rename(stage.library, shipped)
    try:
        shutil.copy(made, stage.library)
        yield
    finally:
        os.replace(shipped, stage.library)


def panic_is_caught(stage):
    with with_hooks(stage), stage.sandbox() as sandbox:
        same(stage.host(sandbox, "panic"), {"caught": ""})
        same(len(sandbox.documents()), 1)


def ends(stage, how):
    """A process that ends in the midst of calls, and a DLL that calls the library when the other threads are gone."""
    words = os.path.join(stage.folder, "last_words.dll")
    program = os.path.join(stage.folder, "ending.exe")
    if not os.path.exists(program):
        kit.compile_c(stage.bits, [f"{PROBES}/last_words.c"], words, "-Iinclude", "-shared", "-static-libgcc")
        kit.compile_c(stage.bits, [f"{PROBES}/ending.c"], program, "-Iinclude", "-Itests/c", "-Iexamples")
    for order in ([stage.library, words], [words, stage.library]):
        with socket.create_server(("127.0.0.1", 0)) as silent, stage.sandbox() as sandbox:
            never = {**json.loads(sandbox.config()), "license_url": f"http://127.0.0.1:{silent.getsockname()[1]}"}
            given = "\n".join([sandbox.config(), *CARD, json.dumps(never), ""]).encode()
            said = stage.run(program, how, *map(stage.wine.path, order), stdin=given, timeout=AT_MOST_S)
            same(said, AT_THE_END)
            same(sandbox.documents(), [])


def process_ends_in_the_midst_of_calls(stage):
    for how in ("return", "exit", "callback"):
        ends(stage, how)


def process_ends_while_a_lock_is_held(stage):
    with with_hooks(stage):
        ends(stage, "held")

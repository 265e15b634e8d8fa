"""What `hr-sandbox.exe check` writes: every measurement, and what must be so on any machine. No times."""

import json
import os

MEASUREMENTS = {"platform", "refusal", "card_port", "reset", "early_refusal", "tls", "clock", "cancel", "files", "network", "traps"}
ROUNDS = 20
COMMAND = ["check", "--json", "--offline", "--rounds", str(ROUNDS)]
AT_MOST_S = 320
# Whether the document arrives; None: whatever a machine makes of it.
FILES = {"ordinary": True, "locked": False, "written": None, "long": True, "long_verbatim": True, "stream": None, "unc": None,
         "folder": False, "absent": False, "pipe": False, "pipe_remote": False, "null": False, "null_device": False,
         "console": False}


def same(seen, wanted, what):
    assert seen == wanted, f"{what}: {seen!r} instead of {wanted!r}"


def page(wine, program):
    """Runs it and reads its page."""
    ended = wine.run(program, COMMAND, timeout=AT_MOST_S)
    same(ended.code, 0, ended.stdout.decode(errors="replace"))
    # Not `glob`: it would follow the link that is drive Z.
    left = [name for _, folders, files in os.walk(wine.prefix) for name in folders + files if name.startswith("hr-check-")]
    same(left, [], "files left behind")
    return json.loads(ended.stdout)


def judge(page, bits):
    same((page["format"], page["format_version"], page["ok"]), ("hr-sandbox check", 1, True), "page")
    parts = page["measurements"]
    same(set(parts), MEASUREMENTS, "measurements")
    for name, part in parts.items():
        same(part["failed"], None, name)
        nulls = {key for key, value in part["values"].items() if value is None}
        same(nulls, set(part["missing"]), f"{name}: reasons")
    values = {name: part["values"] for name, part in parts.items()}
    same(values["platform"]["build"]["bits"], bits, "bits")
    assert values["platform"]["os"]["wine"], values["platform"]
    for key in ("ipv4", "localhost"):
        same(values["refusal"][key]["endings"], ["5 x HR_E_CARD_CLIENT_ABSENT connect"], key)
    # Wine does not always show whose a connection within one process is.
    own = values["card_port"]["own_ready"]["ending"]
    assert own in ("HR_OK 200", "HR_E_CONFIG card_client_unknown connect"), own
    for name in ("reset", "early_refusal"):
        same((values[name]["rounds"], values[name]["lost"]), (ROUNDS, 0), name)
    for key in ("connect", "read", "upload"):
        same((values["cancel"][key]["hung"], values["cancel"][key]["rounds"]), (0, 5), f"cancel: {key}")
    for key, arrives in FILES.items():
        file = values["files"][key]
        assert not file["cancelled"], (key, file)
        if arrives is not None:
            same((file["arrived"], file["unchanged"]), (arrives, True if arrives else None), key)
    names = {provider["name"] for provider in values["network"]["winsock"]}
    assert "TCP/IP" in names, names
    same(values["traps"], {"survived": True, "read": True, "kept": True, "caught": True}, "traps")
    return f"{page['took_ms'] / 1000:.0f} s, {len(page['findings'])} findings"

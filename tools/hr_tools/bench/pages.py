"""The tables, and where they are written."""

import datetime
import os
import platform
import re

from . import builds, contestants as who

README = os.path.join(builds.HERE, "README.md")


def duration(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds / 1e3:.1f} µs"


def lines(heads, rows):
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *rows])


def table(one, result):
    if isinstance(result, list):
        return lines(one.heads, result)
    own = result[who.OWN].median
    by_time = sorted(result.items(), key=lambda entry: entry[1].median)
    return lines(
        ["", "a call", "least", "most", "hr_* ÷ it", "processor time", "peak"],
        [[name, duration(seen.median), duration(min(seen.times)), duration(max(seen.times)),
          f"{own / seen.median:.2f}", duration(seen.cpu), f"{seen.peak / 1024:.1f} MB"] for name, seen in by_time])


def number(text):
    return float(re.match(r"[0-9.,]+", text).group().replace(",", ""))


#: A workload, who is measured beside whom, and the most that the ratio may be.
PAIRS = [
    ("hr_patient_get", "get", who.OWN, who.CURL, 0.85),
    ("hr_patient_get", "get", who.OWN, who.SOCKETS, 1.5),
    ("hr_patient_get", "get", who.WRAPPER, who.REQUESTS, round(1 / 15, 3)),
    ("512 MB, plain", "upload_512m", who.OWN, who.CURL, 1.2),
    ("512 MB, TLS", "upload_512m_tls", who.OWN, who.CURL, 1.05),
    *((name, name, who.OWN, *other) for name in ("chain", "chain_tls") for other in ((who.CURL, 1.0), (who.REQUESTS, 0.4))),
]


def targets(results):
    """What design set as numbers to reach, beside what was measured."""
    kept = []

    def least(what, seen, limit, unit=""):
        kept.append([what, f"<= {limit:g}{unit}", f"{seen:.2f}{unit}", "met" if seen <= limit else "**missed**"])

    for what, name, ours, theirs, limit in PAIRS:
        seen = results[name][ours].median / results[name][theirs].median
        least(f"{what}: {ours} ÷ {theirs}", seen, limit)
    for name in ("upload_512m", "upload_512m_tls"):
        least(f"peak memory, {name}", results[name][who.OWN].peak / 1024, 8, " MB")
    handles = [row for row in results["handles"] if row[:2] == ("10,000", who.OWN)][0]
    least("10,000 handles, each", number(handles[2]) / 1024, 4, " KB")
    one, sixteen = (1e9 / results[f"threads_{count}"][who.OWN].median for count in (1, 16))
    processor = [results[f"threads_{count}"][who.OWN].cpu for count in (1, 16)]
    kept.append(["16 threads", "grows with cores", f"{sixteen / one:.2f} × the calls of one thread, "
                 f"{processor[1] / processor[0]:.2f} × the processor time of a call", "see the text"])
    near, *_, far = (number(row[1]) for row in results["json"])
    least("a member of a result: 16 MB behind it ÷ 1 KB", far / near, 1.1)
    for row in results["journal"]:
        least(f"the journal's part of an upload ÷ two synced writes, {row[0]} records before", number(row[4]), 1.2)
    records = [row for row in results["journal_open"] if row[0] == "100,000"][0]
    least("100,000 records opened", number(records[2]), 200, " ms")
    least("100,000 records, memory", number(records[3]), 20, " MB")
    load = results["load"][0]
    least("dlopen and hr_version", number(load[1]) + number(load[2]) / 1000, 3, " ms")
    least("libhr.so, stripped", number(load[4]), 1.8, " MB")
    return lines(["", "target", "measured", ""], kept)


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*:\s*(.*)", file.read())
    versions = [builds.run(*command, what=command[0]).splitlines()[0] for command in (
        ["rustc", "--version"], ["cc", "--version"], ["python3", "--version"], ["mono", "--version"], ["curl-config", "--version"])]
    cores, kernel = len(os.sched_getaffinity(0)), platform.release().split("-")[0]
    commit = builds.run("git", "rev-parse", "--short=8", "HEAD", what="git").strip()
    return (f"{datetime.date.today()}, commit {commit}. {model.group(1) if model else platform.machine()}, {cores} cores, "
            f"Linux {kernel}. {'; '.join(versions)}.")


def write(everything, results):
    """Puts the tables between their marks."""
    parts = [f"Measured {machine()}", f"### Targets\n\n{targets(results)}"]
    parts += [f"### {one.title}\n\n{table(one, results[one.name])}" for one in everything]
    with open(README, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split("<!-- tables -->\n")
    _, after = rest.split("<!-- end of tables -->\n")
    tables = "\n\n".join(parts)
    with open(README, "w", encoding="utf-8") as file:
        file.write(f"{before}<!-- tables -->\n\n{tables}\n\n<!-- end of tables -->\n{after}")

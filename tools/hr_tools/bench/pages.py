"""The tables, and where they are written."""

import datetime
import os
import platform
import re

from . import programs as who
from .extras import Table

README = os.path.join(who.HERE, "README.md")


def shown(value, unit):
    if unit == "kB":
        return f"{value / 1024:.1f} MB"
    if unit == "":
        return f"{value:,.0f}"
    for unit, size in (("s", 1e9), ("ms", 1e6)):
        if value >= size:
            return f"{value / size:.2f} {unit}"
    return f"{value / 1e3:.2f} µs"


def lines(heads, rows):
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *rows])


def table(one, result):
    if isinstance(one, Table):
        return lines([*one.rows, *one.columns], [
            [*(f"{each:,}" if isinstance(each, int) else each for each in about), *map(shown, seen, one.columns.values())]
            for about, seen in result.items()])
    own = result[who.OWN].median
    by_time = sorted(result.items(), key=lambda entry: entry[1].median)
    return lines(
        ["", "a call", "least", "most", "hr_* ÷ it", "processor time", "peak"],
        [[name, *(shown(each, "ns") for each in (seen.median, min(seen.times), max(seen.times))),
          f"{own / seen.median:.2f}", shown(seen.cpu, "ns"), shown(seen.peak, "kB")] for name, seen in by_time])


def targets(results):
    """What design set as numbers to reach, beside what was measured."""
    def ratio(name, ours, theirs):
        return results[name][ours].median / results[name][theirs].median

    member, journal, records = (results[name] for name in ("json", "journal", "journal_open"))
    loaded, threads = results["load"][("hr_version",)], [results[f"threads_{count}"][who.OWN] for count in (1, 16)]
    rows = [
        ("hr_patient_get ÷ libcurl", ratio("get", who.OWN, who.CURL), 0.85),
        ("hr_patient_get ÷ bare sockets", ratio("get", who.OWN, who.SOCKETS), 1.5),
        ("hr_patient_get, wrapper ÷ requests", ratio("get", who.WRAPPER, who.REQUESTS), 0.067),
        ("512 MB, plain ÷ libcurl", ratio("upload_512m", who.OWN, who.CURL), 1.2),
        ("512 MB, TLS ÷ libcurl", ratio("upload_512m_tls", who.OWN, who.CURL), 1.05),
        ("MB of memory, 512 MB over TLS", results["upload_512m_tls"][who.OWN].peak / 1024, 8),
        *((f"{name} ÷ {theirs}", ratio(name, who.OWN, theirs), limit)
          for name in ("chain", "chain_tls") for theirs, limit in ((who.CURL, 1.0), (who.REQUESTS, 0.4))),
        ("KB each of 10,000 handles", results["handles"][(10_000, who.OWN)][0] / 1024, 4),
        ("16 threads, a call's time ÷ one thread", threads[1].median / threads[0].median, 1),
        ("a member of a result: 16 MB behind it ÷ 1 KB", member[(16_000_000,)][0] / member[(1000,)][0], 1.1),
        *((f"the journal's part of an upload ÷ two synced writes, {about:,} records before",
           (added - without) / (by_hand - without), 1.2) for (about,), (without, added, by_hand) in journal.items()),
        ("ms, 100,000 records opened", records[(100_000,)][1] / 1e6, 200),
        ("MB of memory, 100,000 records", records[(100_000,)][2] / 1024, 20),
        ("ms, dlopen and hr_version", (loaded[0] + loaded[1]) / 1e6, 3),
        ("MB, libhr.so, stripped", loaded[3] / 1e6, 2.3),
    ]
    return lines(["", "target", "measured", ""], [
        [what, f"<= {limit:g}", f"{seen:.2f}", "met" if seen <= limit else "**missed**"] for what, seen, limit in rows])


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*:\s*(.*)", file.read())
    versions = [who.run(*command, what=command[0]).splitlines()[0] for command in (
        ["rustc", "--version"], ["cc", "--version"], ["python3", "--version"], ["curl-config", "--version"])]
    cores, kernel = len(os.sched_getaffinity(0)), platform.release().split("-")[0]
    commit = who.run("git", "rev-parse", "--short=8", "HEAD", what="git").strip()
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

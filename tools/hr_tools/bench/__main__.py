"""Measures the library beside what a vendor would write by hand, against the same server, in turns.

A round runs each contestant once, as a process of its own, each round beginning with another one. Medians of the rounds.
"""

import argparse
import sys

from ..tools import Missing
from . import budget, extras, pages, stage, turns, workloads

EVERYTHING = [*workloads.ALL, *extras.ALL]


def check(names, strict):
    passed, failed = 0, []
    try:
        with stage.Stage(short=True) as place:
            for one in workloads.ALL:
                if not names or one.name in names:
                    failures = turns.check(one, place)
                    passed += len(place.contestants(one)) - len(failures)
                    failed += failures
                    print(f"benches {one.name}: {'FAILED' if failures else 'ok'}", flush=True)
            for one in extras.ALL:
                if hasattr(one, "check") and (not names or one.name in names):
                    failures = one.check(place)
                    passed += not failures
                    failed += failures
                    print(f"benches {one.name}: {'FAILED' if failures else 'ok'}", flush=True)
    except Missing as missing:
        print(f"NOT RUN: the benches' programs: {missing}")
        return int(strict)
    print("\n".join(failed))
    print(f"benches: {passed} passed, {len(failed)} failed")
    return bool(failed)


def main():
    if sys.argv[1:2] == ["budget"]:
        budget.main(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="cargo xtask bench", description=__doc__)
    parser.add_argument("workloads", nargs="*", help="all of them without a name")
    parser.add_argument("--list", action="store_true", help="names the workloads")
    parser.add_argument("--write", action="store_true", help="writes benches/README.md and benches/ratios.svg")
    parser.add_argument("--short", action="store_true", help="a tenth of the calls, three rounds: no figures")
    parser.add_argument("--check", action="store_true", help="each contestant once, nothing measured")
    parser.add_argument("--strict", action="store_true", help="with --check: a missing tool is a failure")
    parser.add_argument("--rounds", type=int, default=9, help="how often each contestant takes its turn")
    wanted = parser.parse_args()
    names = [one.name for one in EVERYTHING]
    unknown = set(wanted.workloads) - set(names)
    if unknown or (wanted.write and wanted.workloads):
        parser.error(f"no such workload: {' '.join(sorted(unknown))}" if unknown else "--write takes all workloads")
    if wanted.list:
        for one in EVERYTHING:
            print(f"{one.name:<18}{one.title}")
        return
    if wanted.check:
        sys.exit(check(wanted.workloads, wanted.strict))
    try:
        results = {}
        with stage.Stage(wanted.short) as place:
            for one in EVERYTHING:
                if one.name in (wanted.workloads or names):
                    print(f"... {one.name}", file=sys.stderr, flush=True)
                    results[one.name] = one.measure(place, 3 if wanted.short else wanted.rounds)
                    print(f"\n### {one.title}\n\n{pages.table(one, results[one.name])}", flush=True)
    except Missing as missing:
        sys.exit(f"NOT RUN: {missing}")
    if len(results) == len(EVERYTHING):
        print(f"\n### Targets\n\n{pages.targets(results)}")
    if wanted.write:
        pages.write(EVERYTHING, results)


if __name__ == "__main__":
    main()

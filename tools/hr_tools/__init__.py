"""The Python behind `cargo xtask`: sanitize, windows, bench and fuzz, each run as `python3 -m hr_tools.NAME`.

What they share stands beside them: tools (commands that are run, and what a machine may not have), unpacked_packages
(Debian's), tally (checks and counts), sandbox (the simulated services), rust_with_sources (a second compiler).
"""

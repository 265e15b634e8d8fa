//! What `--help` prints: what a command does, what it needs, how long it takes on two cores. The first line is the
//! command's line in the overview.

pub const TEST: &str = "Runs the tests.

usage: cargo xtask test [--fast | --all [--strict] | --matrix]

--fast     unit tests, the suites of the C functions, and a share of the faults
--all      every suite, the address sanitizer, the compiler's checks for Windows, the budget of instructions,
           the wrappers, and the sandbox's console in a browser (this is the default).
           As root on Debian it installs missing tools. The last lines are what each stage took, what failed and what
           was not run
--strict   a missing tool is a failure (what continuous integration does)
--matrix   what --all leaves out: every fault at every call, about 40,000 runs; every sequence of five calls;
           every system call failing at every place; the thread sanitizer and valgrind; the archives for
           Windows, used under Wine; the manual, searched for each sentence. HR_JOURNAL=full, which makes the journal's
           tests longer, is not in it

Needs: Rust and a C compiler. Without the other tools of --all, `NOT RUN:` lines name what was left out.
Takes: --fast half a minute once built; --all under 25 minutes from nothing; --matrix hours.";

pub const FUZZ: &str = "Fuzzes with libFuzzer and AddressSanitizer, on the stable compiler.

usage: cargo xtask fuzz [--strict] [SECONDS] [TARGET...]
                                                    60 seconds for each of all targets without arguments
       cargo xtask fuzz merge FOLDER [TARGET...]    adds to the corpus the inputs of FOLDER/TARGET that cover more code
       cargo xtask fuzz merge - [TARGET...]         minimises the corpus itself

Targets: exports, replies, multipart, configuration, addresses, json. What it finds stays in target/fuzz until the
target runs again. The corpus of a target is the archive fuzz/corpus/TARGET.tar.gz; an input whose name begins with
regression- stays in it, whatever a merge finds.

Needs: x86_64 Linux, python3, a C++ compiler (installed as root on Debian). Without them nothing runs, which is a failure
with --strict.
Takes: about three minutes to build, then the seconds for each target.";

pub const SANITIZE: &str = "Runs the library under AddressSanitizer, LeakSanitizer and ThreadSanitizer.

usage: cargo xtask sanitize [--strict] [address | thread]

address    AddressSanitizer and LeakSanitizer: eight threads that make the single calls at once, the suites of the functions
thread     ThreadSanitizer: the eight threads
--strict   what did not run is a failure
Each sanitizer must first find mistakes that are planted on purpose.

Needs: x86_64 Linux, python3, gcc and binutils; for ThreadSanitizer apt-get, to download a Rust compiler that comes
with the sources of its standard library.
Takes: about three minutes, and as long again to build the first time.";

pub const WINDOWS: &str = "Packs the library for Windows, inspects the archives, and uses them under Wine.

usage: cargo xtask windows [--strict] [32 | 64 | setup]

32, 64     one of the two archives
setup      the setup of both: installed, updated, refused and removed. All three without a word
--strict   what did not run is a failure

Needs: x86_64 Linux, python3, and Debian's packages, which it unpacks below target/debian (Wine, Free Pascal's
sources); as root it installs missing tools (mingw, cmake, nsis).
Takes: about ten minutes, and as long again to build the first time.";

pub const BENCH: &str = "Measures what calls cost, beside code written by hand and beside a budget.

usage: cargo xtask bench [WORKLOAD...] [--short]
       cargo xtask bench --write | --list
       cargo xtask bench budget [--strict | --write]

WORKLOAD    all of them without a name; --list names them
--short     a tenth of the calls, documents of 8 MB at most, three rounds instead of nine: its figures say nothing, but
            that every contestant still does its work
--write     all workloads, then the tables in benches/README.md; with `budget`, the counts in benches/budget.json
budget      counts the instructions of calls with callgrind, and the bytes of the library; more than benches/budget.json
            allows is a failure
--strict    a missing tool is a failure of the budget

Needs: Linux, python3. As root on Debian it installs nginx, libcurl, cJSON, zlib and valgrind; requests comes from
PyPI, into target/benches.
Takes: a quarter of an hour for all workloads; --short a few minutes; budget half a minute.";

pub const BINDINGS: &str = "Writes what is made from the header for other languages; tests the wrappers.

usage: cargo xtask bindings [--check]
       cargo xtask bindings --test [--strict] [cpp | python | csharp | delphi]...

Without arguments it writes, from the functions and comments in src/ffi and src/code.rs: include/hr.h, the raw layers of
C++ (constants), Python, C#, Delphi, VB6 and WinDev, and the table of hr32_ functions. It lists the files that it changed.
--check    writes nothing, and names each file that is not what the sources give
--test     runs the tests of these wrappers side by side, of all without a name, with the library of
           `cargo xtask dist` and the sandbox of target/release
--strict   what did not run is a failure

Needs: nothing to write. For --test bash, and `cargo build --release` before it; g++, python3, mono, Free
Pascal, which it installs as root on Debian.
Takes: a second to write. --test about two minutes; Python alone one.";

pub const CONSOLE: &str = "Tests the sandbox's console and examples/browser-login in headless Chromium.

usage: cargo xtask console [--strict] [NAME]

NAME       only the tests whose name has this
--strict   what did not run is a failure
It builds the sandbox, and the library for the programs that play along, and installs two modules of node
(playwright-core, axe-core) into target/console.
The pictures of the page go there too; with HR_BLESS=1 in the environment, to docs/images.

Needs: node 18 or newer, npm, Chromium, python3; as root on Debian it installs missing ones. The modules come from npm's
registry, once. CHROMIUM in the environment names another Chromium.
Takes: about three minutes.";

pub const DOCS: &str = "Builds the manual, in English and French, into target/manual.

usage: cargo xtask docs [--search | --serve [PORT]]
       cargo xtask docs --check | --missing

Without arguments it makes the reference from include/hr.h, schema/, docs/reasons.json, docs/snippets and the wrappers'
sources, puts it into the pages of docs/en and docs/fr, and builds both with mdBook and an index for their search.
--search   searches both for each sentence of schema/messages.json
--serve    serves them on loopback, on a free port without PORT
--check    builds nothing: names links that lead nowhere, what differs between the languages, French sentences that are
           missing or left over, and French that is not typeset
--missing  prints the sentences of the reference that docs/fr/reference.json does not have, as JSON

Needs: python3 with pip, and once the network: mdBook is installed by cargo, Pagefind by pip, into target. For --search
node 18 or newer. --check and --missing need nothing.
Takes: ten seconds, and three minutes the first time; --search a minute; --check three seconds.";

pub const RELEASE: &str = "Makes a release of the archives: the setup, wheels, the NuGet package, SBOM, checksums.

usage: cargo xtask release tag NAME
       cargo xtask release sbom FOLDER
       cargo xtask release pack [--strict] FOLDER
       cargo xtask release setup WIN32.zip WIN64.zip
       cargo xtask release sign FILE...

tag      fails unless this commit may be released under this name: v and the version, with a date in CHANGELOG.md
sbom     writes the bills of materials of the library and of the programs (CycloneDX) into the folder
pack     signs what is in the archives of the folder, and adds what is made of them. What cannot be made is named
setup    the setup of the two archives that mingw made, beside them; its path is the line on standard output
sign     signs programs, libraries or the setup, in their place. Who signs stands in the environment: HR_SIGN, a command
         that signs the files behind it; or HR_CERTIFICATE, a certificate with its key (PKCS #12, base64),
         HR_CERTIFICATE_PASSWORD and HR_TIMESTAMP (an address, or none)

Needs: python3 with venv, makensis; osslsigncode for HR_CERTIFICATE; for the NuGet package what `dotnet build -c Release`
left in target/csharp/dotnet; for sbom cargo-cyclonedx, which it installs below target.
Takes: two minutes, most of them for the setup; sbom five the first time.";

pub const DIST: &str = "Builds the library and the sandbox, and packs them for developers into target/dist.

usage: cargo xtask dist [--windows [--setup] | --target TRIPLE] [--glibc VERSION]
                        [--strict] [--manual | --hooks | --check]
       cargo xtask dist --library

--windows  for Windows, of 32 and of 64 bit, with mingw
--setup    the setup of both as well, by makensis (Debian: nsis)
--target   another platform than this one: aarch64-unknown-linux-gnu or x86_64-unknown-linux-gnu, with --glibc;
           i686- or x86_64-pc-windows-msvc, on Windows alone (there it was not run)
--glibc    the oldest glibc that the binaries shall run with, such as 2.17;
           with cargo-zigbuild and zig, which come from PyPI where they are not installed
--manual   with the manual as HTML, which it builds first (cargo xtask docs), beside its Markdown
--hooks    for the tests: no archive, but a DLL that can be made to panic
--check    no archive: for Windows, what the compiler says of the sources
--strict   on x86_64 Linux, no archive whose library the installed compiler made (see below)
--library  no archive, but a folder with the library for this platform as the archive has it
The archives' paths are the lines on standard output.

Needs: for Windows mingw (Debian: gcc-mingw-w64-i686-win32, gcc-mingw-w64-x86-64-win32), for aarch64 elsewhere
binutils-aarch64-linux-gnu; on x86_64 Linux python3 and apt-get, to download a compiler that comes with the sources of
its standard library: without it the installed one makes larger libraries, for targets that rustup has installed.
Takes: about three minutes, with --glibc seven, for Windows about ten.";

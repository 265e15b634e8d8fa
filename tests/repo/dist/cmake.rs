//! Projects that find the library with CMake.

use std::process::Command;

use super::in_time::{run_within, text};
use super::sandbox::{asks_for, sends};
use super::unpacked::{PATIENCE, Unpacked, output};
use testkit::tools::has;

/// The examples and a program in C++ that only asks, each with both libraries, warnings forbidden.
const PROJECT: &str = r#"
project(consumer C CXX)
find_package(hr ${MAJOR}.${MINOR} CONFIG REQUIRED)
find_package(hr CONFIG REQUIRED)
add_compile_options(-Wall -Wextra -Wpedantic -Werror)
foreach(kind hr hr-static)
    add_executable(send-${kind} "${EXAMPLES}/quickstart.c")
    add_executable(cpp-${kind} "${EXAMPLES}/send_document.cpp")
    add_executable(version-${kind} version.cpp)
    set_target_properties(cpp-${kind} version-${kind} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)
    foreach(program send cpp version)
        target_link_libraries(${program}-${kind} PRIVATE hr::${kind})
    endforeach()
endforeach()
"#;

const VERSION_PROGRAM: &str = r#"
#include <hr.hpp>
#include <iostream>

int main()
{
    hr::session session("{}");
    std::cout << hr::version() << ' ' << session.state().next.value_or("") << '\n';
}
"#;

/// Versions that shall be found, and those that shall not.
const VERSIONS: &str = r#"
project(versions NONE)
math(EXPR next "${MAJOR} + 1")
set(right ${MAJOR} ${MAJOR}.${MINOR} ${OWN})
set(wrong ${LATER} ${next} 99)
if(NOT CMAKE_VERSION VERSION_LESS 3.19) # the first that knows ranges
    list(APPEND right 0...${LATER} 0...${OWN})
    list(APPEND wrong ${LATER}...99 0...<${OWN})
endif()
foreach(version "" ${right})
    find_package(hr ${version} CONFIG QUIET)
    if(NOT hr_FOUND)
        message(FATAL_ERROR "${version} is not found")
    endif()
endforeach()
foreach(version ${wrong})
    find_package(hr ${version} CONFIG QUIET)
    if(hr_FOUND)
        message(FATAL_ERROR "${version} is found")
    endif()
endforeach()
find_package(hr ${OWN} EXACT CONFIG REQUIRED)
message(STATUS "all as it shall be")
find_package(hr 99 CONFIG REQUIRED)
"#;

const MAJOR: &str = env!("CARGO_PKG_VERSION_MAJOR");
const MINOR: &str = env!("CARGO_PKG_VERSION_MINOR");

/// The line by which the archive's own project states the oldest CMake that it supports: no project here asks for a
/// later one, by this line or by what it uses.
pub fn oldest_cmake(unpacked: &Unpacked) -> String {
    let examples = unpacked.text("share/hr/examples/CMakeLists.txt");
    let mut lines = examples.lines();
    let line = lines.find(|line| line.starts_with("cmake_minimum_required("));
    line.unwrap().to_owned()
}

/// The command that configures a project of its own, in the folder `consumer/build`.
fn project(unpacked: &Unpacked, script: &str, more: &[(&str, &str)]) -> Command {
    let source = unpacked.root.join("consumer");
    let build = source.join("build");
    std::fs::create_dir_all(&build).unwrap();
    let script = oldest_cmake(unpacked) + script;
    for (name, text) in [("CMakeLists.txt", &*script)].iter().chain(more) {
        std::fs::write(source.join(name), text).unwrap();
    }
    let mut command = Command::new("cmake");
    let prefix = unpacked.root.display();
    command.current_dir(build).arg("..");
    command.arg(format!("-DCMAKE_PREFIX_PATH={prefix}"));
    command.arg(format!("-DEXAMPLES={prefix}/share/hr/examples"));
    command.arg(format!("-DMAJOR={MAJOR}"));
    command.arg(format!("-DMINOR={MINOR}"));
    command
}

fn tools(what: &str) -> bool {
    ["cmake", "g++"].iter().all(|tool| has(tool, what))
}

#[test]
fn c_and_cpp_programs_link_both_libraries_also_after_a_move() {
    if !tools("projects that find the library with CMake") {
        return;
    }
    let mut unpacked = Unpacked::new();
    for place in ["first place", "second l'été"] {
        unpacked.move_to(place);
        output(&mut project(
            &unpacked,
            PROJECT,
            &[("version.cpp", VERSION_PROGRAM)],
        ));
        let mut make = Command::new("cmake");
        make.arg("--build").arg("consumer/build");
        output(make.current_dir(&unpacked.root));
        for (kind, asked) in [("hr", Some("libhr.so.2")), ("hr-static", None)] {
            for program in ["send", "cpp"] {
                let send = format!("consumer/build/{program}-{kind}");
                assert_eq!(asks_for(&unpacked, &send).as_deref(), asked);
                sends(&unpacked, &send, None);
            }
            let program = format!("consumer/build/version-{kind}");
            assert_eq!(asks_for(&unpacked, &program).as_deref(), asked);
            let printed = unpacked.shell(&program);
            assert_eq!(
                printed,
                format!("{} hr_ticket_set\n", env!("CARGO_PKG_VERSION"))
            );
        }
        std::fs::remove_dir_all(unpacked.root.join("consumer")).unwrap();
    }
}

#[test]
fn a_version_that_it_is_not_is_refused() {
    if !has("cmake", "asking CMake for other versions") {
        return;
    }
    let unpacked = Unpacked::new();
    let mut command = project(&unpacked, VERSIONS, &[]);
    let own = env!("CARGO_PKG_VERSION");
    let minor: u32 = MINOR.parse().unwrap();
    command.arg(format!("-DOWN={own}"));
    command.arg(format!("-DLATER={MAJOR}.{}", minor + 1));
    let output = run_within(&mut command, PATIENCE);
    // CMake breaks its lines by itself.
    let said = text(&output);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("all as it shall be"), "{said}");
    assert!(
        said.contains("compatible with requested version \"99\""),
        "{said}"
    );
    assert!(said.contains(&format!("version: {own}")), "{said}");
}

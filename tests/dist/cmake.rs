//! Projects that find the library with CMake.

use std::process::Command;

use crate::c::has;
use crate::sandbox::{asks_for, sends};
use crate::unpacked::{Unpacked, output};

/// The examples and a program in C++ that only asks, each with both libraries, warnings forbidden.
const PROJECT: &str = r#"
cmake_minimum_required(VERSION 3.10)
project(consumer C CXX)
find_package(hr 0.1 CONFIG REQUIRED)
find_package(hr CONFIG REQUIRED)
add_compile_options(-Wall -Wextra -Wpedantic -Werror)
foreach(kind hr hr-static)
    add_executable(send-${kind} "${EXAMPLES}/quickstart.c")
    add_executable(cpp-${kind} "${EXAMPLES}/send_document.cpp")
    add_executable(tell-${kind} tell.cpp)
    set_target_properties(cpp-${kind} tell-${kind} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)
    foreach(program send cpp tell)
        target_link_libraries(${program}-${kind} PRIVATE hr::${kind})
    endforeach()
endforeach()
"#;

const TELL: &str = r#"
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
cmake_minimum_required(VERSION 3.19)
project(versions NONE)
foreach(version "" ${MAJOR} ${MAJOR}.${MINOR} ${OWN} 0...${LATER} 0...${OWN})
    find_package(hr ${version} CONFIG QUIET)
    if(NOT hr_FOUND)
        message(FATAL_ERROR "${version} is not found")
    endif()
endforeach()
math(EXPR later "${MAJOR} + 1")
foreach(version ${LATER} ${later} 99 ${LATER}...99 0...<${OWN})
    find_package(hr ${version} CONFIG QUIET)
    if(hr_FOUND)
        message(FATAL_ERROR "${version} is found")
    endif()
endforeach()
find_package(hr ${OWN} EXACT CONFIG REQUIRED)
message(STATUS "all as it shall be")
find_package(hr 99 CONFIG REQUIRED)
"#;

fn project(unpacked: &Unpacked, files: &[(&str, &str)]) -> Command {
    let source = unpacked.root.join("consumer");
    std::fs::create_dir_all(&source).unwrap();
    for (name, text) in files {
        std::fs::write(source.join(name), text).unwrap();
    }
    let mut command = Command::new("cmake");
    command
        .arg("-S")
        .arg(&source)
        .arg("-B")
        .arg(source.join("build"));
    let prefix = unpacked.root.display();
    command.arg(format!("-DCMAKE_PREFIX_PATH={prefix}"));
    command.arg(format!("-DEXAMPLES={prefix}/share/hr/examples"));
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
        let files = [("CMakeLists.txt", PROJECT), ("tell.cpp", TELL)];
        output(&mut project(&unpacked, &files));
        let mut make = Command::new("cmake");
        make.arg("--build").arg("consumer/build");
        output(make.current_dir(&unpacked.root));
        for (kind, asked) in [("hr", Some("libhr.so.1")), ("hr-static", None)] {
            for program in ["send", "cpp"] {
                let send = format!("consumer/build/{program}-{kind}");
                assert_eq!(asks_for(&unpacked, &send).as_deref(), asked);
                sends(&unpacked, &send, None);
            }
            let tell = format!("consumer/build/tell-{kind}");
            assert_eq!(asks_for(&unpacked, &tell).as_deref(), asked);
            let told = unpacked.shell(&tell);
            assert_eq!(
                told,
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
    let mut command = project(&unpacked, &[("CMakeLists.txt", VERSIONS)]);
    let (own, major) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_VERSION_MAJOR"));
    let minor: u32 = env!("CARGO_PKG_VERSION_MINOR").parse().unwrap();
    command.arg(format!("-DOWN={own}"));
    command.arg(format!("-DMAJOR={major}"));
    command.arg(format!("-DMINOR={minor}"));
    command.arg(format!("-DLATER={major}.{}", minor + 1));
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    // CMake breaks its lines by itself.
    let said = String::from_utf8_lossy(&said);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("all as it shall be"), "{said}");
    assert!(
        said.contains("compatible with requested version \"99\""),
        "{said}"
    );
    assert!(said.contains(&format!("version: {own}")), "{said}");
}

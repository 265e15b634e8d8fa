//! What the packed libraries are.

use std::path::Path;
use std::process::Command;

use super::unpacked::{Unpacked, output};
use testkit::c_compiler::NATIVE;
use testkit::folders::root;
use testkit::header;
use testkit::tools::has;

/// The functions that the header declares.
fn declared() -> Vec<String> {
    let mut names: Vec<String> = header::functions().into_iter().map(|f| f.name).collect();
    assert!(names.len() >= 28, "{names:?}");
    names.sort_unstable();
    names
}

/// The names that nm lists.
fn names(unpacked: &Unpacked, command: &str) -> Vec<String> {
    let listed = unpacked.shell(command);
    let symbols = listed.lines().filter(|line| line.split(' ').count() == 3);
    let mut names: Vec<String> = symbols
        .map(|line| line.rsplit(' ').next().unwrap().to_owned())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn both_show_the_contract_and_nothing_else() {
    let unpacked = Unpacked::new();
    let shared = names(&unpacked, "nm --dynamic --defined-only lib/libhr.so");
    assert_eq!(shared, declared());
    let whole = names(&unpacked, "nm --extern-only --defined-only lib/libhr.a");
    assert_eq!(whole, declared());
}

#[test]
fn the_shared_one_is_named_after_the_binary_contract_and_stays_loaded() {
    let unpacked = Unpacked::new();
    let header = unpacked.text("include/hr.h");
    let abi = header.split_once("#define HR_ABI_VERSION ").unwrap().1;
    let soname = format!("libhr.so.{}", abi.lines().next().unwrap());
    let dynamic = unpacked.shell("readelf -dW lib/libhr.so");
    assert!(
        dynamic.contains(&format!("(SONAME)             Library soname: [{soname}]")),
        "{dynamic}"
    );
    let flags = dynamic.lines().find(|line| line.contains("(FLAGS_1)"));
    assert!(flags.unwrap().contains("NODELETE"), "{dynamic}");
    assert!(!dynamic.contains("(RPATH)") && !dynamic.contains("(RUNPATH)"));
    assert!(unpacked.root.join("lib").join(soname).exists());
}

#[test]
fn the_stated_glibc_is_the_newest_that_is_needed() {
    let unpacked = Unpacked::new();
    let mut newest = (0, 0);
    for file in ["lib/libhr.so", "bin/hr-sandbox"] {
        let needed = unpacked.shell(&format!("readelf -VW {file}"));
        for version in needed.split("Name: GLIBC_").skip(1) {
            let version = version.split_whitespace().next().unwrap();
            let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap());
            newest = newest.max((parts.next().unwrap(), parts.next().unwrap()));
        }
    }
    let requirement = format!("glibc {}.{} or newer", newest.0, newest.1);
    for file in ["README.txt", "lib/pkgconfig/hr.pc"] {
        assert!(
            unpacked.text(file).contains(&requirement),
            "{file} does not state {requirement}"
        );
    }
}

#[test]
fn nothing_of_the_building_machine_is_in_them() {
    let unpacked = Unpacked::new();
    let mut private = vec![
        root().to_str().unwrap().to_owned(),
        ".cargo/".into(),
        ".rustup/".into(),
        "/registry/src/".into(),
    ];
    private.extend(
        std::env::var("HOME")
            .ok()
            .filter(|home| home.len() > 1)
            .map(|home| home + "/"),
    );
    for file in ["lib/libhr.so", "lib/libhr.a", "bin/hr-sandbox"] {
        let content = unpacked.read(file);
        for text in &private {
            let found = content
                .windows(text.len())
                .any(|part| part == text.as_bytes());
            assert!(!found, "{file} has {text} in it");
        }
        let sections = unpacked.shell(&format!("readelf -SW {file}"));
        assert!(
            !sections.contains(".debug_") && !sections.contains(".llvmbc"),
            "{file}"
        );
        assert!(
            file.ends_with(".a") || !sections.contains(".symtab"),
            "{file}"
        );
    }
}

/// Another Rust library, with an allocator of its own, that panics and goes on.
const RIVAL: &str = r#"
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;
static COUNT: AtomicUsize = AtomicUsize::new(0);
#[global_allocator]
static ALLOCATOR: Counting = Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn rival_count() -> usize {
    COUNT.load(Relaxed)
}

#[unsafe(no_mangle)]
pub extern "C" fn rival_panics() -> i32 {
    std::panic::set_hook(Box::new(|_| ()));
    let caught = std::panic::catch_unwind(|| panic!("{}", std::process::id()));
    caught.is_err().into()
}
"#;

const HOST: &str = r#"
#include "hr.h"
#include <stddef.h>
#include <string.h>

size_t rival_count(void);
int32_t rival_panics(void);

int main(void)
{
    char *text = NULL;
    int32_t handle = 0;
    int caught = rival_panics();
    size_t before = rival_count();
    int32_t opened = hr_open("{\"proxy\": \"none\"}", &handle, &text);
    int requirement = text != NULL && strstr(text, "\"proxy\"") != NULL;
    hr_free(text);
    hr_close(handle);
    return caught && before > 0 && rival_count() == before && opened == HR_OK && requirement ? 0 : 1;
}
"#;

#[test]
fn the_static_one_lives_in_a_program_with_another_rust_library() {
    if !has("cc", "a program with two Rust libraries") {
        return;
    }
    let unpacked = Unpacked::new();
    std::fs::write(unpacked.root.join("rival.rs"), RIVAL).unwrap();
    std::fs::write(unpacked.root.join("host.c"), HOST).unwrap();
    let mut rustc = Command::new(Path::new(env!("CARGO")).with_file_name("rustc"));
    rustc.args(["--edition=2024", "-O", "--crate-type=staticlib", "rival.rs"]);
    output(rustc.current_dir(&unpacked.root));
    for libraries in [["lib/libhr.a", "librival.a"], ["librival.a", "lib/libhr.a"]] {
        let mut cc = Command::new("cc");
        cc.args(["-Iinclude", "-DHR_STATIC", "host.c"])
            .args(libraries);
        output(
            cc.args(NATIVE)
                .args(["-o", "host"])
                .current_dir(&unpacked.root),
        );
        unpacked.shell("./host");
    }
}

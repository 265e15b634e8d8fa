//! Link flags of the shared library.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        // A thread may still be looking up a name when a host unloads the library: it stays loaded.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
        // Only a shipped library has one: a program linked with target/release would look for a file of that
        // name, and cargo makes none.
        println!("cargo::rerun-if-env-changed=HR_SONAME");
        if let Ok(name) = std::env::var("HR_SONAME") {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{name}");
        }
    }
}

//! Builds again when a file of the console is added or removed: its folders change then.

fn main() {
    println!("cargo::rerun-if-changed=console");
}

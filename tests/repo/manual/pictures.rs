//! The diagrams are those that `tools/pictures` draws.

use std::process::Command;

use testkit::folders::root;
use testkit::tools::has;

#[test]
fn the_diagrams_are_as_they_are_drawn() {
    if !has("python3", "the comparison of the manual's diagrams") {
        return;
    }
    let output = Command::new("python3")
        .args(["tools/pictures", "--check"])
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

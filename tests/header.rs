//! `include/hr.h` is what cbindgen makes of the sources. To renew it: `HR_BLESS=1 cargo test --test header`.

use std::path::Path;

#[test]
fn the_header_is_the_one_that_the_sources_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("include/cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new()
        .with_crate(root)
        .with_config(config)
        .generate()
        .unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).unwrap();

    let path = root.join("include/hr.h");
    if std::env::var_os("HR_BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept.replace("\r\n", "\n") == made,
        "include/hr.h is not what the sources give; renew it with HR_BLESS=1 cargo test --test header"
    );
}

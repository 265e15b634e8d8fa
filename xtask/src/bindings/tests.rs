//! What stops the generators, and what the committed files cannot show: the marks that each language has to escape.

use super::*;

/// The committed header; what is a source of the layers beside it is the repository's own.
fn header() -> String {
    std::fs::read_to_string(root().join("include/hr.h")).unwrap()
}

#[test]
fn marks_of_the_languages_are_escaped() {
    let odd = "Frees <a> & {b} of a@b, 1) once.";
    let header = header().replacen("Wipes and frees a text", odd, 1);
    let files = layers(root(), &header).unwrap();
    for (name, written) in [
        ("Native.cs", "Frees &lt;a&gt; &amp; {b} of a@b, 1) once."),
        ("HrApi.pas", "Frees <a> & {b} of a@@b, 1@) once."),
        ("_native.py", odd),
        ("HealthRecordApi.bas", odd),
        ("HealthRecordApi.wl", odd),
    ] {
        let (_, text) = files.iter().find(|(path, _)| path.ends_with(name)).unwrap();
        assert!(text.contains(written), "{name}");
    }
}

#[test]
fn the_page_keeps_versions_and_gives_new_names_the_coming_one() {
    let page = "| Function | Since |\n|---|---|\n| `hr_free` | 0.0.9 |\n| `hr_gone` | 0.0.1 |\n\n\
        | Type | Since |\n|---|---|\n| `hr_old_fn` | 0.0.1 |\n\n| Constant | Since |\n|---|---|\n| `HR_OK` | 0.0.2 |\n";
    let (header, schema) = (Header::parse(&header()), Schema::default());
    let page = symbols::page(&Api::of(&header, &schema).unwrap(), page, "7.0.0").unwrap();
    for row in [
        "| `hr_free` | 0.0.9 |",
        "| `hr_ready` | 7.0.0 |",
        "| `hr_log_fn` | 7.0.0 |",
        "| `HR_OK` | 0.0.2 |",
        "| `HR_LOG_DEBUG` | 7.0.0 |",
    ] {
        assert!(page.contains(&format!("\n{row}\n")), "{page}");
    }
    assert!(!page.contains("hr_gone") && !page.contains("hr_old_fn"));
}

#[test]
fn what_no_language_knows_is_refused_by_name() {
    let header = header();
    let refused = |from: &str, to: &str| {
        assert!(header.contains(from), "{from}");
        layers(root(), &header.replacen(from, to, 1))
            .err()
            .unwrap_or_default()
    };
    for (from, to, error) in [
        (
            "const uint8_t *data",
            "size_t data",
            "hr_dmp_send_bytes: no language knows the type of data, size_t",
        ),
        (
            "void hr_free",
            "bool hr_free",
            "hr_free: no language knows the result bool",
        ),
        (
            "void hr_free",
            "void hr_nowhere",
            "hr_nowhere is in no file of src/ffi",
        ),
        (
            "hr_free(char *text",
            "hr_free(char *type",
            "hr_free: type is a word of VB6",
        ),
        (
            "int32_t hr_set_log",
            "int32_t hr_set_other",
            "hr_set_other takes a callback: write hr32_set_other in src/ffi/stdcall.rs",
        ),
        (
            "Wipes",
            "Été",
            "the header has É, which VB6 and Pascal cannot show",
        ),
    ] {
        assert!(refused(from, to).contains(error), "{error}");
    }
}

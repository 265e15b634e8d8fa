use super::*;

const NIR: &str = "255081416802538";

fn redactor<'a>(own: &'a [&'a str]) -> Redactor<'a> {
    Redactor { session: None, own }
}

fn message(secrets: &[&str], text: &str) -> Option<String> {
    redactor(secrets).message(text)
}

/// Zeros of scripts whose digits follow each other.
const ZEROS: [u32; 6] = ['0' as u32, 0xff10, 0x660, 0x966, 0x1d7ce, 0xe50];

#[test]
fn a_nir_is_cut_however_it_is_written() {
    for joint in [
        "",
        " ",
        "  ",
        "\t",
        "/",
        "_",
        " - ",
        "\u{202f}",
        "\u{2009}",
        "\u{a0}",
        ".",
        "-",
        "\u{200b}",
        " \u{2013} ",
        ", ",
        "::",
        "\u{fe0f}\u{20e3} ",
    ] {
        for zero in ZEROS {
            let parts: Vec<String> = ["2", "55", "08", "14", "168", "025", "38"]
                .iter()
                .map(|part| {
                    let script = |c: char| char::from_u32(zero + c.to_digit(10).unwrap()).unwrap();
                    part.chars().map(script).collect()
                })
                .collect();
            let text = format!("NIR {} absent", parts.join(joint));
            assert_eq!(
                message(&[], &text).as_deref(),
                Some("NIR *** absent"),
                "{text}"
            );
        }
    }
    for corsican in [
        "253072A07300443",
        "2 53 07 2A 073 004 43",
        "2-53-07-2b-073",
        "1 85 05 2 B 073",
    ] {
        let text = format!("carte {corsican}");
        assert_eq!(message(&[], &text).as_deref(), Some("carte ***"), "{text}");
    }
}

#[test]
fn short_numbers_and_words_stay() {
    for text in [
        "essai 2 sur 3",
        "erreur 12: 3 essais",
        "code 123 inconnu",
        "carte B2, lecteur 1",
        "3 essais; puis 12",
        "d'accord \u{e9}",
        "４ essais",
    ] {
        assert_eq!(message(&["secret-ticket"], text).as_deref(), Some(text));
    }
}

#[test]
fn nothing_is_passed_on_of_what_holds_a_secret() {
    let ticket = "eyJhbGciOiJIUzI1NiJ9.payload.signature";
    for (secret, text) in [
        ("1234", "code 1234 faux"),
        ("1234", "code 1 2 3 4 faux"),
        ("1111", "code 111111 faux"),
        ("AbCd", "code aBcD faux"),
        (ticket, "ticket EYJHBGCIOIJI... perdu"),
        (ticket, "ticket payload.sig perdu"),
        (ticket, ticket),
        ("x", "erreur x"),
        ("12", "1-2"),
    ] {
        assert_eq!(message(&[secret], text), None, "{secret} in {text}");
    }
    for (secret, text, shown) in [
        (
            "1234",
            "code \u{ff11}\u{ff12}\u{ff13}\u{ff14} faux",
            "code *** faux",
        ),
        ("1234", "code 4321 faux", "code *** faux"),
        ("1234", "\u{ff14}\u{ff13}\u{ff12} essais", "*** essais"),
        (ticket, "payload perdu", "payload perdu"),
        ("x", "perdu", "perdu"),
        ("", "perdu", "perdu"),
    ] {
        assert_eq!(
            message(&[secret], text).as_deref(),
            Some(shown),
            "{secret} in {text}"
        );
    }
}

#[test]
fn one_line_of_bounded_length() {
    let long = "mot ".repeat(10_000);
    assert_eq!(
        message(&[], &long).unwrap().chars().count(),
        MAX_MESSAGE - 1
    );
    assert_eq!(
        message(&[], "a\r\nb\u{2028}c\u{202e}d\0").as_deref(),
        Some("a  b c d")
    );
    for nothing in ["", " \t", "...", "255081416802538"] {
        assert_eq!(message(&[], nothing), None, "{nothing}");
    }
    let edge = format!("{} {NIR}", "x".repeat(MAX_MESSAGE - 4));
    assert!(message(&[], &edge).unwrap().ends_with("x ***"));
    let hostile = "1\u{200b}".repeat(32_000);
    assert_eq!(message(&[&"1".repeat(32_768)], &hostile), None);
}

#[test]
fn codes_pass_unless_they_are_secrets() {
    let redactor = redactor(&["1234", "ab5678cd-5678"]);
    for code in ["7", "-12", "12345", "\"DOC-17\"", "\"5678\""] {
        assert!(redactor.passes(code), "{code}");
    }
    for code in [
        "1234",
        "-1234",
        "\"X-1234\"",
        "\"AB5678CD\"",
        "\"ab5678cd-5678\"",
        "\"12-34\"",
        "\"E1.2.3.4\"",
    ] {
        assert!(!redactor.passes(code), "{code}");
    }
}

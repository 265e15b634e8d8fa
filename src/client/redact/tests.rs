//! The rest is in tests/api/card_client_words.rs.

use super::*;

#[test]
fn a_message_keeps_what_is_nobodys_number_and_no_secret() {
    let ticket = "eyJhbGciOiJIUzI1NiJ9.payload.signature";
    let full = "x".repeat(MAX_MESSAGE - 4);
    let (edge, cut_edge) = (format!("{full} 255081416802538"), format!("{full} ***"));
    for (secret, text, shown) in [
        // Of Corsica.
        ("", "carte 253072A07300443", Some("carte ***")),
        ("", "carte 1 85 05 2 B 073", Some("carte ***")),
        ("", "carte 2-53-07-2b-073", Some("carte ***")),
        ("", "NIR 2::55\u{fe0f}\u{20e3} 08", Some("NIR ***")),
        ("", "\u{ff14} essais", Some("\u{ff14} essais")),
        ("", "\u{ff14}\u{ff13}\u{ff12} essais", Some("*** essais")),
        ("", "erreur 12: 3 essais", Some("erreur 12: 3 essais")),
        ("", "3 essais; puis 12", Some("3 essais; puis 12")),
        ("", "carte B2, lecteur 1", Some("carte B2, lecteur 1")),
        ("", "a\r\nb\u{2028}c\u{202e}d\0", Some("a  b c d")),
        ("", &edge, Some(&*cut_edge)),
        ("", "", None),
        ("", " ...", None),
        ("", "255081416802538", None),
        ("1234", "code 1 2 3 4 faux", None),
        ("1234", "code 4321 faux", Some("code *** faux")),
        ("12", "1-2", None),
        ("AbCd", "code aBcD faux", None),
        (ticket, "ticket payload.sig perdu", None),
        (ticket, "payload perdu", Some("payload perdu")),
    ] {
        let own = &[secret];
        let redactor = Redactor { session: None, own };
        let given = redactor.message(text);
        assert_eq!(given.as_deref(), shown, "{secret} in {text}");
    }
}

//! The page, for people and for machines, made of the same sheets.

use super::private::Private;
use super::report::{Report, Words, both, ms_of};
use crate::host::version;
use hr_sandbox::Language;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::time::{Duration, SystemTime};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Grows with every change that a reader of the document would notice.
const FORMAT: u32 = 1;

/// The words in one language.
pub(super) fn of(language: Language, (en, fr): Words) -> &'static str {
    match language {
        Language::En => en,
        Language::Fr => fr,
    }
}

/// One measurement, done.
pub(super) struct Part {
    pub name: String,
    pub title: Words,
    pub report: Report,
    /// Why it could not be made, or not to its end.
    pub failed: Option<String>,
    pub took: Duration,
}

pub(super) struct Page {
    made_at: String,
    bound: Duration,
    offline: bool,
    pub took: Duration,
    parts: Vec<Part>,
    private: Private,
}

impl Page {
    pub(super) fn new(now: SystemTime, bound: Duration, offline: bool) -> Page {
        let made_at = OffsetDateTime::from(now).replace_nanosecond(0);
        let made_at = made_at.ok().and_then(|at| at.format(&Rfc3339).ok());
        Page {
            made_at: made_at.unwrap_or_default(),
            bound,
            offline,
            took: Duration::ZERO,
            parts: Vec::new(),
            private: Private::of_this_user(),
        }
    }

    pub(super) fn add(&mut self, part: Part) {
        self.parts.push(part);
    }

    pub(super) fn failed(&self) -> bool {
        self.parts.iter().any(|part| part.failed.is_some())
    }

    pub(super) fn json(&self) -> Value {
        let mut measurements = Map::new();
        let mut all = Vec::new();
        for part in &self.parts {
            let (values, missing, findings) = part.report.json();
            for text in &part.report.content().findings {
                let mut finding = both(text);
                finding["measurement"] = part.name.clone().into();
                all.push(finding);
            }
            let failed = part.failed.as_ref();
            let object = json!({
                "ok": failed.is_none(),
                "failed": failed,
                "took_ms": ms_of(part.took),
                "values": values,
                "missing": missing,
                "findings": findings,
            });
            measurements.insert(part.name.clone(), object);
        }
        self.private.clean(json!({
            "format": "hr-sandbox check",
            "format_version": FORMAT,
            "version": version(),
            "made_at": self.made_at,
            "ok": !self.failed(),
            "offline": self.offline,
            "bound_s": self.bound.as_secs(),
            "took_ms": ms_of(self.took),
            "findings": all,
            "measurements": measurements,
        }))
    }

    pub(super) fn text(&self, language: Language) -> String {
        let mut page = String::new();
        self.write(&mut page, language).ok();
        self.private.text(&page)
    }

    fn write(&self, page: &mut String, language: Language) -> std::fmt::Result {
        let say = |words| of(language, words);
        writeln!(
            page,
            "hr-sandbox check {} - {} - {:.1} s",
            version(),
            self.made_at,
            self.took.as_secs_f64()
        )?;
        writeln!(page)?;
        let head = ("What stands out", "Ce qui ressort");
        writeln!(page, "{}", say(head))?;
        let mut nothing = true;
        for part in &self.parts {
            let title = say(part.title);
            if let Some(failed) = &part.failed {
                let words = ("not measured", "mesure impossible");
                writeln!(page, "  ! {title}: {}: {failed}", say(words))?;
                nothing = false;
            }
            for text in &part.report.content().findings {
                writeln!(page, "  - {title}: {}", text.text(language))?;
                nothing = false;
            }
        }
        if nothing {
            writeln!(page, "  {}", say(("nothing", "rien")))?;
        }
        for part in &self.parts {
            writeln!(page, "\n{}", say(part.title))?;
            for entry in &part.report.content().entries {
                let label = say(entry.words);
                match &entry.measured {
                    Ok(value) => lines(page, label, value, language)?,
                    Err(why) => writeln!(page, "  {label}: - ({})", why.text(language))?,
                }
            }
        }
        let thanks = (
            "Please send us this page, best as the file that --output FILE writes, after reading it.",
            "Merci de nous envoyer cette page, de préférence le fichier écrit par --output FICHIER, après l'avoir relue.",
        );
        writeln!(page, "\n{}", say(thanks))
    }
}

/// A list of objects has a line for each.
fn lines(page: &mut String, label: &str, value: &Value, language: Language) -> std::fmt::Result {
    match value {
        Value::Array(list) if list.iter().any(Value::is_object) => {
            writeln!(page, "  {label}:")?;
            list.iter()
                .try_for_each(|item| writeln!(page, "    {}", shown(item, language)))
        }
        _ => writeln!(page, "  {label}: {}", shown(value, language)),
    }
}

fn shown(value: &Value, language: Language) -> String {
    let say = |words| of(language, words).to_owned();
    match value {
        Value::Null => "-".into(),
        Value::Bool(true) => say(("yes", "oui")),
        Value::Bool(false) => say(("no", "non")),
        // What came from outside must not draw on a terminal.
        Value::String(text) => text.replace(char::is_control, " "),
        Value::Array(list) if list.is_empty() => say(("none", "aucun")),
        Value::Array(list) => {
            let items = list.iter().map(|item| shown(item, language));
            items.collect::<Vec<_>>().join(", ")
        }
        Value::Object(map) if map.contains_key("median_ms") => {
            let ms = |key: &str| map.get(key).map_or("-".into(), |ms| shown(ms, language));
            let words = of(language, ("rounds", "essais"));
            let (least, middle, most) = (ms("min_ms"), ms("median_ms"), ms("max_ms"));
            let endings = map
                .get("endings")
                .map_or(String::new(), |it| format!(", {}", shown(it, language)));
            format!(
                "{middle} ms ({least}-{most}, {words}: {}){endings}",
                ms("rounds")
            )
        }
        Value::Object(map) => {
            let members = map
                .iter()
                .map(|(key, item)| format!("{key} {}", shown(item, language)));
            members.collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::report::{OFFLINE, times};

    fn page(failed: Option<String>) -> Page {
        let mut page = Page::new(SystemTime::UNIX_EPOCH, Duration::from_secs(9), false);
        let report = Report::default();
        report.put("list", ("List", "Liste"), json!([{"a": 1}, {"a": 2}]));
        report.put("time", ("Time", "Temps"), times(&[1.5]));
        report.put("text", ("Text", "Texte"), "a\u{1b}[2Jb");
        report.missing("gone", ("Gone", "Absent"), OFFLINE);
        report.found("look", "voyez");
        page.add(Part {
            name: "part".into(),
            title: ("Title", "Titre"),
            report,
            failed,
            took: Duration::ZERO,
        });
        page
    }

    #[test]
    fn both_forms_have_all_of_it() {
        let page = page(None);
        let french = page.text(Language::Fr);
        for line in [
            "1970-01-01T00:00:00Z",
            "  - Titre: voyez\n",
            "  Liste:\n    a 1\n    a 2\n",
            "  Temps: 1.5 ms (1.5-1.5, essais: 1)\n",
            "  Texte: a [2Jb\n",
            "  Absent: - (laissé de côté à cause de --offline)\n",
        ] {
            assert!(french.contains(line), "{line:?} is not in {french}");
        }
        assert!(page.text(Language::En).contains("  - Title: look\n"));
        let document = page.json();
        assert_eq!(
            (&document["ok"], &document["bound_s"]),
            (&json!(true), &json!(9))
        );
        let finding = json!([{"measurement": "part", "en": "look", "fr": "voyez"}]);
        assert_eq!(document["findings"], finding);
        assert_eq!(
            document["measurements"]["part"]["values"]["gone"],
            Value::Null
        );
    }

    #[test]
    fn a_failure_is_reported_first() {
        let page = page(Some("no thread".into()));
        assert!(page.failed());
        assert_eq!(page.json()["measurements"]["part"]["failed"], "no thread");
        let shown = "What stands out\n  ! Title: not measured: no thread\n";
        assert!(page.text(Language::En).contains(shown));
    }
}

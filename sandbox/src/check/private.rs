//! Keeps the user's name out of the page, in paths and anywhere else, and credentials out of addresses.

use serde_json::Value;
use std::env;

const MASK: &str = "***";

/// What must not be on the page. Taken from the environment once.
pub(super) struct Private {
    /// Whole folders, and what stands for them; longest first.
    folders: Vec<(String, &'static str)>,
    /// Words.
    names: Vec<String>,
}

impl Private {
    pub(super) fn of_this_user() -> Private {
        let folder = |variable: &str, mark| Some((env::var(variable).ok()?, mark));
        let folders = [
            folder("TMPDIR", "<temp>"),
            folder("TEMP", "<temp>"),
            folder("TMP", "<temp>"),
            folder("LOCALAPPDATA", "<local>"),
            folder("APPDATA", "<roaming>"),
            folder("USERPROFILE", "<home>"),
            folder("HOME", "<home>"),
        ];
        let names = [
            "USERNAME",
            "USER",
            "LOGNAME",
            "COMPUTERNAME",
            "HOSTNAME",
            "USERDOMAIN",
        ];
        let names = names.iter().filter_map(|name| env::var(name).ok());
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        Private::new(
            folders.into_iter().flatten().collect(),
            names.chain(host).collect(),
        )
    }

    fn new(mut folders: Vec<(String, &'static str)>, names: Vec<String>) -> Private {
        // What is as short as a drive or a root would hide what is no user's.
        folders.retain(|(path, _)| path.len() > 3);
        folders.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        let names = names.iter().map(|name| name.trim().to_owned());
        let names = names.filter(|name| name.chars().count() > 2 && !is_common(name));
        let names = names.collect();
        Private { folders, names }
    }

    /// Every text of a document, but the names of its members.
    pub(super) fn clean(&self, value: Value) -> Value {
        match value {
            Value::String(text) => self.text(&text).into(),
            Value::Array(list) => list.into_iter().map(|it| self.clean(it)).collect(),
            Value::Object(map) => {
                let members = map.into_iter();
                members.map(|(key, it)| (key, self.clean(it))).collect()
            }
            other => other,
        }
    }

    pub(super) fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (folder, mark) in &self.folders {
            text = replace(&text, folder, mark, false);
        }
        text = homes(&text);
        for name in &self.names {
            text = replace(&text, name, MASK, true);
        }
        text
    }
}

/// Accounts that every computer has, whose names are words of the page.
fn is_common(name: &str) -> bool {
    let common = [
        "root",
        "user",
        "admin",
        "administrator",
        "administrateur",
        "system",
        "localhost",
    ];
    common.contains(&name.to_ascii_lowercase().as_str())
}

/// Whatever the case; as a whole word where `word`.
fn replace(text: &str, from: &str, to: &str, word: bool) -> String {
    let (low, from) = (text.to_ascii_lowercase(), from.to_ascii_lowercase());
    let mut made = String::with_capacity(text.len());
    let mut done = 0;
    for (at, found) in low.match_indices(&from) {
        let end = at + found.len();
        let beside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let inside = beside(low[..at].chars().next_back()) || beside(low[end..].chars().next());
        if word && inside {
            continue;
        }
        made.push_str(&text[done..at]);
        made.push_str(to);
        done = end;
    }
    made.push_str(&text[done..]);
    made
}

/// The part behind `Users` or `home` is a name, whoever's.
fn homes(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut masks = false;
    for part in text.split_inclusive(['\\', '/']) {
        let bare = part.trim_end_matches(['\\', '/']);
        let end = &part[bare.len()..];
        match masks && !bare.is_empty() {
            true => made.push_str(MASK),
            false => made.push_str(bare),
        }
        made.push_str(end);
        let low = bare.to_ascii_lowercase();
        masks = !end.is_empty() && (low == "users" || low == "home");
    }
    made
}

/// An address without user name, password, path and query.
pub(super) fn address(text: &str) -> String {
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => (String::new(), text),
    };
    // A password may hold any sign, so the last `@` counts.
    let (user, rest) = match rest.rsplit_once('@') {
        Some((_, rest)) => ("***@", rest),
        None => ("", rest),
    };
    let (host, path) = match rest.find(['/', '?', '#', '\\']) {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    let more = if path.len() > 1 { "/***" } else { path };
    format!("{scheme}{user}{host}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_and_home_folders_go_wherever_they_stand() {
        let folders = vec![
            (r"C:\Users\zoe".to_owned(), "<home>"),
            (r"C:\Users\zoe\AppData\Local\Temp".to_owned(), "<temp>"),
            ("/".to_owned(), "<home>"),
        ];
        let private = Private::new(
            folders,
            ["zoe", "pc", "POSTE-12", "Root"].map(String::from).to_vec(),
        );
        assert_eq!(private.text(r"c:\users\ZOE\x"), r"<home>\x");
        assert_eq!(
            private.text(r"C:\Users\zoe\AppData\Local\Temp\a"),
            r"<temp>\a"
        );
        assert_eq!(private.text(r"D:\Users\jean\x"), r"D:\Users\***\x");
        assert_eq!(private.text("/home/jean/x/é"), "/home/***/x/é");
        assert_eq!(
            private.text("by Zoe on poste-12, zoether, pc, root"),
            "by *** on ***, zoether, pc, root"
        );
        let cleaned = private.clean(json!({"zoe": ["zoe", {"a": "zoe"}, 3]}));
        assert_eq!(cleaned, json!({"zoe": ["***", {"a": "***"}, 3]}));
    }

    #[test]
    fn an_address_keeps_its_host_alone() {
        assert_eq!(
            address("http://u:p@proxy.example:3128"),
            "http://***@proxy.example:3128"
        );
        assert_eq!(address("u:p/@w@proxy:1"), "***@proxy:1");
        assert_eq!(address("http://wpad/proxy.pac?key=1"), "http://wpad/***");
        assert_eq!(address("proxy:8080"), "proxy:8080");
    }
}

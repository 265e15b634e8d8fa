//! The built manual: what mdBook reads, below target/manual/src; its pages in target/manual/en and fr, with a switch of the
//! language and a search box; the index that Pagefind makes of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::manual::{Manual, SUMMARY, hash, target, way};
use super::markdown::{relinked, title};
use super::{kinds::Labels, tools};
use crate::Result;
use crate::machine::{failed, files, output, read, root};

/// Files of the project that pages link to: a page of the book, or a file beside the books.
const PROJECT: &str = "project";
const FILES: &str = "files";

/// Where mdBook speaks English on its own, and what it says in French.
const FRENCH: [(&str, &str); 16] = [
    ("Table of contents", "Table des matières"),
    (
        "Toggle Table of Contents",
        "Afficher ou masquer la table des matières",
    ),
    ("Change theme", "Changer de thème"),
    ("aria-label=\"Themes\"", "aria-label=\"Thèmes\""),
    (">Light<", ">Clair<"),
    (">Rust<", ">Rouille<"),
    (">Coal<", ">Charbon<"),
    (">Navy<", ">Marine<"),
    ("Page navigation", "Navigation"),
    ("Previous chapter", "Page précédente"),
    ("Next chapter", "Page suivante"),
    ("Keyboard shortcuts", "Raccourcis clavier"),
    ("to navigate between chapters", "pour changer de page"),
    ("to show this help", "pour afficher cette aide"),
    ("Copy to clipboard", "Copier"),
    ("Copied!", "Copié"),
];

macro_rules! site {
    ($name:literal) => {
        include_str!(concat!("../../templates/docs/site/", $name))
    };
}

/// What Pagefind brings for pages that have no search box of their own.
const UNUSED: [&str; 2] = ["-ui.", "-highlight."];

pub struct Book {
    /// `target/manual`.
    folder: PathBuf,
}

impl Book {
    pub fn new(folder: PathBuf) -> Book {
        Book { folder }
    }

    /// Writes what mdBook reads, and the files that pages link to.
    pub fn write(&self, manuals: &[Manual; 2], labels: &[Labels; 2]) -> Result<()> {
        for (manual, labels) in manuals.iter().zip(labels) {
            self.write_half(manual, labels)?;
        }
        let images = root().join("docs/images");
        for image in files(&images)? {
            let name = image.file_name().unwrap_or_default();
            put(&self.folder.join("images").join(name), read(&image)?)?;
        }
        for (name, text) in [
            ("LICENSES.txt", site!("LICENSES.txt")),
            ("index.html", site!("index.html")),
            ("manual.css", site!("manual.css")),
            ("manual.js", site!("manual.js")),
            ("search.js", site!("search.js")),
        ] {
            put(&self.folder.join(name), text)?;
        }
        Ok(())
    }

    fn write_half(&self, manual: &Manual, labels: &Labels) -> Result<()> {
        let language = manual.language;
        let folder = self.folder.join("src").join(language);
        if folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(failed(&folder))?;
        }
        let mut project = BTreeSet::new();
        for (name, text) in manual.pages() {
            let text = self.linked(
                &format!("docs/{language}/{name}"),
                text,
                language,
                &mut project,
            )?;
            put(&folder.join("pages").join(name), text)?;
        }
        let mut entries = String::new();
        for path in &project {
            let text = String::from_utf8_lossy(&read(&root().join(path))?).replace("\r\n", "\n");
            let page = format!("{PROJECT}/{path}");
            entries += &format!("- [{}]({page})\n", title(&text));
            let text = unlinked(path, &page, &text, language, &project);
            put(&folder.join("pages").join(page), text)?;
        }
        let mut summary = manual.whole_summary();
        if !entries.is_empty() {
            summary += &format!("\n# {}\n\n{entries}", labels.get("project"));
        }
        put(&folder.join("pages").join(SUMMARY), summary)?;
        let settings = site!("book.toml");
        let settings = settings.replace("{title}", &labels.get("title"));
        put(
            &folder.join("book.toml"),
            settings.replace("{language}", language),
        )
    }

    /// A page whose links to files of the project lead to where they are in the built manual.
    fn linked(
        &self,
        page: &str,
        text: &str,
        language: &str,
        project: &mut BTreeSet<String>,
    ) -> Result<String> {
        let mut copied = Ok(());
        let text = relinked(text, |link| {
            let (path, section) = target(page, link);
            let own = ["docs/en/", "docs/fr/", "docs/images/"];
            if own.iter().any(|own| path.starts_with(own)) || !root().join(&path).exists() {
                return Some(link.to_owned());
            }
            let path = match root().join(&path).is_dir() {
                true => format!("{path}/README.md"),
                false => path,
            };
            let to = match path.ends_with(".md") {
                true => format!("docs/{language}/{PROJECT}/{path}"),
                // Beside the books, as docs/images is beside the pages.
                false => format!("docs/{FILES}/{path}"),
            };
            let way = way(page, &to) + &hash(&section);
            if path.ends_with(".md") {
                project.insert(path);
            } else if copied.is_ok() {
                let content = read(&root().join(&path));
                copied =
                    content.and_then(|content| put(&self.folder.join(FILES).join(path), content));
            }
            Some(way)
        });
        copied.map(|()| text)
    }

    /// Has mdBook make the pages, and Pagefind the index.
    pub fn build(&self) -> Result<()> {
        let (mdbook, pagefind) = (tools::mdbook()?, tools::pagefind()?);
        for language in ["en", "fr"] {
            let built = self.folder.join(language);
            let mut make = crate::machine::program(&mdbook.to_string_lossy());
            make.arg("build").arg("-d").arg(&built);
            output(make.arg(self.folder.join("src").join(language)))?;
            self.complete(&built, language)?;
            let mut index = crate::machine::program(&pagefind.to_string_lossy());
            index.args([
                "--silent",
                "--root-selector",
                "main",
                "--force-language",
                language,
            ]);
            output(index.arg("--site").arg(&built))?;
            for path in files(&built.join("pagefind"))? {
                let name = path.to_string_lossy();
                if UNUSED.iter().any(|part| name.contains(part)) {
                    std::fs::remove_file(&path).map_err(failed(&path))?;
                }
            }
        }
        self.is_whole()
    }

    /// Each link of a page leads to a file of the built manual.
    fn is_whole(&self) -> Result<()> {
        for path in files(&self.folder)? {
            if path.extension().is_none_or(|kind| kind != "html") {
                continue;
            }
            let text = String::from_utf8_lossy(&read(&path)?).into_owned();
            let links = ["href=\"", "src=\""]
                .into_iter()
                .flat_map(|start| text.split(start).skip(1));
            for link in links.filter_map(|rest| rest.split('"').next()) {
                let file = link.split(['#', '?']).next().unwrap_or_default();
                let outside = file.contains(':') || file.is_empty();
                if !outside && !path.with_file_name(file).exists() {
                    return Err(format!("{}: nothing is at {link}", path.display()));
                }
            }
        }
        Ok(())
    }

    /// Gives each page the switch and the search box.
    fn complete(&self, built: &Path, language: &str) -> Result<()> {
        let mut spoken = BTreeSet::new();
        let mut french = |text: &mut String| {
            for (english, french) in FRENCH.iter().filter(|_| language == "fr") {
                if text.contains(english) {
                    spoken.insert(*english);
                    *text = text.replace(english, french);
                }
            }
        };
        let script = built.join("book.js");
        let mut text = String::from_utf8_lossy(&read(&script)?).into_owned();
        french(&mut text);
        put(&script, text)?;
        for path in files(built)? {
            if path.extension().is_none_or(|kind| kind != "html") {
                continue;
            }
            let name = path
                .strip_prefix(built)
                .unwrap_or(&path)
                .to_string_lossy()
                .replace('\\', "/");
            let mut text = String::from_utf8_lossy(&read(&path)?).into_owned();
            if !text.contains("<div class=\"right-buttons\">") {
                continue;
            }
            let root = "../".repeat(name.matches('/').count() + 1);
            let other = if language == "en" { "fr" } else { "en" };
            if name == "index.html" {
                // The first page once more.
                text = text.replacen("<main>", "<main data-pagefind-ignore=\"all\">", 1);
            }
            let source = name.replace(".html", ".md");
            let same = self
                .folder
                .join("src")
                .join(other)
                .join("pages")
                .join(source)
                .exists();
            let page = if same { &*name } else { "index.html" };
            let bar = site!("bar.html");
            let bar = bar
                .replace("{other}", other)
                .replace("{page}", page)
                .replace("{root}", &root);
            let (search, switch) = match language {
                "en" => ("Search", "Français"),
                _ => ("Rechercher", "English"),
            };
            let bar = bar.replace("{search}", search).replace("{switch}", switch);
            text = text.replacen("<div class=\"right-buttons\">", &bar, 1);
            let style = format!("<link rel=\"stylesheet\" href=\"{root}manual.css\">\n    </head>");
            text = text.replacen("</head>", &style, 1);
            let script = format!("<script src=\"{root}manual.js\"></script>\n    </body>");
            text = text.replacen("</body>", &script, 1);
            french(&mut text);
            put(&path, text)?;
        }
        match FRENCH
            .iter()
            .find(|(english, _)| language == "fr" && !spoken.contains(english))
        {
            Some((english, _)) => Err(format!("mdBook no longer says {english}")),
            None => Ok(()),
        }
    }
}

/// A page of the project: its links lead to the manual and to the other pages that are there; others are no links any more.
fn unlinked(
    path: &str,
    page: &str,
    text: &str,
    language: &str,
    project: &BTreeSet<String>,
) -> String {
    relinked(text, |link| {
        let (to, section) = target(path, link);
        let in_manual = to.strip_prefix("docs/en/").filter(|name| {
            let known = root().join("docs").join(language).join(name);
            known.exists()
        });
        let in_project = || project.contains(&to).then(|| format!("{PROJECT}/{to}"));
        let found = in_manual.map(str::to_owned).or_else(in_project);
        found.map(|to| way(page, &to) + &hash(&section))
    })
}

fn put(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(failed(path))
}

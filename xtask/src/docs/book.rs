//! The built manual: what mdBook reads, below target/manual/src; its pages in target/manual/en and fr, with a switch of the
//! language and a search box; the index that Pagefind makes of them.

use std::collections::BTreeSet;
use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;

use anyhow::bail;
use indexmap::IndexMap;
use minijinja::context;

use super::catalogue::Language;
use super::folder;
use super::manual::{Manual, SUMMARY, moved};
use super::markdown::title;
use crate::Result;
use crate::bindings::templates::filled_in;
use crate::machine::{files, json, output, program, program_at, pypi, read, root, text, write};

/// What builds the manual, each of one version, below target/: installed when it is not there.
const MDBOOK: &str = "0.5.4";
const PAGEFIND: &str = "1.5.2";

/// The folder of the book for pages of the project that others link to.
const PROJECT: &str = "project";

/// What is beside the two books, and what each of them is made with.
const SITE: &str = "xtask/templates/docs/site";
const BOOK: &str = "xtask/templates/docs/book";

/// What Pagefind brings for pages that have no search box of their own.
const UNUSED: [&str; 2] = ["-ui.", "-highlight."];

/// The place in a page for the switch and the search box.
const BAR: &str = "<div class=\"right-buttons\">";

/// Builds both manuals.
pub fn build(manuals: &[Manual; 2]) -> Result<()> {
    // What pages show, or link to: beside the books, as it is beside docs/en and docs/fr.
    for own in ["images", "snippets"] {
        for (name, path) in files(format!("docs/{own}"))? {
            write(&folder().join(own).join(name), read(path)?)?;
        }
    }
    for (name, path) in files(SITE)? {
        write(&folder().join(name), text(path)?)?;
    }
    for manual in manuals {
        sources(manual)?;
    }
    for manual in manuals {
        pages(&manual.language)?;
    }
    is_whole()
}

/// Writes what mdBook reads.
fn sources(manual: &Manual) -> Result<()> {
    let (language, labels) = (manual.language.folder(), manual.language.labels()?);
    let sources = folder().join("src").join(language);
    if sources.exists() {
        fs_err::remove_dir_all(&sources)?;
    }
    let put = |page: &str, text: String| write(&sources.join("pages").join(page), text);
    let mut project = BTreeSet::new();
    for (name, text) in manual.pages() {
        // Links to pages of the project lead to where they are in the built manual.
        let page = manual.path(name);
        let text = moved(text, &page, &page, |mut path| {
            if root().join(&path).is_dir() {
                path += "/README.md";
            }
            if path.starts_with("docs/") || !path.ends_with(".md") || !root().join(&path).exists() {
                return Some(path);
            }
            let to = manual.path(&format!("{PROJECT}/{path}"));
            project.insert(path);
            Some(to)
        });
        put(name, text)?;
    }
    let mut summary = manual.whole_summary() + &format!("\n# {}\n\n", labels["project"]);
    for path in &project {
        let (page, text) = (format!("{PROJECT}/{path}"), text(path)?);
        summary += &format!("- [{}]({page})\n", title(&text));
        // Links lead to the manual and to the other pages that are there; others are no links any more.
        let text = moved(&text, path, &page, |to| {
            let name = to.strip_prefix("docs/en/").map(str::to_owned);
            let in_manual = name.filter(|name| root().join(manual.path(name)).exists());
            let in_project = || project.contains(&to).then(|| format!("{PROJECT}/{to}"));
            in_manual.or_else(in_project)
        });
        put(&page, text)?;
    }
    put(SUMMARY, summary)?;
    let settings = text(format!("{BOOK}/book.toml"))?;
    let values = context! { language, title => &labels["title"] };
    write(&sources.join("book.toml"), filled_in(&settings, values)?)
}

/// Has mdBook make the pages, and Pagefind the index.
fn pages(language: &Language) -> Result<()> {
    let (mdbook, pagefind) = (mdbook()?, pagefind()?);
    let (name, built) = (language.folder(), folder().join(language.folder()));
    let mut make = program_at(mdbook);
    make.arg("build").arg("-d").arg(&built);
    output(make.arg(folder().join("src").join(name)))?;
    complete(language)?;
    let mut index = program_at(pagefind);
    index.args(["--silent", "--root-selector", "main", "--force-language"]);
    output(index.arg(name).arg("--site").arg(&built))?;
    for (name, path) in files(built.join("pagefind"))? {
        if UNUSED.iter().any(|part| name.contains(part)) {
            fs_err::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Gives each page the switch and the search box. What mdBook itself says becomes French.
fn complete(language: &Language) -> Result<()> {
    let labels = language.labels()?;
    let mut english: IndexMap<String, String> = json(&format!("{BOOK}/french.json"))?;
    let french = language.of(IndexMap::new(), english.clone());
    let bar = text(format!("{BOOK}/bar.html"))?;
    let other = language.of("fr", "en");
    for (name, path) in files(folder().join(language.folder()))? {
        if name != "book.js" && !name.ends_with(".html") {
            continue;
        }
        let mut text = text(&path)?;
        if name.ends_with(".html") {
            if !text.contains(BAR) {
                continue;
            }
            // The page in the other language, where it has the same.
            let source = folder().join("src").join(other).join("pages");
            let same = source.join(name.replace(".html", ".md")).exists();
            let page = if same { &*name } else { "index.html" };
            let root = "../".repeat(name.matches('/').count() + 1);
            let values = context! { other, page, root => &root, labels => &labels };
            text = with_bar(&text, &name, &root, &filled_in(&bar, values)?);
        }
        for (said, own) in &french {
            if text.contains(said) {
                english.shift_remove(said);
                text = text.replace(said, own);
            }
        }
        write(&path, text)?;
    }
    match english.first().filter(|_| !french.is_empty()) {
        Some((said, _)) => bail!("mdBook no longer says {said}"),
        None => Ok(()),
    }
}

fn with_bar(text: &str, name: &str, root: &str, bar: &str) -> String {
    let main = match name {
        // The first page once more.
        "index.html" => "<main data-pagefind-ignore=\"all\">",
        _ => "<main>",
    };
    let style = format!("<link rel=\"stylesheet\" href=\"{root}manual.css\">\n    </head>");
    let script = format!("<script src=\"{root}manual.js\"></script>\n    </body>");
    let text = text.replacen("<main>", main, 1).replacen(BAR, bar, 1);
    let text = text.replacen("</head>", &style, 1);
    text.replacen("</body>", &script, 1)
}

/// Each link of a page leads to a file of the built manual.
fn is_whole() -> Result<()> {
    for (name, path) in files(folder())? {
        if !name.ends_with(".html") {
            continue;
        }
        let text = text(&path)?;
        let links = ["href=\"", "src=\""].into_iter();
        let links = links.flat_map(|start| text.split(start).skip(1));
        for link in links.filter_map(|rest| rest.split('"').next()) {
            let file = link.split(['#', '?']).next().unwrap_or_default();
            let outside = file.contains(':') || file.is_empty();
            if !outside && !path.with_file_name(file).exists() {
                bail!("{name}: nothing is at {link}");
            }
        }
    }
    Ok(())
}

/// mdBook, from crates.io; without its own search, server and watcher.
fn mdbook() -> Result<PathBuf> {
    let folder = root().join("target/mdbook").join(MDBOOK);
    let installed = folder.join(format!("bin/mdbook{EXE_SUFFIX}"));
    if !installed.exists() {
        println!("mdBook {MDBOOK} is installed: about three minutes");
        let version = format!("mdbook@={MDBOOK}");
        let mut install = program("cargo install --locked --no-default-features --root");
        output(install.arg(&folder).arg(version))?;
    }
    Ok(installed)
}

/// Pagefind's program, from PyPI.
fn pagefind() -> Result<PathBuf> {
    let folder = root().join("target/pagefind").join(PAGEFIND);
    let installed = folder.join(format!("pagefind_bin/pagefind{EXE_SUFFIX}"));
    pypi(&folder, &installed, &[&format!("pagefind_bin=={PAGEFIND}")])?;
    Ok(installed)
}

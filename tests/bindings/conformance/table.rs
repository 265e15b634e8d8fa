//! The result table.

use std::io::Write;

use super::stage::Conformance;

#[derive(Default)]
pub struct Table {
    cells: Vec<(&'static str, &'static str, Conformance)>,
}

impl Table {
    pub fn note(
        &mut self,
        language: &'static str,
        behaviour: &'static str,
        conformance: Conformance,
    ) {
        self.cells.push((language, behaviour, conformance));
    }

    pub fn wrong(&self) -> Vec<String> {
        let wrong = self
            .cells
            .iter()
            .filter_map(|(language, behaviour, conformance)| match conformance {
                Conformance::Wrong(complaints) => Some(format!(
                    "{language}, {behaviour}:\n  {}",
                    complaints.join("\n  ")
                )),
                _ => None,
            });
        wrong.collect()
    }

    fn names(
        &self,
        of: impl Fn(&(&'static str, &'static str, Conformance)) -> &'static str,
    ) -> Vec<&'static str> {
        let mut names = Vec::new();
        for cell in &self.cells {
            if !names.contains(&of(cell)) {
                names.push(of(cell));
            }
        }
        names
    }

    /// Past the capture of a test that passes.
    pub fn print(&self) {
        let languages = self.names(|cell| cell.0);
        let behaviours = self.names(|cell| cell.1);
        let width = behaviours.iter().map(|name| name.len()).max().unwrap_or(0);
        let mut text = format!("\n{:width$}", "");
        for language in &languages {
            text += &format!("  {language:>7}");
        }
        for behaviour in behaviours {
            text += &format!("\n{behaviour:width$}");
            for language in &languages {
                let cell = self
                    .cells
                    .iter()
                    .find(|cell| cell.0 == *language && cell.1 == behaviour);
                let word = match cell.map(|cell| &cell.2) {
                    Some(Conformance::Right) => "ok",
                    Some(Conformance::Wrong(_)) => "WRONG",
                    Some(Conformance::NotApplicable) => "-",
                    Some(Conformance::NotRun) | None => "NOT RUN",
                };
                text += &format!("  {word:>7}");
            }
        }
        let mut stderr = std::io::stderr();
        writeln!(stderr, "{text}\n").unwrap();
    }
}

//! A raw layer as its own language declares it, and what differs from the header.

use testkit::header;

pub struct Declared {
    pub name: String,
    pub result: String,
    pub parameters: Vec<Parameter>,
}

pub struct Parameter {
    pub kind: String,
    /// Python declares no names.
    pub name: Option<String>,
}

pub struct Layer {
    pub language: &'static str,
    pub functions: Vec<Declared>,
    pub constants: Vec<(String, i32)>,
    /// How this language may spell a type of the header.
    pub spellings: fn(&str) -> &'static [&'static str],
    /// What was wrong already when the text was read.
    pub complaints: Vec<String>,
}

impl Layer {
    pub fn differences(&self) -> Vec<String> {
        let mut found = self.complaints.clone();
        let wanted = header::functions();
        let names = |list: Vec<&str>| list.join(" ");
        let order = names(wanted.iter().map(|f| &*f.name).collect());
        let seen = names(self.functions.iter().map(|f| &*f.name).collect());
        for function in &wanted {
            match self.functions.iter().find(|f| f.name == function.name) {
                Some(declared) => found.extend(self.compare(function, declared)),
                None => found.push(format!("{} is missing", function.name)),
            }
        }
        for declared in &self.functions {
            if !wanted.iter().any(|f| f.name == declared.name) {
                found.push(format!("{} is not in the header", declared.name));
            }
        }
        if found.is_empty() && order != seen {
            found.push(format!("the order is {seen}"));
        }

        let constants = header::constants();
        for (name, number) in &constants {
            let declared = self.constants.iter().find(|(n, _)| n == name);
            match declared {
                Some((_, seen)) if seen == number => {}
                Some((_, seen)) => found.push(format!("{name} is {seen}, not {number}")),
                None => found.push(format!("{name} is missing")),
            }
        }
        for (name, _) in &self.constants {
            if !constants.iter().any(|(n, _)| n == name) {
                found.push(format!("{name} is not in the header"));
            }
        }
        found
            .iter()
            .map(|f| format!("{}: {f}", self.language))
            .collect()
    }

    fn compare(&self, wanted: &header::Function, declared: &Declared) -> Vec<String> {
        let mut found = Vec::new();
        let name = &wanted.name;
        if !(self.spellings)(&wanted.result).contains(&&*declared.result) {
            found.push(format!(
                "{name} gives {}, not {}",
                declared.result, wanted.result
            ));
        }
        let (many, few) = (declared.parameters.len(), wanted.parameters.len());
        if many != few {
            found.push(format!("{name} has {many} parameters, not {few}"));
            return found;
        }
        for (one, other) in wanted.parameters.iter().zip(&declared.parameters) {
            if !(self.spellings)(&one.kind).contains(&&*other.kind) {
                found.push(format!(
                    "{name}: {} is {}, not {}",
                    one.name, other.kind, one.kind
                ));
            }
            if other.name.as_ref().is_some_and(|n| *n != one.name) {
                found.push(format!("{name}: {:?} stands for {}", other.name, one.name));
            }
        }
        found
    }
}

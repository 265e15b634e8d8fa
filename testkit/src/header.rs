//! What `include/hr.h` declares.

use crate::folders::root;

#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub result: String,
    pub parameters: Vec<Parameter>,
}

#[derive(Debug, Clone)]
pub struct Parameter {
    /// As C writes it, with single spaces: `const char *`.
    pub kind: String,
    pub name: String,
}

/// The header without its comments.
pub fn text() -> String {
    let text = std::fs::read_to_string(root().join("include/hr.h")).unwrap();
    let mut bare = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find("/*") {
        bare.push_str(&rest[..start]);
        rest = rest[start..].split_once("*/").unwrap().1;
    }
    bare.push_str(rest);
    bare
}

/// `const char *text` and `hr_code_name`: a type and a name.
fn split(declaration: &str) -> Parameter {
    let words: Vec<&str> = declaration.split_whitespace().collect();
    let line = words.join(" ");
    let end = line.rfind([' ', '*']).unwrap() + 1;
    Parameter {
        kind: line[..end].trim().to_owned(),
        name: line[end..].to_owned(),
    }
}

/// The exported functions, in order.
pub fn functions() -> Vec<Function> {
    text()
        .split(';')
        .filter_map(|statement| {
            // The first statement follows the preprocessor lines.
            let declaration = statement.rsplit("HR_API").next()?;
            let (head, parameters) = declaration.split_once('(')?;
            if statement.contains("typedef") || !head.contains("hr_") {
                return None;
            }
            let head = split(head);
            let list = parameters.trim_end().strip_suffix(')')?;
            let parameters = list.split(',').filter(|p| p.trim() != "void").map(split);
            Some(Function {
                name: head.name,
                result: head.kind,
                parameters: parameters.collect(),
            })
        })
        .collect()
}

/// The numbers that the header defines, in order.
pub fn constants() -> Vec<(String, i32)> {
    let mut constants = Vec::new();
    for line in text().lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["#define", name, number] = words[..]
            && let Ok(number) = number.parse()
        {
            constants.push((name.to_owned(), number));
        }
    }
    constants
}

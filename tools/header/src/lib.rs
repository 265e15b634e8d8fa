//! What `include/hr.h` declares: constants, callback types and functions, each with its comment. The tests and the
//! generator of the raw layers (`cargo xtask bindings`) read the header with this.

mod comment;
pub mod schema;

pub use comment::{Block, Comment};

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

#[derive(Debug, Default)]
pub struct Header {
    pub constants: Vec<Constant>,
    pub callbacks: Vec<Function>,
    pub functions: Vec<Function>,
}

#[derive(Debug, Serialize)]
pub struct Constant {
    pub name: String,
    pub number: i32,
    pub comment: Comment,
}

/// A function, or the type of a callback.
#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub result: String,
    pub parameters: Vec<Parameter>,
    pub comment: Comment,
}

#[derive(Debug)]
pub struct Parameter {
    /// As C writes it, with single spaces: `const char *`.
    pub kind: String,
    pub name: String,
}

/// A constant, the type of a callback or a function, behind its comment.
static DECLARED: LazyLock<Regex> = LazyLock::new(|| {
    let comment = r"(?:/\*(?<comment>(?:[^*]|\*+[^*/])*)\*+/\s*)?";
    let constant = r"#define (?<constant>\w+) (?<number>-?\d+)\n";
    let function = r"(?<kind>HR_API|typedef)\s(?<head>[^;(]*(?:\(\*\w+\))?)\((?<list>[^)]*)\);";
    Regex::new(&format!("{comment}(?:{constant}|{function})")).unwrap()
});

impl Header {
    pub fn parse(text: &str) -> Header {
        let mut header = Header::default();
        for found in DECLARED.captures_iter(text) {
            let part = |name| found.name(name).map_or("", |part| part.as_str());
            let comment = Comment::parse(part("comment"));
            if let Some(name) = found.name("constant") {
                let name = name.as_str().to_owned();
                let number = part("number").parse().ok();
                let constant = number.map(|number| Constant {
                    name,
                    number,
                    comment,
                });
                header.constants.extend(constant);
                continue;
            }
            let list = match part("kind") {
                "typedef" => &mut header.callbacks,
                _ => &mut header.functions,
            };
            let head = Parameter::parse(&part("head").replace("(*", "").replace(')', ""));
            let parameters = part("list").split(',').filter(|part| part.trim() != "void");
            list.push(Function {
                name: head.name,
                result: head.kind,
                parameters: parameters.map(Parameter::parse).collect(),
                comment,
            });
        }
        header
    }
}

impl Parameter {
    /// A type and a name: `const char *text`; `const char *hr_code_name` of a function.
    fn parse(declaration: &str) -> Parameter {
        let words: Vec<&str> = declaration.split_whitespace().collect();
        let line = words.join(" ");
        let end = line.rfind([' ', '*']).map_or(0, |at| at + 1);
        Parameter {
            kind: line[..end].trim().to_owned(),
            name: line[end..].to_owned(),
        }
    }
}

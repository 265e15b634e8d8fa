//! What `include/hr.h` declares: constants, callback types and functions, each with its comment. The tests and the
//! generator of the raw layers (`cargo xtask bindings`) read the header with this.

mod comment;
pub mod schema;

pub use comment::{Block, Comment};

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

impl Header {
    pub fn parse(text: &str) -> Header {
        let mut header = Header::default();
        let mut comment = Comment::default();
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
            rest = &rest[start..];
            if let Some(inner) = rest.strip_prefix("/*") {
                let (inner, after) = inner.split_once("*/").unwrap_or((inner, ""));
                comment = Comment::parse(inner);
                rest = after;
                continue;
            }
            let line = rest.starts_with(['#', '/']);
            let end = rest.find(|c| if line { c == '\n' } else { ";{}".contains(c) });
            let (statement, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after.get(1..).unwrap_or_default();
            header.take(statement, std::mem::take(&mut comment));
        }
        header
    }

    fn take(&mut self, statement: &str, comment: Comment) {
        let words: Vec<&str> = statement.split_whitespace().collect();
        if let ["#define", name, number] = words[..]
            && let Ok(number) = number.parse()
        {
            self.constants.push(Constant {
                name: name.to_owned(),
                number,
                comment,
            });
        } else if let Some(declaration) = statement.strip_prefix("HR_API") {
            self.functions.extend(Function::parse(declaration, comment));
        } else if let Some(declaration) = statement.strip_prefix("typedef ") {
            let plain = declaration.replacen("(*", "", 1).replacen(")(", "(", 1);
            self.callbacks.extend(Function::parse(&plain, comment));
        }
    }
}

impl Function {
    fn parse(declaration: &str, comment: Comment) -> Option<Function> {
        let (head, list) = declaration.split_once('(')?;
        let head = Parameter::parse(head);
        let list = list.trim_end().strip_suffix(')')?;
        let parameters = list.split(',').filter(|part| part.trim() != "void");
        Some(Function {
            name: head.name,
            result: head.kind,
            parameters: parameters.map(Parameter::parse).collect(),
            comment,
        })
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

/// A header without its comments.
pub fn without_comments(text: &str) -> String {
    let parts = text.split("/*").enumerate();
    let bare = parts.map(|(at, part)| match part.split_once("*/") {
        Some((_, code)) if at > 0 => code,
        _ => part,
    });
    bare.collect()
}

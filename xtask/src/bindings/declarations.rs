//! The functions as each language needs them: the header's declarations with types that all know, and what `schema/` says of
//! their requests and results. A type that is none of these stops the generator.

use anyhow::bail;
use hr_header::schema::{self, Object, Schema};
use hr_header::{Block, Comment, Constant, Function, Header, Parameter};
use serde::Serialize;

use crate::Result;

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Kind {
    Int,
    OutInt,
    /// `const char *`, borrowed for the call.
    Text,
    OutText,
    Bytes,
    /// How many bytes there are, behind them.
    Length,
    /// `char *`: what hr_free takes.
    Owned,
    /// `char *` that a capacity follows: to be filled.
    Buffer,
    Buffer16,
    /// `void *`, passed on to a callback.
    User,
    Callback,
}

#[derive(Clone, Debug, Serialize)]
pub struct Argument<'a> {
    pub name: &'a str,
    /// The name of what it holds, where it is the text of a request.
    short: &'a str,
    pub kind: Kind,
    /// Its type in C.
    c: &'a str,
    /// What the header says of it, in one line.
    said: String,
    /// Its comment speaks of NULL.
    nullable: bool,
    /// What its JSON text holds, and the object that this is.
    request: Option<&'a schema::Kind>,
    object: Option<&'a Object>,
    /// It and all behind it may be left out.
    rest: bool,
}

/// A function, or the type of a callback.
#[derive(Debug, Serialize)]
pub struct Call<'a> {
    pub name: &'a str,
    /// Without `hr_`.
    short: &'a str,
    /// The type in C: `void`, `int32_t`, or `const char *`, which is never freed.
    pub returned: &'a str,
    pub arguments: Vec<Argument<'a>>,
    /// What a method of a session takes.
    taken: Vec<Argument<'a>>,
    /// It gives a text.
    gives: bool,
    /// Its first argument is a handle.
    of_handle: bool,
    comment: &'a Comment,
    /// Each code but HR_OK, with its cause.
    failures: Vec<&'a (String, String)>,
    /// What its text holds when it succeeds.
    result: Option<&'a Object>,
}

#[derive(Debug, Serialize)]
pub struct Api<'a> {
    pub constants: &'a [Constant],
    /// The constants in blocks, which a language may separate: codes by their hundreds, others by their first words.
    pub blocks: Vec<&'a [Constant]>,
    pub callbacks: Vec<Call<'a>>,
    pub functions: Vec<Call<'a>>,
}

impl<'a> Api<'a> {
    pub fn of(header: &'a Header, schema: &'a Schema) -> Result<Api<'a>> {
        let calls = |functions: &'a [Function]| -> Result<Vec<Call<'a>>> {
            let each = functions.iter();
            each.map(|function| call(header, schema, function))
                .collect()
        };
        let block = |constant: &Constant| match constant.name.starts_with("HR_E_") {
            true => (constant.number / 100).to_string(),
            false => constant.name.splitn(3, '_').take(2).collect(),
        };
        let constants = &header.constants;
        Ok(Api {
            constants,
            blocks: constants.chunk_by(|a, b| block(a) == block(b)).collect(),
            callbacks: calls(&header.callbacks)?,
            functions: calls(&header.functions)?,
        })
    }
}

fn call<'a>(header: &'a Header, schema: &'a Schema, function: &'a Function) -> Result<Call<'a>> {
    let name = &function.name;
    let described = schema.function(name);
    let request = described.and_then(|function| function.request.as_ref());
    let mut arguments: Vec<Argument> = Vec::new();
    for (at, Parameter { kind: c, name: own }) in function.parameters.iter().enumerate() {
        let next = function.parameters.get(at + 1);
        let sized = next.is_some_and(|next| next.kind == "int32_t");
        let last = arguments.last();
        let kind = match &**c {
            "int32_t" if last.is_some_and(|last| last.kind == Kind::Bytes) => Kind::Length,
            "int32_t" => Kind::Int,
            "int32_t *" => Kind::OutInt,
            "const char *" => Kind::Text,
            "char **" => Kind::OutText,
            "const uint8_t *" => Kind::Bytes,
            "char *" if sized => Kind::Buffer,
            "char *" => Kind::Owned,
            "uint16_t *" => Kind::Buffer16,
            "void *" => Kind::User,
            _ if header.callbacks.iter().any(|known| known.name == *c) => Kind::Callback,
            _ => bail!("{name}: no language knows the type of {own}, {c}"),
        };
        let said = one_line(function.comment.parameter(own));
        let request = request.filter(|request| request.argument == *own);
        let request = request.map(|request| &request.kind);
        arguments.push(Argument {
            name: own,
            short: own.trim_end_matches("_json"),
            kind,
            c,
            nullable: said.contains("NULL"),
            said,
            request,
            object: match request {
                Some(schema::Kind::Object(name)) => schema.object(name),
                _ => None,
            },
            rest: false,
        });
    }
    let mut rest = true;
    for argument in arguments.iter_mut().skip(1).rev() {
        if !matches!(argument.kind, Kind::OutText | Kind::Length) {
            rest &= argument.kind == Kind::Text && argument.nullable;
            argument.rest = rest;
        }
    }
    let taken = arguments.iter().skip(1);
    let taken = taken.filter(|argument| !matches!(argument.kind, Kind::OutText | Kind::Length));
    let codes = function.comment.codes.iter();
    let first = arguments.first();
    Ok(Call {
        name,
        short: name.trim_start_matches("hr_"),
        returned: &function.result,
        taken: taken.cloned().collect(),
        gives: arguments.iter().any(|own| own.kind == Kind::OutText),
        of_handle: first.is_some_and(|first| first.name == "handle"),
        arguments,
        comment: &function.comment,
        failures: codes.filter(|(code, _)| code != "HR_OK").collect(),
        result: described.and_then(|function| schema.object(&function.result)),
    })
}

fn one_line(blocks: &[Block]) -> String {
    let lines = blocks.iter().map(|block| match block {
        Block::Paragraph(text) => text.clone(),
        Block::Aligned(lines) => lines.join(" "),
    });
    lines.collect::<Vec<_>>().join(" ")
}

//! The functions as each language needs them: the header's declarations with types that all know, and what `schema/` says of
//! their requests and results. A type that is none of these stops the generator.

use hr_header::schema::{self, Object, Schema};
use hr_header::{Block, Comment, Constant, Header, Parameter};

use crate::Result;

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// The languages that declare the functions anew.
#[derive(Clone, Copy)]
pub enum Language {
    Python,
    CSharp,
    Delphi,
    Vb6,
    WinDev,
    Rust,
}

impl Kind {
    /// The type of a parameter; of a callback's own parameters too, where they are a number or an address.
    #[rustfmt::skip]
    pub fn spelled(self, language: Language) -> &'static str {
        let in_each = match self {
            Kind::Int | Kind::Length => ["INT", "int", "Integer", "ByVal", "entier", "i32"],
            Kind::OutInt => ["OUT_INT", "out int", "PInteger", "ByRef", "entier système", "*mut i32"],
            Kind::Text => ["TEXT", "byte[]", "PAnsiChar", "ByVal", "entier système", "*const c_char"],
            Kind::OutText => ["OUT_TEXT", "out IntPtr", "PPAnsiChar", "ByRef", "entier système", "*mut *mut c_char"],
            Kind::Bytes => ["BYTES", "byte[]", "PByte", "ByVal", "entier système", "*const u8"],
            Kind::Owned => ["OWNED", "IntPtr", "PAnsiChar", "ByVal", "entier système", "*mut c_char"],
            Kind::Buffer => ["BUFFER", "byte[]", "PAnsiChar", "ByVal", "entier système", "*mut c_char"],
            Kind::Buffer16 => ["BUFFER16", "ushort[]", "PWord", "ByVal", "entier système", "*mut u16"],
            Kind::User => ["USER", "IntPtr", "Pointer", "ByVal", "entier système", "*mut c_void"],
            Kind::Callback => ["", "IntPtr", "", "ByVal", "entier système", "*mut c_void"],
        };
        in_each[language as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Returned {
    Nothing,
    Int,
    /// `const char *`, never freed.
    Text,
}

#[derive(Debug)]
pub struct Argument<'a> {
    pub name: &'a str,
    pub kind: Kind,
    /// As C writes it; the name of a callback's type.
    pub c: &'a str,
    /// What the header says of it, in one line.
    pub said: String,
    /// Its comment speaks of NULL.
    pub nullable: bool,
    /// What its JSON text holds.
    pub request: Option<&'a schema::Kind>,
}

impl<'a> Argument<'a> {
    /// The name of what it holds, where it is the text of a request.
    pub fn short(&self) -> &'a str {
        self.name.trim_end_matches("_json")
    }

    /// Its type; a callback's has a name of its own.
    pub fn spelled(&self, language: Language) -> &'a str {
        match self.kind.spelled(language) {
            "" => self.c,
            own => own,
        }
    }

    pub fn may_be_left_out(&self) -> bool {
        self.kind == Kind::Text && self.nullable
    }

    pub fn object(&self) -> Option<&'a str> {
        match self.request? {
            schema::Kind::Object(name) => Some(name),
            _ => None,
        }
    }
}

/// A function, or the type of a callback.
#[derive(Debug)]
pub struct Call<'a> {
    pub name: &'a str,
    pub returned: Returned,
    pub arguments: Vec<Argument<'a>>,
    pub comment: &'a Comment,
    /// What its text holds when it succeeds.
    pub result: Option<&'a Object>,
}

impl<'a> Call<'a> {
    /// Without `hr_`.
    pub fn short(&self) -> &'a str {
        self.name.trim_start_matches("hr_")
    }

    /// Whether it gives a text.
    pub fn gives(&self) -> bool {
        let mut arguments = self.arguments.iter();
        arguments.any(|argument| argument.kind == Kind::OutText)
    }

    /// What a method of a session takes.
    pub fn taken(&self) -> impl Iterator<Item = &Argument<'a>> {
        let others = self.arguments.iter().skip(1);
        others.filter(|argument| !matches!(argument.kind, Kind::OutText | Kind::Length))
    }

    /// Whether a parameter and all behind it may be left out.
    pub fn may_end_before(&self, argument: &Argument) -> bool {
        let behind = self.taken().skip_while(|other| other.name != argument.name);
        behind.into_iter().all(Argument::may_be_left_out)
    }

    /// Each code but HR_OK, with its cause.
    pub fn failures(&self) -> impl Iterator<Item = &'a (String, String)> {
        self.comment
            .codes
            .iter()
            .filter(|(code, _)| code != "HR_OK")
    }
}

#[derive(Debug)]
pub struct Api<'a> {
    pub constants: &'a [Constant],
    pub callbacks: Vec<Call<'a>>,
    pub functions: Vec<Call<'a>>,
}

impl<'a> Api<'a> {
    pub fn of(header: &'a Header, schema: &'a Schema) -> Result<Api<'a>> {
        let calls = |functions: &'a [hr_header::Function]| -> Result<Vec<Call<'a>>> {
            let each = functions
                .iter()
                .map(|function| call(header, schema, function));
            each.collect()
        };
        Ok(Api {
            constants: &header.constants,
            callbacks: calls(&header.callbacks)?,
            functions: calls(&header.functions)?,
        })
    }

    /// The functions of a handle, but some.
    pub fn of_handle(&self, but: &[&str]) -> impl Iterator<Item = &Call<'a>> {
        self.functions.iter().filter(|call| {
            let first = call.arguments.first();
            first.is_some_and(|first| first.name == "handle") && !but.contains(&call.name)
        })
    }

    /// The constants in blocks, which a language may separate: codes by their hundreds, others by their first words.
    pub fn blocks(&self) -> Vec<&'a [Constant]> {
        let block = |constant: &Constant| match constant.name.starts_with("HR_E_") {
            true => (constant.number / 100).to_string(),
            false => prefix(&constant.name).to_owned(),
        };
        let same = |one: &Constant, other: &Constant| block(one) == block(other);
        self.constants.chunk_by(same).collect()
    }
}

/// `HR_LOG` of `HR_LOG_OFF`.
pub fn prefix(name: &str) -> &str {
    let end = name.match_indices('_').nth(1).map(|(at, _)| at);
    &name[..end.unwrap_or(name.len())]
}

fn call<'a>(
    header: &'a Header,
    schema: &'a Schema,
    function: &'a hr_header::Function,
) -> Result<Call<'a>> {
    let name = &function.name;
    let returned = match &*function.result {
        "void" => Returned::Nothing,
        "int32_t" => Returned::Int,
        "const char *" => Returned::Text,
        other => return Err(format!("{name}: no language knows the result {other}")),
    };
    let described = schema.function(name);
    let request = described.and_then(|function| function.request.as_ref());
    let mut arguments: Vec<Argument> = Vec::new();
    for (at, Parameter { kind: c, name: own }) in function.parameters.iter().enumerate() {
        let sized = function.parameters.get(at + 1);
        let sized = sized.is_some_and(|next| next.kind == "int32_t");
        let bytes = arguments
            .last()
            .is_some_and(|last| last.kind == Kind::Bytes);
        let kind = match &**c {
            "int32_t" if bytes => Kind::Length,
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
            _ => return Err(format!("{name}: no language knows the type of {own}, {c}")),
        };
        let said = one_line(function.comment.parameter(own));
        let request = request.filter(|request| request.argument == *own);
        arguments.push(Argument {
            name: own,
            kind,
            c,
            nullable: said.contains("NULL"),
            said,
            request: request.map(|request| &request.kind),
        });
    }
    Ok(Call {
        name,
        returned,
        arguments,
        comment: &function.comment,
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

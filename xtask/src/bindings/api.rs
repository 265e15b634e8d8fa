//! The header's declarations with types that each language knows. A type that is none of these stops the generator.

use hr_header::{Comment, Constant, Header, Parameter};

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
    /// `char *`: what hr_free takes.
    Owned,
    /// `char *` that a capacity follows: to be filled.
    Buffer,
    Buffer16,
    /// `void *`, passed on to a callback.
    User,
    Callback,
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
}

/// A function, or the type of a callback.
#[derive(Debug)]
pub struct Call<'a> {
    pub name: &'a str,
    pub returned: Returned,
    pub arguments: Vec<Argument<'a>>,
    pub comment: &'a Comment,
}

#[derive(Debug)]
pub struct Api<'a> {
    pub constants: &'a [Constant],
    pub callbacks: Vec<Call<'a>>,
    pub functions: Vec<Call<'a>>,
}

impl<'a> Api<'a> {
    pub fn of(header: &'a Header) -> Result<Api<'a>> {
        let calls = |functions: &'a [hr_header::Function]| -> Result<Vec<Call<'a>>> {
            functions
                .iter()
                .map(|function| call(header, function))
                .collect()
        };
        Ok(Api {
            constants: &header.constants,
            callbacks: calls(&header.callbacks)?,
            functions: calls(&header.functions)?,
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

fn call<'a>(header: &'a Header, function: &'a hr_header::Function) -> Result<Call<'a>> {
    let name = &function.name;
    let returned = match &*function.result {
        "void" => Returned::Nothing,
        "int32_t" => Returned::Int,
        "const char *" => Returned::Text,
        other => return Err(format!("{name}: no language knows the result {other}")),
    };
    let mut arguments = Vec::new();
    for (at, Parameter { kind: c, name: own }) in function.parameters.iter().enumerate() {
        let sized = function.parameters.get(at + 1);
        let sized = sized.is_some_and(|next| next.kind == "int32_t");
        let kind = match &**c {
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
        arguments.push(Argument { name: own, kind, c });
    }
    Ok(Call {
        name,
        returned,
        arguments,
        comment: &function.comment,
    })
}

//! VB6: constants and Declare statements. A Long stands for every pointer.

use super::NOTICE;
use super::api::{Api, Call, Language, Returned};
use super::prose::{continued, wrapped};
use crate::Result;

/// What VB6 takes for words of its own and a header might take for names.
const RESERVED: &str = "any as boolean byref byte byval case close currency date declare dim do double each else empty \
    end enum erase event exit false for friend function get global if in input integer is let like lock long loop me \
    mod name new next not nothing null object on open option optional or print private property public put redim \
    resume return select set single static step stop string sub then to true type until variant wend while with write";

fn declaration(call: &Call) -> Result<String> {
    let name = call.name.replacen("hr_", "hr32_", 1);
    let mut parameters = Vec::new();
    for argument in &call.arguments {
        let own = argument.name;
        if RESERVED.split_whitespace().any(|word| word == own) {
            return Err(format!("{}: {own} is a word of VB6", call.name));
        }
        parameters.push(format!("{} {own} As Long", argument.spelled(Language::Vb6)));
    }
    let (what, result) = match call.returned {
        Returned::Nothing => ("Sub", ""),
        Returned::Int | Returned::Text => ("Function", " As Long"),
    };
    let head = format!("Public Declare {what} {name} Lib \"hr.dll\" Alias \"{name}\" ");
    Ok(continued(&head, &parameters, result, "    ", " _"))
}

pub fn layer(api: &Api) -> Result<String> {
    let mut text = format!(
        "Attribute VB_Name = \"HealthRecordApi\"
' {NOTICE}
Option Explicit

' The functions and numbers of include/hr.h as a 32-bit program calls them, in the header's order. Each hr_ function of
' the header is hr32_ here: the same function, called as stdcall. HrLoad of HealthRecordLoading comes first.
'
' A Long stands for every pointer: to NUL-terminated UTF-8 (HealthRecordText makes it and reads it), to a document's
' bytes, or to a function of a .bas module (AddressOf). String is nowhere: VB6 would turn it into ANSI.
'
' Each function has an Alias because the editor changes the case of names, and the library's names have one case.

"
    );
    for constant in api.constants {
        text += &wrapped("' ", &constant.comment.summary);
        let (name, number) = (&constant.name, constant.number);
        text += &format!("Public Const {name} As Long = {number}\n");
    }
    for function in &api.functions {
        text.push('\n');
        text += &wrapped("' ", &function.comment.summary);
        text += &format!("{}\n", declaration(function)?);
    }
    Ok(text.replace('\n', "\r\n"))
}

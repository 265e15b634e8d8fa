//! Delphi: constants, the type and the variable of each function with PasDoc, and their binding; the types of `schema/`;
//! the methods of the session. How the library is found and loaded is written by hand, in HealthRecord.Loading.

mod session;
mod types;

use hr_header::schema::Schema;
use hr_header::{Block, Comment};

use super::NOTICE;
use super::api::{Api, Argument, Call, Language, Returned};
use super::prose::{fenced, wrapped};

/// Each file with its text.
pub fn files(api: &Api, schema: &Schema) -> Vec<(&'static str, String)> {
    vec![
        ("HrApi.pas", layer(api)),
        ("HealthRecord.Session.pas", session::unit(api)),
        ("HealthRecord.Types.pas", types::unit(schema)),
    ]
}

/// Pascal does not distinguish this constant from the function of the same name.
const VERSION: &str = "HR_ABI_VERSION";

fn signature(call: &Call) -> String {
    let one =
        |argument: &Argument| format!("{}: {}", argument.name, argument.spelled(Language::Delphi));
    let list: Vec<String> = call.arguments.iter().map(one).collect();
    let list = match list.is_empty() {
        true => String::new(),
        false => format!("({})", list.join("; ")),
    };
    match call.returned {
        Returned::Nothing => format!("procedure{list}; cdecl;"),
        Returned::Int => format!("function{list}: Integer; cdecl;"),
        Returned::Text => format!("function{list}: PAnsiChar; cdecl;"),
    }
}

const START: &str = "  /// ";

/// PasDoc reads `@` as the start of a tag, and the bracket that closes one as its end.
fn escaped(text: &str) -> String {
    let text = text.replace('@', "@@");
    let mut depth = 0;
    let steps = text.chars().map(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth
    });
    let (lowest, end) = steps.fold((0, 0), |(lowest, _), depth| (lowest.min(depth), depth));
    match (lowest, end) {
        (0, 0) => text,
        _ => text.replace('(', "@(").replace(')', "@)"),
    }
}

fn documentation(start: &str, comment: &Comment, arguments: &[Argument]) -> String {
    let line = |text: &str| wrapped(start, text);
    let mut text = line(&escaped(&comment.summary));
    for block in &comment.notes {
        text += &format!("{}\n", start.trim_end());
        text += &match block {
            Block::Paragraph(words) => line(&escaped(words)),
            Block::Aligned(lines) => {
                fenced(start, &escaped(&lines.join("\n")), "@preformatted(", ")")
            }
        };
    }
    for Argument { name, said, .. } in arguments {
        text += &line(&format!("@param({name} {})", escaped(said)));
    }
    let items = comment.codes.iter();
    let items = items.map(|(code, cause)| line(&format!("@item({code} {})", escaped(cause))));
    let items: String = items.collect();
    let returns = escaped(&comment.returns);
    if !items.is_empty() {
        let open = format!("@returns({returns} @unorderedList(").replace("( @", "(@");
        text += &format!("{}{items}{start}))\n", line(&open));
    } else if !returns.is_empty() {
        text += &line(&format!("@returns({returns})"));
    }
    text
}

fn layer(api: &Api) -> String {
    let mut text = format!(
        "{{ {NOTICE} }}
unit HrApi;

{{ The raw layer: every export of the library, with the names and the order of include/hr.h.
  HrLoad fills in the functions; before that they are nil. The members of requests and results are in hr.h, and in
  the records of HealthRecord.Types. }}

{{$IFDEF FPC}}{{$MODE DELPHIUNICODE}}{{$H+}}{{$ENDIF}}

interface

const
"
    );
    for constant in api.constants {
        let name = match &*constant.name {
            VERSION => format!("{VERSION}_WANTED"),
            other => other.to_owned(),
        };
        text += &documentation(START, &constant.comment, &[]);
        if constant.name == VERSION {
            text +=
                "  /// HR_ABI_VERSION of hr.h: Pascal does not distinguish it from the function.\n";
        }
        text += &format!("  {name} = {};\n", constant.number);
    }
    text += "\ntype\n";
    for callback in &api.callbacks {
        text += &documentation(START, callback.comment, &callback.arguments);
        text += &format!("  {} = {}\n\n", callback.name, signature(callback));
    }
    for function in &api.functions {
        let declared = format!("  T_{} = {}", function.name, signature(function));
        text += &format!("{}\n", session::folded(&declared, "    "));
    }
    text += "\nvar\n";
    for (at, function) in api.functions.iter().enumerate() {
        let name = function.name;
        text += if at == 0 { "" } else { "\n" };
        text += &documentation(START, function.comment, &function.arguments);
        text += &format!("  {name}: T_{name};\n");
    }
    text += "
/// Loads the library, once per process; it stays loaded. Sessions call it without a name by themselves.
///
/// FileName: the full path of the file. Empty: what the environment variable HR_LIBRARY names (a full path too),
/// else hr.dll (libhr.so) beside the program (in Delphi: beside the DLL or package that holds this unit), else what the
/// system's search finds (on Windows without PATH and the current folder). Raises EHealthRecordLibrary, whose message
/// distinguishes a missing file, one of another kind (such as 64-bit for a 32-bit program), a missing function and
/// another interface version. Any thread.
procedure HrLoad(const FileName: string = '');

implementation

uses
  HealthRecord.Loading;

procedure BindAll(const Binding: THrBinding);
begin
";
    for Call { name, .. } in &api.functions {
        text += &format!("  Binding.Bind('{name}', @@{name});\n");
    }
    text += "end;

procedure HrLoad(const FileName: string);
begin
  LoadOnce(FileName, BindAll);
end;

end.
";
    text
}

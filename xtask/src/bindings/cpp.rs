//! C++: the constants. The functions are the header's own.

use super::NOTICE;
use super::api::{Api, prefix};
use super::prose::wrapped;

pub fn layer(api: &Api) -> String {
    let mut codes = String::new();
    let mut others = String::new();
    for block in api.blocks() {
        let kind = prefix(&block[0].name);
        let level = kind == "HR_LOG";
        let (text, start) = match kind {
            "HR_OK" | "HR_E" => (&mut codes, "HR_E_"),
            "HR_LOG" => (&mut others, "HR_LOG_"),
            _ => (&mut others, "HR_"),
        };
        text.push('\n');
        if level {
            *text += "/// How much the log contains; each level includes those before it.\n";
            *text += "enum class log_level : std::int32_t {\n";
        }
        for constant in block {
            let name = &constant.name;
            let short = name.strip_prefix(start).or(name.strip_prefix("HR_"));
            let short = short.unwrap_or(name).to_lowercase();
            let (indent, line) = match kind {
                "HR_OK" | "HR_E" | "HR_LOG" => ("    ", format!("{short} = {name},")),
                _ => (
                    "",
                    format!("inline constexpr std::int32_t {short} = {name};"),
                ),
            };
            *text += &wrapped(&format!("{indent}/// "), &constant.comment.summary, 120);
            *text += &format!("{indent}{line}\n");
        }
        if level {
            *text += "};\n";
        }
    }
    format!(
        "// {NOTICE}\n\
         // codes.hpp - the constants of hr.h: HR_E_PIN_GUARD is hr::code::pin_guard. A newer library may have more codes.\n\n\
         #ifndef HR_CODES_HPP\n#define HR_CODES_HPP\n\n\
         #include \"hr.h\"\n\n#include <cstdint>\n\n\
         namespace hr {{\n\n\
         /// What is wrong. A code of a newer library is another number in it.\n\
         enum class code : std::int32_t {{{codes}}};\n{others}\n}} // namespace hr\n\n#endif\n"
    )
}

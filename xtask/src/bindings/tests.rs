//! A small header in, each language's text out.

#[cfg(unix)]
mod compiled;

use super::*;

const SMALL: &str = include_str!("tests/small.h");

/// The layers of a header; what is a source of them beside it is the repository's own.
fn made(header: &str) -> Result<Vec<Made>> {
    layers(root(), header)
}

/// The parts, between which `...` stands for anything, stand in the file in this order.
#[track_caller]
fn has_parts(name: &str, parts: &str) {
    let files = made(SMALL).unwrap();
    let file = files.iter().find(|file| file.path.ends_with(name));
    let whole = file.unwrap().text.replace("\r\n", "\n");
    assert!(whole.lines().take(2).any(|line| line.contains(NOTICE)));
    let mut rest = whole.as_str();
    for part in parts.trim_matches('\n').split("\n...\n") {
        let at = rest.find(&format!("{part}\n"));
        rest = &rest[at.unwrap_or_else(|| panic!("no\n{part}\nin\n{rest}"))..];
    }
}

#[test]
fn python_has_each_function_with_its_types() {
    has_parts(
        "_native.py",
        r#"
    "HR_E_TIMEOUT",
...
]
...
OUT_INT = ctypes.POINTER(ctypes.c_int32)
...
#: Late.
HR_E_TIMEOUT = -102
...
#: Receives lines.
hr_log_fn = ctypes.CFUNCTYPE(None, USER, TEXT)
...
        self.hr_set_log = declare(lib, "hr_set_log", INT, hr_log_fn)
        #: Does it to a@b, 1) with {braces}, once.
        self.hr_ready = declare(lib, "hr_ready", INT, BYTES, INT, BUFFER, INT, OUT_TEXT)
        #: Opens.
        self.hr_open = declare(lib, "hr_open", INT, TEXT, OUT_INT, BUFFER16, USER)
        #: Frees.
        self.hr_free = declare(lib, "hr_free", None, OWNED)
        #: Names.
        self.hr_version = declare(lib, "hr_version", TEXT)
"#,
    );
}

#[test]
fn csharp_has_each_function_with_its_documentation() {
    has_parts(
        "Native.cs",
        r#"
        /// <summary>Fine: a &lt; b &amp; c.</summary>
        public const int HR_OK = 0;
...
        [UnmanagedFunctionPointer(C)]
        public delegate void hr_log_fn(IntPtr user, IntPtr text);
...
        public static extern int hr_set_log(IntPtr fn);

        /// <summary>Does it to a@b, 1) with {braces}, once.</summary>
        /// <remarks>
        /// <para>Notes of hr.h.</para>
        /// <para>Any thread.</para>
        /// </remarks>
        /// <param name="data">
        /// <para>bytes:</para>
        /// <code>
        ///   a    one
        /// </code>
        /// </param>
        /// <param name="length">their number</param>
...
        /// <returns>
        /// <para>a number</para>
        /// <para>HR_OK: done</para>
        /// <para>HR_E_TIMEOUT: too late</para>
        /// </returns>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)]
        public static extern int hr_ready(byte[] data, int length, byte[] buffer, int capacity, out IntPtr out_json);
...
        public static extern int hr_open(byte[] config_json, out int out_handle, ushort[] units, IntPtr user);
...
        public static extern void hr_free(IntPtr text);
...
        public static extern IntPtr hr_version();
"#,
    );
}

#[test]
fn delphi_has_each_function_with_its_binding() {
    has_parts(
        "HrApi.pas",
        r#"
  HR_E_TIMEOUT = -102;
...
  HR_ABI_VERSION_WANTED = 1;
...
  hr_log_fn = procedure(user: Pointer; text: PAnsiChar); cdecl;

  T_hr_set_log = function(fn: hr_log_fn): Integer; cdecl;
  T_hr_ready = function(data: PByte; length: Integer; buffer: PAnsiChar; capacity: Integer;
    out_json: PPAnsiChar): Integer; cdecl;
  T_hr_open = function(config_json: PAnsiChar; out_handle: PInteger; units: PWord; user: Pointer): Integer; cdecl;
  T_hr_free = procedure(text: PAnsiChar); cdecl;
  T_hr_version = function: PAnsiChar; cdecl;
...
  /// Does it to a@@b, 1@) with {braces}, once.
  ///
  /// Notes of hr.h.
  ///
  /// Any thread.
  /// @param(data bytes:
  /// @preformatted(
  ///   a    one
  /// )
  /// )
  /// @param(length their number)
...
  /// @returns(a number @unorderedList(
  /// @item(HR_OK done)
  /// @item(HR_E_TIMEOUT too late)
  /// ))
  hr_ready: T_hr_ready;
...
  Binding.Bind('hr_ready', @@hr_ready);
"#,
    );
}

#[test]
fn vb6_and_windev_have_each_function() {
    has_parts(
        "HealthRecordApi.bas",
        r#"
' Late.
Public Const HR_E_TIMEOUT As Long = -102
...
' Does it to a@b, 1) with {braces}, once.
Public Declare Function hr32_ready Lib "hr.dll" Alias "hr32_ready" ( _
    ByVal data As Long, ByVal length As Long, ByVal buffer As Long, ByVal capacity As Long, _
    ByRef out_json As Long) As Long
...
Public Declare Function hr32_open Lib "hr.dll" Alias "hr32_open" ( _
    ByVal config_json As Long, ByRef out_handle As Long, ByVal units As Long, ByVal user As Long) As Long
...
Public Declare Sub hr32_free Lib "hr.dll" Alias "hr32_free" (ByVal text As Long)
"#,
    );
    has_parts(
        "HealthRecordApi.wl",
        r#"
	HR_E_TIMEOUT = -102
...
PROCÉDURE Api_hr_ready(pData est un entier système, nLength est un entier, pBuffer est un entier système, nCapacity est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("ready"), pData, nLength, pBuffer, nCapacity, pOutJson))

// Opens.
PROCÉDURE Api_hr_open(pConfigJson est un entier système, pOutHandle est un entier système, pUnits est un entier système, pUser est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("open"), pConfigJson, pOutHandle, pUnits, pUser))

// Frees.
PROCÉDURE Api_hr_free(pText est un entier système)
API(gsHrDll, HrName("free"), pText)

// Names.
PROCÉDURE Api_hr_version() : entier système
RENVOYER API(gsHrDll, HrName("version"))
"#,
    );
}

#[test]
fn cpp_has_each_code_and_stdcall_each_twin() {
    has_parts(
        "codes.hpp",
        r#"
enum class code : std::int32_t {
...
    ok = HR_OK,
...
    timeout = HR_E_TIMEOUT,
};
...
inline constexpr std::int32_t abi_version = HR_ABI_VERSION;
"#,
    );
    has_parts(
        "table.rs",
        r#"
use super::super::{card, handle, library};
...
    hr32_ready = card::hr_ready(
        data: *const u8, length: i32, buffer: *mut c_char, capacity: i32, out_json: *mut *mut c_char) -> i32;
    hr32_open = handle::hr_open(
        config_json: *const c_char, out_handle: *mut i32, units: *mut u16, user: *mut c_void) -> i32;
    hr32_free = library::hr_free(text: *mut c_char);
    hr32_version = library::hr_version() -> *const c_char;
"#,
    );
}

#[test]
fn the_page_keeps_versions_and_gives_new_names_the_coming_one() {
    let page = "| Function | Since |\n|---|---|\n| `hr_free` | 0.0.9 |\n| `hr_gone` | 0.0.1 |\n\n\
        | Type | Since |\n|---|---|\n| `hr_old_fn` | 0.0.1 |\n\n| Constant | Since |\n|---|---|\n| `HR_OK` | 0.0.2 |\n";
    let header = Header::parse(SMALL);
    let page = symbols::page(&Api::of(&header).unwrap(), page, "7.0.0").unwrap();
    for row in [
        "| `hr_free` | 0.0.9 |",
        "| `hr_ready` | 7.0.0 |",
        "| `hr_log_fn` | 7.0.0 |",
        "| `HR_OK` | 0.0.2 |",
    ] {
        assert!(page.contains(&format!("\n{row}\n")), "{page}");
    }
    assert!(
        !page.contains("hr_gone")
            && !page.contains("hr_old_fn")
            && page.ends_with("| `HR_ABI_VERSION` | 7.0.0 |\n"),
        "{page}"
    );
}

#[test]
fn what_no_language_knows_is_refused_by_name() {
    let refused = |from: &str, to: &str| {
        assert!(SMALL.contains(from));
        made(&SMALL.replacen(from, to, 1)).err().unwrap_or_default()
    };
    assert_eq!(
        refused("const uint8_t *data", "size_t data"),
        "hr_ready: no language knows the type of data, size_t"
    );
    assert_eq!(
        refused("void hr_free", "bool hr_free"),
        "hr_free: no language knows the result bool"
    );
    assert_eq!(
        refused("hr_free", "hr_nowhere"),
        "hr_nowhere is in no file of src/ffi"
    );
    assert_eq!(
        refused("char *text);\n\n/** Names", "char *type);\n\n/** Names"),
        "hr_free: type is a word of VB6"
    );
    let callback = refused("hr_set_log", "hr_set_other");
    assert_eq!(
        callback,
        "hr_set_other takes a callback: write hr32_set_other in src/ffi/stdcall.rs"
    );
    assert!(refused("Late.", "Été.").contains('É'));
}

#[test]
fn a_file_that_differs_is_named_with_its_line() {
    let files = || {
        vec![Made {
            path: "LICENSE-MIT",
            text: std::fs::read_to_string(root().join("LICENSE-MIT")).unwrap(),
        }]
    };
    assert!(differences(&files(), root()).is_empty());
    let mut changed = files();
    changed[0].text = changed[0].text.replacen('\n', "\nmore\n", 1);
    assert_eq!(
        differences(&changed, root()),
        ["LICENSE-MIT is not what the sources give, from line 2 on"]
    );
    changed[0].path = "no/such/file";
    assert_eq!(differences(&changed, root()).len(), 1);
}

Attribute VB_Name = "HealthRecordJson"
Option Explicit

' Reads one value out of JSON text, such as what the methods of HealthRecordSession give: the library does it.
'
' A path is a JSON pointer (RFC 6901): "/cards/0/token" is the token of the first card, "" the whole text. "/" in a
' name is written "~1", "~" is written "~0". Names are compared exactly.
'
' What cannot be read raises HEALTH_RECORD_ERROR - HR_E_ARGUMENT: a text that is not JSON up to the value, a string with
' U+0000, a name that stands twice in an object (of two in the outermost one the first counts). An empty text has no
' values.

' "string", "number", "true", "false", "null", "object", "array", or "missing".
Public Function HrJsonKind(ByRef Json As String, ByVal Path As String) As String
    Dim Bytes() As Byte
    Dim Pointer() As Byte
    Dim Kind As Long
    HrLoad
    If Len(Json) > 0 Then Kind = hr32_json_kind(HrUtf8(Json, Bytes), HrUtf8(Path, Pointer))
    Check "hr_json_kind", Kind
    HrJsonKind = Split("missing null boolean number string array object", " ")(Kind)
    If HrJsonKind = "boolean" Then HrJsonKind = HrJsonText(Json, Path)
End Function

' A string without its quotes and escapes; a number, true or false as it is written; an object or array as JSON text;
' vbNullString for null and for what is missing.
Public Function HrJsonText(ByRef Json As String, ByVal Path As String) As String
    Dim Text As String
    Dim Code As Long
    Code = HrJsonTry(Json, Path, Text)
    If Code <> HR_E_ABSENT Then Check "hr_json_get", Code
    HrJsonText = Text
End Function

' As HrJsonText, in Text; gives the code of hr_json_get, and raises only what HrLoad raises.
Public Function HrJsonTry(ByRef Json As String, ByVal Path As String, ByRef Text As String) As Long
    Dim Bytes() As Byte
    Dim Pointer() As Byte
    Dim Address As Long
    HrLoad
    HrJsonTry = HR_E_ABSENT
    If Len(Json) > 0 Then HrJsonTry = hr32_json_get(HrUtf8(Json, Bytes), HrUtf8(Path, Pointer), Address)
    Text = HrTake(Address)
End Function

' How many entries an array has, or members an object; 0 for null and for what is missing.
Public Function HrJsonCount(ByRef Json As String, ByVal Path As String) As Long
    Dim Bytes() As Byte
    Dim Pointer() As Byte
    HrLoad
    If Len(Json) > 0 Then HrJsonCount = hr32_json_count(HrUtf8(Json, Bytes), HrUtf8(Path, Pointer))
    If HrJsonCount = HR_E_ABSENT Then HrJsonCount = 0
    Check "hr_json_count", HrJsonCount
End Function

' The name of a member of an object, from 0; vbNullString behind the last one.
Public Function HrJsonKey(ByRef Json As String, ByVal Path As String, ByVal Index As Long) As String
    Dim Bytes() As Byte
    Dim Pointer() As Byte
    Dim Address As Long
    Dim Code As Long
    HrLoad
    If Len(Json) > 0 Then Code = hr32_json_key(HrUtf8(Json, Bytes), HrUtf8(Path, Pointer), Index, Address)
    If Code <> HR_E_ABSENT Then Check "hr_json_key", Code
    HrJsonKey = HrTake(Address)
End Function

' A text as a JSON string, with its quotes.
Public Function HrJsonQuote(ByRef Text As String) As String
    Dim Bytes() As Byte
    Dim Address As Long
    Dim Code As Long
    HrLoad
    Code = hr32_json_quote(HrUtf8(Text, Bytes), Address)
    HrWipe Bytes
    Check "hr_json_quote", Code
    HrJsonQuote = HrTake(Address)
End Function

Private Sub Check(ByVal Operation As String, ByVal Code As Long)
    If Code < 0 Then Err.Raise HEALTH_RECORD_ERROR - Code, "HealthRecord." & Operation, _
        Operation & ": " & HrRead(hr32_code_name(Code))
End Sub

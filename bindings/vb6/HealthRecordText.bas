Attribute VB_Name = "HealthRecordText"
Option Explicit

' Texts on their way into the library and out of it: VB6 has UTF-16, the library UTF-8.

Private Const CP_UTF8 As Long = 65001
Private Const WC_ERR_INVALID_CHARS As Long = &H80

Private Declare Function WideCharToMultiByte Lib "kernel32" Alias "WideCharToMultiByte" ( _
    ByVal CodePage As Long, ByVal Flags As Long, ByVal Wide As Long, ByVal WideUnits As Long, ByVal Narrow As Long, _
    ByVal NarrowBytes As Long, ByVal DefaultChar As Long, ByVal UsedDefault As Long) As Long
Private Declare Sub RtlZeroMemory Lib "kernel32" Alias "RtlZeroMemory" (ByVal Destination As Long, ByVal Size As Long)

' Fills Bytes with the text in UTF-8 and a final NUL, and gives their address. It is good while Bytes is not changed.
' In the place of a text with a NUL or half a character, which would arrive as another one, stands what is no UTF-8: the
' library refuses it with HR_E_ARGUMENT.
Public Function HrUtf8(ByRef Text As String, ByRef Bytes() As Byte) As Long
    Dim Size As Long
    If Len(Text) > 0 And InStr(Text, vbNullChar) = 0 Then
        Size = WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, StrPtr(Text), Len(Text), 0, 0, 0, 0)
    End If
    If Size = 0 And Len(Text) > 0 Then
        ReDim Bytes(0 To 1)
        Bytes(0) = 255
    Else
        ReDim Bytes(0 To Size)
    End If
    If Size > 0 Then
        WideCharToMultiByte CP_UTF8, WC_ERR_INVALID_CHARS, StrPtr(Text), Len(Text), VarPtr(Bytes(0)), Size, 0, 0
    End If
    HrUtf8 = VarPtr(Bytes(0))
End Function

' As HrUtf8; vbNullString, which an argument left out is, becomes NULL.
Public Function HrOptional(ByRef Text As String, ByRef Bytes() As Byte) As Long
    If StrPtr(Text) <> 0 Then HrOptional = HrUtf8(Text, Bytes)
End Function

' The text at an address: of a static text of the library, or of bytes in UTF-8 that end with a NUL.
Public Function HrRead(ByVal Address As Long) As String
    Dim Units As Long
    Dim Text As String
    If Address = 0 Then Exit Function
    Units = hr32_text_copy_utf16(Address, 0, 0)
    If Units <= 1 Then Exit Function
    ' Every string of VB6 has room for the final NUL behind its characters.
    Text = String$(Units - 1, vbNullChar)
    hr32_text_copy_utf16 Address, StrPtr(Text), Units
    HrRead = Text
End Function

' Reads a text that the library gave, and frees it.
Public Function HrTake(ByRef Address As Long) As String
    HrTake = HrRead(Address)
    hr32_free Address
    Address = 0
End Function

' How many bytes; 0 for an array that was never given a size.
Public Function HrCount(ByRef Bytes() As Byte) As Long
    On Error Resume Next
    HrCount = UBound(Bytes) - LBound(Bytes) + 1
    ' Without a size it is an error, which End Function leaves in Err.
    Err.Clear
End Function

' Where the first byte is; 0 when there is none.
Public Function HrAddress(ByRef Bytes() As Byte) As Long
    If HrCount(Bytes) > 0 Then HrAddress = VarPtr(Bytes(LBound(Bytes)))
End Function

Public Sub HrWipe(ByRef Bytes() As Byte)
    If HrCount(Bytes) > 0 Then RtlZeroMemory HrAddress(Bytes), HrCount(Bytes)
    Erase Bytes
End Sub

' Wipes a text such as a PIN, and empties the variable. Not for a literal.
Public Sub HrWipeText(ByRef Text As String)
    If LenB(Text) > 0 Then RtlZeroMemory StrPtr(Text), LenB(Text)
    Text = vbNullString
End Sub

Attribute VB_Name = "HealthRecordLoading"
Option Explicit

' Loads hr.dll, before the declarations of HealthRecordApi, which is generated, are called.

' What an error raised here has as its number: HEALTH_RECORD_ERROR - code. HEALTH_RECORD_ERROR itself: hr.dll cannot be
' used.
Public Const HEALTH_RECORD_ERROR As Long = vbObjectError + 512

Private Declare Function LoadLibraryW Lib "kernel32" Alias "LoadLibraryW" (ByVal FileName As Long) As Long

Private Const ERROR_MOD_NOT_FOUND As Long = 126
Private Const ERROR_BAD_EXE_FORMAT As Long = 193
Private Const ERROR_ACCESS_DISABLED_BY_POLICY As Long = 1260
Private Const ERROR_SYSTEM_INTEGRITY_POLICY_VIOLATION As Long = 4551
Private Const NO_ENTRY_POINT As Long = 453

Private mLoaded As Boolean

' Loads the library from beside the program, or from FileName (a full path that ends with hr.dll), once. The
' declarations then find the one that is loaded, wherever another hr.dll may lie. No log is set afterwards.
' HealthRecordSession calls it; who calls the declarations alone calls it first.
Public Sub HrLoad(Optional ByVal FileName As String = vbNullString)
    Dim Reason As Long
    Dim Version As Long
    Dim Module As Long
    If mLoaded Then Exit Sub
    If Len(FileName) = 0 Then FileName = App.Path & "\hr.dll"
    Module = LoadLibraryW(StrPtr(FileName))
    If Module = 0 Then
        Reason = Err.LastDllError
        Select Case Reason
        Case ERROR_MOD_NOT_FOUND
            Refuse "hr.dll is not there: put the 32-bit one beside the program"
        Case ERROR_BAD_EXE_FORMAT
            Refuse "hr.dll is made for another processor: a VB6 program needs the 32-bit one"
        Case ERROR_ACCESS_DISABLED_BY_POLICY
            Refuse "Windows does not allow hr.dll: a rule of the administrator blocks it (AppLocker, error 1260)"
        Case ERROR_SYSTEM_INTEGRITY_POLICY_VIOLATION
            Refuse "Windows does not allow hr.dll: it has no trusted signature (Smart App Control, error 4551)"
        Case Else
            Refuse "Windows does not load hr.dll: error " & Reason
        End Select
    End If
    ' A Declare finds the first one of this name that was loaded.
    If LoadLibraryW(StrPtr("hr.dll")) <> Module Then Refuse "another hr.dll is loaded in this program already"
    On Error Resume Next
    Version = hr32_abi_version()
    Reason = Err.Number
    On Error GoTo 0
    If Reason = NO_ENTRY_POINT Then Refuse "hr.dll has no hr32_ functions: it is another library, or too old"
    If Reason <> 0 Then Refuse "hr.dll cannot be called: error " & Reason
    If Version <> HR_ABI_VERSION Then Refuse "hr.dll has interface " & Version & ", this module has " & HR_ABI_VERSION
    ' Stop in the editor, and a component that was unloaded, leave a receiver set whose code is gone.
    hr32_set_log 0, 0, HR_LOG_OFF
    mLoaded = True
End Sub

Private Sub Refuse(ByVal Message As String)
    Err.Raise HEALTH_RECORD_ERROR, "HealthRecord", Message
End Sub

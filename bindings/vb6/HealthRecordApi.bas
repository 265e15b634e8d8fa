Attribute VB_Name = "HealthRecordApi"
Option Explicit

' The functions and numbers of include/hr.h as a 32-bit program calls them, in the header's order, and HrLoad.
' Each hr_ function of the header is hr32_ here: the same function, called as stdcall.
'
' A Long stands for every pointer: to NUL-terminated UTF-8 (HealthRecordText makes it and reads it), to a document's
' bytes, or to a function of a .bas module (AddressOf). String is nowhere: VB6 would turn it into ANSI.
'
' Each function has an Alias because the editor changes the case of names, and the library's names have one case.

Public Const HR_OK As Long = 0
Public Const HR_E_ARGUMENT As Long = -1
Public Const HR_E_HANDLE As Long = -2
Public Const HR_E_BUSY As Long = -3
Public Const HR_E_STATE As Long = -4
Public Const HR_E_CONFIG As Long = -5
Public Const HR_E_FILE As Long = -6
Public Const HR_E_TOO_LARGE As Long = -7
Public Const HR_E_PIN_GUARD As Long = -8
Public Const HR_E_CANCELLED As Long = -9
Public Const HR_E_CHOICE As Long = -10
Public Const HR_E_ABSENT As Long = -14
Public Const HR_E_CARD_CLIENT_ABSENT As Long = -100
Public Const HR_E_CONNECT As Long = -101
Public Const HR_E_TIMEOUT As Long = -102
Public Const HR_E_TLS As Long = -103
Public Const HR_E_PROXY As Long = -104
Public Const HR_E_INTERRUPTED As Long = -105
Public Const HR_E_IN_DOUBT As Long = -106
Public Const HR_E_REPLY As Long = -200
Public Const HR_E_REFUSED As Long = -201
Public Const HR_E_UNAUTHORIZED As Long = -202
Public Const HR_E_NOT_FOUND As Long = -203
Public Const HR_E_CONFLICT As Long = -204
Public Const HR_E_RATE_LIMITED As Long = -205
Public Const HR_E_SERVER As Long = -206
Public Const HR_E_CARD_STATUS As Long = -207
Public Const HR_E_REDIRECT As Long = -208
Public Const HR_E_PANIC As Long = -900
Public Const HR_ABI_VERSION As Long = 1
Public Const HR_LOG_OFF As Long = 0
Public Const HR_LOG_ERROR As Long = 1
Public Const HR_LOG_INFO As Long = 2
Public Const HR_LOG_DEBUG As Long = 3

' What an error raised here has as its number: HEALTH_RECORD_ERROR - code. HEALTH_RECORD_ERROR itself: hr.dll cannot be
' used.
Public Const HEALTH_RECORD_ERROR As Long = vbObjectError + 512

Public Declare Function hr32_abi_version Lib "hr.dll" Alias "hr32_abi_version" () As Long
Public Declare Function hr32_version Lib "hr.dll" Alias "hr32_version" () As Long
Public Declare Function hr32_code_name Lib "hr.dll" Alias "hr32_code_name" (ByVal code As Long) As Long
Public Declare Sub hr32_free Lib "hr.dll" Alias "hr32_free" (ByVal text As Long)
Public Declare Function hr32_text_copy Lib "hr.dll" Alias "hr32_text_copy" ( _
    ByVal text As Long, ByVal buffer As Long, ByVal capacity As Long) As Long
Public Declare Function hr32_text_copy_utf16 Lib "hr.dll" Alias "hr32_text_copy_utf16" ( _
    ByVal text As Long, ByVal buffer As Long, ByVal capacity As Long) As Long
Public Declare Function hr32_set_log Lib "hr.dll" Alias "hr32_set_log" ( _
    ByVal fn As Long, ByVal user As Long, ByVal level As Long) As Long
Public Declare Function hr32_json_get Lib "hr.dll" Alias "hr32_json_get" ( _
    ByVal json As Long, ByVal pointer As Long, ByRef out_text As Long) As Long
Public Declare Function hr32_json_kind Lib "hr.dll" Alias "hr32_json_kind" ( _
    ByVal json As Long, ByVal pointer As Long) As Long
Public Declare Function hr32_json_count Lib "hr.dll" Alias "hr32_json_count" ( _
    ByVal json As Long, ByVal pointer As Long) As Long
Public Declare Function hr32_json_key Lib "hr.dll" Alias "hr32_json_key" ( _
    ByVal json As Long, ByVal pointer As Long, ByVal index As Long, ByRef out_text As Long) As Long
Public Declare Function hr32_json_quote Lib "hr.dll" Alias "hr32_json_quote" ( _
    ByVal text As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_open Lib "hr.dll" Alias "hr32_open" ( _
    ByVal config_json As Long, ByRef out_handle As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_close Lib "hr.dll" Alias "hr32_close" (ByVal handle As Long) As Long
Public Declare Function hr32_cancel Lib "hr.dll" Alias "hr32_cancel" (ByVal handle As Long) As Long
Public Declare Function hr32_set_progress Lib "hr.dll" Alias "hr32_set_progress" ( _
    ByVal handle As Long, ByVal fn As Long, ByVal user As Long) As Long
Public Declare Function hr32_state Lib "hr.dll" Alias "hr32_state" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_ticket Lib "hr.dll" Alias "hr32_ticket" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_ticket_set Lib "hr.dll" Alias "hr32_ticket_set" ( _
    ByVal handle As Long, ByVal ticket As Long) As Long
Public Declare Function hr32_ready Lib "hr.dll" Alias "hr32_ready" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_login Lib "hr.dll" Alias "hr32_login" ( _
    ByVal handle As Long, ByVal card_token As Long, ByVal pin_code As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_pin_retry_allow Lib "hr.dll" Alias "hr32_pin_retry_allow" ( _
    ByVal handle As Long, ByVal card_token As Long) As Long
Public Declare Function hr32_session_set Lib "hr.dll" Alias "hr32_session_set" ( _
    ByVal handle As Long, ByVal service_url As Long, ByVal bearer As Long) As Long
Public Declare Function hr32_profile_put Lib "hr.dll" Alias "hr32_profile_put" ( _
    ByVal handle As Long, ByVal payload_json As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_profile_select Lib "hr.dll" Alias "hr32_profile_select" ( _
    ByVal handle As Long, ByVal situation_id As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_patient_search Lib "hr.dll" Alias "hr32_patient_search" ( _
    ByVal handle As Long, ByVal nom As Long, ByVal prenom As Long, ByVal date_naissance As Long, _
    ByVal sexe As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_patient_get Lib "hr.dll" Alias "hr32_patient_get" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_patient_update Lib "hr.dll" Alias "hr32_patient_update" ( _
    ByVal handle As Long, ByVal body_json As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_request Lib "hr.dll" Alias "hr32_request" ( _
    ByVal handle As Long, ByVal method As Long, ByVal path As Long, ByVal body_json As Long, _
    ByRef out_json As Long) As Long
Public Declare Function hr32_dmp_open Lib "hr.dll" Alias "hr32_dmp_open" ( _
    ByVal handle As Long, ByVal patient_id As Long, ByVal body_json As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_dmp_send Lib "hr.dll" Alias "hr32_dmp_send" ( _
    ByVal handle As Long, ByVal patient_id As Long, ByVal path As Long, ByVal filename As Long, _
    ByVal activity_type As Long, ByVal type_code As Long, ByRef out_json As Long) As Long
Public Declare Function hr32_dmp_send_bytes Lib "hr.dll" Alias "hr32_dmp_send_bytes" ( _
    ByVal handle As Long, ByVal patient_id As Long, ByVal data As Long, ByVal length As Long, _
    ByVal filename As Long, ByVal activity_type As Long, ByVal type_code As Long, _
    ByRef out_json As Long) As Long
Public Declare Function hr32_dmp_resend_allow Lib "hr.dll" Alias "hr32_dmp_resend_allow" ( _
    ByVal handle As Long, ByVal entry As Long) As Long

Private Declare Function LoadLibraryW Lib "kernel32" Alias "LoadLibraryW" (ByVal FileName As Long) As Long
Private Declare Function GetModuleHandleW Lib "kernel32" Alias "GetModuleHandleW" (ByVal ModuleName As Long) As Long

Private Const ERROR_MOD_NOT_FOUND As Long = 126
Private Const ERROR_BAD_EXE_FORMAT As Long = 193
Private Const ERROR_ACCESS_DISABLED_BY_POLICY As Long = 1260
Private Const ERROR_SYSTEM_INTEGRITY_POLICY_VIOLATION As Long = 4551
Private Const NO_ENTRY_POINT As Long = 453

Private mLoaded As Boolean

' Loads the library from beside the program, or from FileName (a full path that ends with hr.dll), once. The
' declarations above then find the one that is loaded, wherever another hr.dll may lie. No log is set afterwards.
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
    If GetModuleHandleW(StrPtr("hr.dll")) <> Module Then Refuse "another hr.dll is loaded in this program already"
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

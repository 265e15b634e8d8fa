Attribute VB_Name = "Quickstart"
Option Explicit

' Sends a document into a patient's shared health record: from the license ticket to the accepted document.
' config.json beside the program holds the configuration, such as {"license_url":"...","license_bearer":"..."}.

Public Sub Main()
    Dim Session As HealthRecordSession
    Dim Sent As String
    On Error GoTo Failed
    Set Session = New HealthRecordSession
    Session.OpenSession Contents(App.Path & "\config.json")
    Session.SetProgress AddressOf ShowProgress
    Session.Ticket
    LogIn Session
    Session.PatientSearch InputBox("Last name at birth"), InputBox("First name")
    Sent = Send(Session, InputBox("Document"))
    MsgBox "sha256 " & HrJsonText(Sent, "/sha256")
    Exit Sub
Failed:
    MsgBox Explanation(Session, Err.Description)
End Sub

Private Sub LogIn(ByVal Session As HealthRecordSession)
    Dim Cards As String
    Dim Card As String
    Dim Pin As String
    Dim Reply As String
    Cards = Session.Ready
    Card = Chosen(Cards)
    ' InputBox shows what is typed: a program of yours has a form whose text box has a PasswordChar.
    Pin = InputBox("PIN")
    On Error GoTo Failed
    Reply = Session.Login(HrJsonText(Cards, Card & "/token"), Pin)
    HrWipeText Pin
    On Error GoTo 0
    ' The login does not say where the professional works today.
    If HrJsonText(Reply, "/next") = "hr_profile_put" Then
        Reply = Session.ProfilePut("{}")
        Session.ProfileSelect HrJsonText(Reply, "/raw/situations/0/id")
    End If
    Exit Sub
Failed:
    HrWipeText Pin
    Err.Raise Err.Number, Err.Source, Err.Description
End Sub

' The path of the card that the person means: the reader may hold several, in any order.
Private Function Chosen(ByRef Cards As String) As String
    Dim Index As Long
    Dim Holder As String
    For Index = 0 To HrJsonCount(Cards, "/cards") - 1
        Chosen = "/cards/" & Index
        Holder = HrJsonText(Cards, Chosen & "/firstName") & " " & HrJsonText(Cards, Chosen & "/lastName")
        If MsgBox("Log in with the card of " & Holder & "?", vbYesNo) = vbYes Then Exit Function
    Next
    Err.Raise 5, , "no card was chosen"
End Function

Private Function Send(ByVal Session As HealthRecordSession, ByVal Path As String) As String
    Dim Patient As String
    Dim Id As String
    Patient = Session.PatientGet
    Id = HrJsonText(Patient, "/patient_id")
    If HrJsonText(Patient, "/updateNeeded") = "true" Then
        Confirm HrJsonText(Patient, "/insQualified"), "Have you checked this patient's identity document?"
        Confirm HrJsonText(Patient, "/alimentationConsent"), "Does the patient agree that documents are added?"
        ' Each was read so, or signed for.
        Session.PatientUpdate "{""insQualified"":true,""alimentationConsent"":true}"
    End If
    Session.DmpOpen Id
    Send = Session.DmpSend(Id, Path, "10", "11503-0")
End Function

' An update is signed for by who checks the identity and by the patient, never by a program.
Private Sub Confirm(ByVal Already As String, ByVal Question As String)
    If Already = "true" Then Exit Sub
    If MsgBox(Question, vbYesNo) <> vbYes Then Err.Raise 5, , "nobody signed for it: nothing was sent"
End Sub

' Called by the library while the upload runs, on the same thread. An error that leaves it ends the program.
Public Function ShowProgress(ByVal User As Long, ByVal Done As Long, ByVal Total As Long) As Long
    On Error Resume Next
    Debug.Print Done & " / " & Total
    ShowProgress = 0
End Function

' What a doctor can read, and whether the call may be repeated.
Private Function Explanation(ByVal Session As HealthRecordSession, ByVal Description As String) As String
    Explanation = Description
    If Session Is Nothing Then Exit Function
    If Session.ErrorCode = HR_OK Then Exit Function
    Explanation = Session.MessageFr & vbCrLf & Session.ErrorText("remedy_fr")
    If Session.InDoubt Then Explanation = Explanation & vbCrLf & "Look into the record before sending again."
End Function

' A text file in UTF-8.
Private Function Contents(ByVal Path As String) As String
    Dim Bytes() As Byte
    Dim Number As Integer
    Number = FreeFile
    Open Path For Binary Access Read As #Number
    ReDim Bytes(0 To LOF(Number))
    Get #Number, , Bytes
    Close #Number
    ' One more than the file has: the NUL at the end.
    Bytes(UBound(Bytes)) = 0
    Contents = HrRead(HrAddress(Bytes))
    HrWipe Bytes
    ' What some editors put before UTF-8.
    If Left$(Contents, 1) = ChrW$(&HFEFF) Then Contents = Mid$(Contents, 2)
End Function

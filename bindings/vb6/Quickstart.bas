Attribute VB_Name = "Quickstart"
Option Explicit

' Sends a document into a patient's shared health record: from the license ticket to the accepted document.
' config.json beside the program holds the configuration, such as {"license_url":"...","license_bearer":"..."}.

Public Sub Main()
    Dim Session As HealthRecordSession
    Dim Traits As String
    Dim Document As String
    On Error GoTo Failed
    Set Session = New HealthRecordSession
    Session.OpenSession Contents(App.Path & "\config.json")
    Session.SetProgress AddressOf ShowProgress
    If Not LoggedIn(Session) Then Exit Sub
    Traits = Session.Traits(Nom:=InputBox("Last name at birth"), Prenom:=InputBox("First name"))
    Document = Session.Document(Path:=InputBox("Document"), TypeCode:="11503-0", ActivityType:="10")
    MsgBox "sha256 " & HrJsonText(Send(Session, Traits, Document), "/documents/0/sha256")
    Exit Sub
Failed:
    MsgBox Explanation(Session, Err.Description)
End Sub

' Asks what the library asks, until nothing is asked or nobody answers.
Private Function LoggedIn(ByVal Session As HealthRecordSession) As Boolean
    Dim Pin As String
    Dim Request As String
    On Error Resume Next
    Request = "{""wait_card_ms"":60000}"
    Do While Len(Request) > 0
        Err.Clear
        Session.Connect Request, Pin
        LoggedIn = (Err.Number = 0)
        If Session.ErrorText("session") = "true" Then HrWipeText Pin
        Request = vbNullString
        If Session.Ask = "pin" Then
            HrWipeText Pin
            ' InputBox shows what is typed: a program of yours has a form whose text box has a PasswordChar.
            Pin = InputBox(Session.MessageFr)
            If Len(Pin) > 0 Then Request = Session.Choice(0)
        ElseIf Len(Session.Ask) > 0 Then
            Request = Chosen(Session)
        End If
    Loop
    HrWipeText Pin
    If Not LoggedIn Then MsgBox Explanation(Session, Err.Description)
End Function

' Which choice a person takes.
Private Function Chosen(ByVal Session As HealthRecordSession) As String
    Dim Listed As String
    Dim Index As Long
    Do While Len(Session.ChoiceLabel(Index)) > 0
        Listed = Listed & vbCrLf & (Index + 1) & "  " & Session.ChoiceLabel(Index)
        Index = Index + 1
    Loop
    Listed = InputBox(Session.MessageFr & Listed)
    If Listed Like "#" Then Chosen = Session.Choice(Asc(Listed) - Asc("1"))
End Function

' Whoever was found is compared by a person, unless the service says that nobody else has these traits.
Private Function Send(ByVal Session As HealthRecordSession, ByVal Traits As String, ByVal Document As String) As String
    Dim Patient As String
    Dim Id As String
    Dim Update As String
    On Error Resume Next
    Patient = Session.PatientFind(Traits)
    If Session.Ask = "patient" Then
        Id = HrJsonText(Chosen(Session), "/patient_id")
        If Len(Id) > 0 Then Patient = Session.PatientFind(Traits, Id)
    End If
    On Error GoTo 0
    Id = HrJsonText(Patient, "/patient_id")
    If Len(Id) = 0 Then Err.Raise 5, , Session.MessageFr
    If HrJsonText(Patient, "/updateNeeded") = "true" Then
        Confirm HrJsonText(Patient, "/insQualified"), "Have you checked this patient's identity document?"
        Confirm HrJsonText(Patient, "/alimentationConsent"), "Does the patient agree that documents are added?"
        ' Each was read so, or signed for.
        Update = "{""insQualified"":true,""alimentationConsent"":true}"
    End If
    Send = Session.Deposit(PatientJson:=Traits, PatientId:=Id, DocumentsJson:=Document, UpdateJson:=Update)
End Function

' Signed for by who checks the identity and by the patient, never by a program.
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
End Function

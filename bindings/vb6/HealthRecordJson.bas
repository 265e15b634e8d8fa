Attribute VB_Name = "HealthRecordJson"
Option Explicit
Option Compare Binary

' Reads one value out of JSON text, such as what the methods of HealthRecordSession give.
'
' A path is a JSON pointer (RFC 6901): "/cards/0/token" is the token of the first card, "" the whole text. "/" in a
' name is written "~1", "~" is written "~0". Names are compared exactly; the first of two equal ones counts.
'
' The text is walked from left to right, without recursion: the depth of a text does not matter. A text that is not
' JSON raises nothing: what is read then is missing or makes no sense.

' "string", "number", "true", "false", "null", "object", "array", or "missing".
Public Function HrJsonKind(ByRef Json As String, ByVal Path As String) As String
    Dim At As Long
    At = Find(Json, Path)
    HrJsonKind = "missing"
    If At = 0 Then Exit Function
    Select Case Mid$(Json, At, 1)
    Case """"
        HrJsonKind = "string"
    Case "{"
        HrJsonKind = "object"
    Case "["
        HrJsonKind = "array"
    Case "t", "f", "n"
        HrJsonKind = Mid$(Json, At, ValueEnd(Json, At) - At)
    Case "-", "0" To "9"
        HrJsonKind = "number"
    End Select
End Function

' A string without its quotes and escapes; a number, true or false as it is written; an object or array as JSON text;
' vbNullString for null and for what is missing.
Public Function HrJsonText(ByRef Json As String, ByVal Path As String) As String
    Dim At As Long
    Dim Size As Long
    At = Find(Json, Path)
    If At = 0 Then Exit Function
    Size = ValueEnd(Json, At) - At
    If Mid$(Json, At, 1) = """" Then
        HrJsonText = Unescaped(Mid$(Json, At + 1, Size - 2))
    ElseIf Mid$(Json, At, Size) <> "null" Then
        HrJsonText = Mid$(Json, At, Size)
    End If
End Function

' How many entries an array has; 0 for anything else.
Public Function HrJsonCount(ByRef Json As String, ByVal Path As String) As Long
    Dim At As Long
    At = Find(Json, Path)
    If At = 0 Then Exit Function
    If Mid$(Json, At, 1) <> "[" Then Exit Function
    At = SkipSpace(Json, At + 1)
    Do While At <= Len(Json) And Mid$(Json, At, 1) <> "]"
        HrJsonCount = HrJsonCount + 1
        At = NextEntry(Json, At)
        If At = 0 Then Exit Do
    Loop
End Function

' A text as a JSON string, with its quotes.
Public Function HrJsonQuote(ByVal Text As String) As String
    Dim Control As Long
    Text = Replace(Text, "\", "\\")
    Text = Replace(Text, """", "\""")
    For Control = 0 To 31
        Text = Replace(Text, Chr$(Control), "\u00" & Right$("0" & Hex$(Control), 2))
    Next
    HrJsonQuote = """" & Text & """"
End Function

' Where the value at a path begins, or 0.
Private Function Find(ByRef Json As String, ByVal Path As String) As Long
    Dim At As Long
    Dim Index As Long
    Dim Names() As String
    At = SkipSpace(Json, 1)
    If Len(Path) > 0 Then
        Names = Split(Path, "/")
        If Len(Names(0)) > 0 Then Exit Function
        For Index = 1 To UBound(Names)
            At = Child(Json, At, Replace(Replace(Names(Index), "~1", "/"), "~0", "~"))
            If At = 0 Then Exit Function
        Next
    End If
    If At <= Len(Json) Then Find = At
End Function

' Where a member of the object, or an entry of the array, that begins at At begins; 0 when there is none.
Private Function Child(ByRef Json As String, ByVal At As Long, ByVal Name As String) As Long
    Dim Index As Long
    Dim KeyEnd As Long
    Dim Key As String
    Dim Mark As String
    Mark = Mid$(Json, At, 1)
    If Mark <> "{" And Mark <> "[" Then Exit Function
    At = SkipSpace(Json, At + 1)
    Do While At <= Len(Json)
        If Mark = "[" Then
            If Mid$(Json, At, 1) = "]" Then Exit Function
            Key = CStr(Index)
            Index = Index + 1
        Else
            If Mid$(Json, At, 1) <> """" Then Exit Function
            KeyEnd = StringEnd(Json, At)
            Key = Unescaped(Mid$(Json, At + 1, KeyEnd - At - 2))
            At = SkipSpace(Json, KeyEnd)
            If Mid$(Json, At, 1) <> ":" Then Exit Function
            At = SkipSpace(Json, At + 1)
        End If
        If Key = Name Then
            Child = At
            Exit Function
        End If
        At = NextEntry(Json, At)
        If At = 0 Then Exit Function
    Loop
End Function

' Behind the value at At and the comma after it; 0 when no comma follows.
Private Function NextEntry(ByRef Json As String, ByVal At As Long) As Long
    At = SkipSpace(Json, ValueEnd(Json, At))
    If Mid$(Json, At, 1) = "," Then NextEntry = SkipSpace(Json, At + 1)
End Function

' The first place behind the value that begins at At.
Private Function ValueEnd(ByRef Json As String, ByVal At As Long) As Long
    Dim Depth As Long
    Do While At <= Len(Json)
        Select Case Mid$(Json, At, 1)
        Case """"
            At = StringEnd(Json, At)
            If Depth = 0 Then Exit Do
        Case "{", "["
            Depth = Depth + 1
            At = At + 1
        Case "}", "]"
            If Depth = 0 Then Exit Do
            Depth = Depth - 1
            At = At + 1
            If Depth = 0 Then Exit Do
        Case ",", " ", vbTab, vbCr, vbLf
            If Depth = 0 Then Exit Do
            At = At + 1
        Case Else
            At = At + 1
        End Select
    Loop
    ValueEnd = At
End Function

' The first place behind the string whose opening quote is at At; a missing closing quote is taken as present.
Private Function StringEnd(ByRef Json As String, ByVal At As Long) As Long
    Dim Quote As Long
    Dim Slash As Long
    Quote = At
    Do
        Quote = InStr(Quote + 1, Json, """")
        If Quote = 0 Then
            StringEnd = Len(Json) + 2
            Exit Function
        End If
        Slash = Quote
        Do While Mid$(Json, Slash - 1, 1) = "\"
            Slash = Slash - 1
        Loop
    Loop While (Quote - Slash) Mod 2 = 1
    StringEnd = Quote + 1
End Function

Private Function SkipSpace(ByRef Json As String, ByVal At As Long) As Long
    Do While At <= Len(Json)
        Select Case Mid$(Json, At, 1)
        Case " ", vbTab, vbCr, vbLf
            At = At + 1
        Case Else
            Exit Do
        End Select
    Loop
    SkipSpace = At
End Function

' The text between two quotes without its escapes.
Private Function Unescaped(ByVal Text As String) As String
    Dim Slash As Long
    Dim Start As Long
    Dim Used As Long
    Dim Plain As String
    Slash = InStr(Text, "\")
    If Slash = 0 Then
        Unescaped = Text
        Exit Function
    End If
    ' Escapes only become shorter. One text that is filled, instead of many that grow, keeps this linear.
    Plain = Space$(Len(Text))
    Start = 1
    Do While Slash > 0
        If Slash > Start Then Mid$(Plain, Used + 1, Slash - Start) = Mid$(Text, Start, Slash - Start)
        Used = Used + Slash - Start + 1
        Mid$(Plain, Used, 1) = Character(Text, Slash)
        Start = Slash + 2
        If Mid$(Text, Slash + 1, 1) = "u" Then Start = Slash + 6
        If Start > Len(Text) Then Exit Do
        Slash = InStr(Start, Text, "\")
    Loop
    If Start <= Len(Text) Then
        Mid$(Plain, Used + 1, Len(Text) - Start + 1) = Mid$(Text, Start)
        Used = Used + Len(Text) - Start + 1
    End If
    Unescaped = Left$(Plain, Used)
End Function

' What the escape at Slash stands for: one unit of UTF-16; a pair of \u gives a character outside the first plane.
Private Function Character(ByRef Text As String, ByVal Slash As Long) As String
    Dim Index As Long
    Dim Unit As Long
    Character = Mid$(Text, Slash + 1, 1)
    Select Case Character
    Case "n"
        Character = vbLf
    Case "r"
        Character = vbCr
    Case "t"
        Character = vbTab
    Case "b"
        Character = Chr$(8)
    Case "f"
        Character = Chr$(12)
    Case "u"
        For Index = 2 To 5
            Unit = Unit * 16 + InStr("123456789abcdef", LCase$(Mid$(Text, Slash + Index, 1)))
        Next
        Character = ChrW$(Unit)
    End Select
End Function

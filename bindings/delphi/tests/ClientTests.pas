unit ClientTests;

{ TDmpClient against the sandbox: whom a search finds, and how documents end. What counts is what the sandbox received. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

{ Folder: for documents, with its last separator. }
procedure RunClientTests(const Stage: TStage; const Folder: string);

implementation

uses
  {$IFDEF FPC}Classes, SysUtils{$ELSE}System.Classes, System.SysUtils{$ENDIF},
  Checks, ClientParts, HealthRecord, HealthRecord.Client, HealthRecord.Codes, HealthRecord.Deposits,
  HealthRecord.Errors, HealthRecord.Json, HealthRecord.Patients, HealthRecord.Results, HrApi;

procedure ADocumentIsSentOnce;
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Document: TDmpDocument;
  Sent: TDmpSent;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'EXEMPLE');
    Document := NewDocument;
    Document.Reference := 'lettre 7';
    Sent := Dmp.Send(Patient, Document);
    CheckEnding(deSent, Sent, 'first');
    CheckThat((Sent.Code = hcOk) and (Sent.Outcome = hoAccepted), 'code and outcome');
    CheckText('lettre 7', Sent.Reference, 'reference');
    CheckThat((Length(Sent.Sha256) = 64) and (Sent.Bytes > 0), 'digest');
    CheckNumber(1, Received('dmp_send'), 'sendings');
    CheckEnding(deAlreadySent, Dmp.Send(Patient, Document), 'second');
    CheckNumber(1, Received('dmp_send'), 'sendings');
    Document.Again := True;
    CheckEnding(deSent, Dmp.Send(Patient, Document), 'again');
    CheckNumber(2, Received('dmp_send'), 'sendings');
  finally
    Dmp.Free;
  end;
end;

procedure ADocumentFromMemoryIsTheOneFromAFile;
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Document: TDmpDocument;
  Data: TBytes;
  Request: string;
  Made: THrDeposit;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'EXEMPLE');
    Document := NewDocument;
    Data := BytesOfFile(Document.Path);
    Request := '{"patient_id":"' + Patient.PatientId + '","documents":[{"filename":"a.pdf","type_code":"'
      + Document.TypeCode + '","activity_type":"' + Document.ActivityType + '"}]}';
    Made := Dmp.Session.DepositBytes(Request, Pointer(Data), Length(Data));
    CheckNumber(Length(Data), Made.Documents.Items[0]['bytes'].AsInt64, 'bytes');
    CheckNumber(1, Received('dmp_send'), 'sendings');
    CheckEnding(deAlreadySent, Dmp.Send(Patient, Document), 'from the file');
    CheckNumber(1, Received('dmp_send'), 'sendings');
  finally
    Dmp.Free;
  end;
end;

procedure TheCodesGoWhereTheyBelong;
var
  Dmp: TDmpClient;
  Document: TDmpDocument;
  Stored: TJson;
begin
  Dmp := LoggedIn;
  try
    Document := NewDocument;
    Document.FileName := 'compte-rendu.txt';
    Dmp.Send(PatientOf(Dmp, 'EXEMPLE'), Document);
    Stored := TheStage.Control.Request('GET', '/documents').Raw.Items[0];
    CheckText('11503-0', Stored['type_code'].AsText, 'type_code');
    CheckText('10', Stored['activity_type'].AsText, 'activity_type');
    CheckText('compte-rendu.txt', Stored['filename'].AsText, 'filename');
  finally
    Dmp.Free;
  end;
end;

procedure AnUnverifiedPatientNeedsAPerson;
var
  Dmp: TDmpClient;
  Found: TDmpFound;
begin
  Dmp := LoggedIn('');
  try
    Found := Dmp.Find(TraitsOf('EXEMPLE'));
    CheckThat(Found.Kind = frUnverified, 'kind');
    CheckThat(Found.SentenceFr <> '', 'sentence');
    CheckNumber(15, Length(Found.Unverified.PatientId), 'what is compared');
    CheckRefused(Found, 'Patient');
    CheckEnding(deSent, Dmp.Send(Found.ConfirmedByPerson, NewDocument), 'confirmed');
  finally
    Dmp.Free;
  end;
end;

procedure SeveralAndNobodyGiveNoPatient;
var
  Dmp: TDmpClient;
  Found: TDmpFound;
begin
  Dmp := LoggedIn;
  try
    Found := Dmp.Find(TraitsOf('JUMEAU'));
    CheckThat(Found.Kind = frSeveral, 'several');
    CheckNumber(2, Found.Choices.Count, 'choices');
    CheckThat(Found.SentenceFr <> '', 'sentence');
    CheckRefused(Found, 'several');
    Found := Dmp.Find(TraitsOf('PERSONNE'));
    CheckThat(Found.Kind = frNobody, 'nobody');
    CheckThat(Found.SentenceFr <> '', 'sentence');
    CheckRefused(Found, 'nobody');
  finally
    Dmp.Free;
  end;
end;

procedure CheckNotAccepted(Dmp: TDmpClient; const Patient: TDmpPatient; const What: string);
begin
  try
    Dmp.Send(Patient, NewDocument);
    CheckThat(False, What + ' was accepted');
  except
    on EDmpPatient do
      ;
  end;
end;

procedure OnlyAPatientOfThisClientIsAccepted;
var
  Dmp, Other: TDmpClient;
  Requests: Integer;
begin
  Dmp := LoggedIn;
  Other := LoggedIn;
  try
    Requests := Received('');
    CheckNotAccepted(Dmp, Default(TDmpPatient), 'nobody');
    CheckNumber(Requests, Received(''), 'requests');
    CheckNotAccepted(Dmp, PatientOf(Other, 'EXEMPLE'), 'another client''s');
    CheckNumber(0, Received('dmp_send'), 'sendings');
  finally
    Other.Free;
    Dmp.Free;
  end;
end;

{ Another search in between: without the traits the service would take the document for whom it read last. }
procedure AnEarlierPatientStaysTheOneWhoIsMeant;
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Stored: TJson;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'EXEMPLE');
    PatientOf(Dmp, 'MOD'#$00C8'LE');
    CheckEnding(deSent, Dmp.Send(Patient, NewDocument), 'sent');
    Stored := TheStage.Control.Request('GET', '/documents').Raw.Items[0];
    CheckText(Copy(Patient.PatientId, 1, 1), Copy(Stored['patient_id'].AsText, 1, 1), 'whose record');
    CheckNumber(3, Received('patient_search'), 'searches');
  finally
    Dmp.Free;
  end;
end;

procedure AnotherPatientStopsTheSending;
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Sent: TDmpSent;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'EXEMPLE');
    TheStage.Fault('{"call":"patient_get","times":1,"status":200,"content_type":"application/json","body":"{\"patient_id\":'
      + '\"269054958815780\",\"insQualified\":true,\"alimentationConsent\":true}"}');
    Sent := Dmp.Send(Patient, NewDocument);
    CheckEnding(deOtherPatient, Sent, 'another patient');
    CheckThat(Sent.SentenceFr <> '', 'sentence');
    CheckNumber(0, Received('dmp_open') + Received('dmp_send'), 'opened or sent');
    CheckEnding(deSent, Dmp.Send(Patient, NewDocument), 'the patient again');
  finally
    Dmp.Free;
  end;
end;

procedure ConsentIsSignedForByAPerson;
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Document: TDmpDocument;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'T'#$00C9'MOIN');
    CheckThat(not (Patient.MayReceive or Patient.InsQualified or Patient.AlimentationConsent), 'parameters');
    Document := NewDocument;
    CheckEnding(deConsentNeeded, Dmp.Send(Patient, Document), 'nobody signed');
    CheckNumber(0, Received('patient_update') + Received('dmp_send'), 'updates and sendings');
    CheckEnding(deConsentNeeded, Dmp.Send(Patient, Document, [dsIdentityChecked]), 'the patient did not agree');
    CheckNumber(0, Received('dmp_send'), 'sendings');
    CheckEnding(deSent, Dmp.Send(Patient, Document, [dsIdentityChecked, dsPatientAgrees]), 'both signed');
  finally
    Dmp.Free;
  end;
end;

procedure AnOpposedPatientIsAnEnding;
var
  Dmp: TDmpClient;
  Sent: TDmpSent;
begin
  Dmp := LoggedIn;
  try
    Sent := Dmp.Send(PatientOf(Dmp, 'OPPOS'#$00C9''), NewDocument, [dsPatientAgrees]);
    CheckEnding(deOpposed, Sent, 'opposed');
    CheckThat(Sent.SentenceFr <> '', 'sentence');
    CheckNumber(0, Received('dmp_open') + Received('dmp_send'), 'opened or sent');
  finally
    Dmp.Free;
  end;
end;

procedure DoubtIsAnEndingAndNeverSentAgain(const Fault: string; Stored: Boolean);
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Document: TDmpDocument;
  Sent: TDmpSent;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'EXEMPLE');
    Document := NewDocument;
    TheStage.Fault(Fault);
    Sent := Dmp.Send(Patient, Document);
    CheckEnding(deInDoubt, Sent, 'first');
    CheckThat((Sent.Outcome = hoUnknown) and (Sent.Entry <> ''), 'outcome and entry');
    CheckEnding(deInDoubt, Dmp.Send(Patient, Document), 'second');
    CheckNumber(1, Received('dmp_send'), 'sendings');
    CheckNumber(Ord(Stored), TheStage.Documents, 'documents');
    Dmp.Session.DmpFound(Sent.Entry);
    CheckEnding(deAlreadySent, Dmp.Send(Patient, Document), 'found by a person');
    CheckNumber(1, Received('dmp_send'), 'sendings');
  finally
    Dmp.Free;
  end;
end;

procedure ALostAnswerIsADoubt;
begin
  DoubtIsAnEndingAndNeverSentAgain('{"call":"dmp_send","times":1,"act":true,"cut":"before"}', True);
end;

procedure AServerErrorAtTheSendingIsADoubt;
begin
  DoubtIsAnEndingAndNeverSentAgain('{"call":"dmp_send","times":1,"status":500}', False);
end;

procedure CheckOutage(Dmp: TDmpClient; const Patient: TDmpPatient; const Document: TDmpDocument; Code: THrCode);
begin
  try
    Dmp.Send(Patient, Document);
    CheckThat(False, 'an outage came out as a value');
  except
    on E: EHealthRecord do
      CheckThat(E.CodeKind = Code, E.Name);
  end;
end;

procedure AnOutageBeforeTheSendingIsAnException;
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Document: TDmpDocument;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'EXEMPLE');
    Document := NewDocument;
    TheStage.Fault('{"call":"patient_search","times":1,"status":500}');
    CheckOutage(Dmp, Patient, Document, hcServer);
    TheStage.Fault('{"call":"dmp_send","times":1,"status":401}');
    CheckOutage(Dmp, Patient, Document, hcUnauthorized);
    CheckNumber(0, TheStage.Documents, 'documents');
  finally
    Dmp.Free;
  end;
end;

procedure ARefusedDocumentAndAMissingFileAreEndings;
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Documents: array[0..2] of TDmpDocument;
  Made: TDmpDeposit;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'EXEMPLE');
    Documents[0] := NewDocument;
    Documents[0].Path := Documents[0].Path + '.missing';
    Documents[1] := NewDocument;
    Documents[2] := NewDocument;
    TheStage.Fault('{"call":"dmp_send","nth":1,"status":415}');
    Made := Dmp.Deposit(Patient, Documents);
    CheckThat(Made.Documents[0].Code = hcFile, 'missing');
    CheckThat(Made.Documents[0].Ending <> deSent, 'missing');
    CheckEnding(deRejected, Made.Documents[1], 'refused');
    CheckNumber(415, Made.Documents[1].HttpStatus, 'status');
    CheckEnding(deSent, Made.Documents[2], 'sent');
    CheckThat(not Made.AllSent and (Made.Failure.Code <> HR_OK), 'failure');
    CheckNumber(1, TheStage.Documents, 'documents');
  finally
    Dmp.Free;
  end;
end;

{ What was accepted before an outage is not hidden by its exception. }
procedure AnOutageAfterADocumentHidesNothing;
var
  Dmp: TDmpClient;
  Documents: array[0..2] of TDmpDocument;
  Made: TDmpDeposit;
  I: Integer;
begin
  Dmp := LoggedIn;
  try
    for I := 0 to 2 do
      Documents[I] := NewDocument;
    TheStage.Fault('{"call":"dmp_send","nth":2,"status":401}');
    Made := Dmp.Deposit(PatientOf(Dmp, 'EXEMPLE'), Documents);
    CheckEnding(deSent, Made.Documents[0], 'first');
    CheckThat(Made.Documents[1].Code = hcUnauthorized, 'second');
    CheckEnding(deNotSent, Made.Documents[2], 'third');
    CheckThat(Made.Failure.CodeKind = hcUnauthorized, Made.Failure.Name);
    CheckNumber(1, TheStage.Documents, 'documents');
  finally
    Dmp.Free;
  end;
end;

procedure NoSecretIsInAnException;
var
  Dmp: TDmpClient;
begin
  Dmp := LoggedIn;
  try
    TheStage.Fault('{"call":"patient_get","times":1,"status":500}');
    try
      Dmp.Find(TraitsOf('EXEMPLE'));
      CheckThat(False, 'no exception');
    except
      on E: EHealthRecord do
        CheckThat((Pos('EXEMPLE', E.Raw) = 0) and (Pos('2550814168', E.Raw) = 0), E.Raw);
    end;
  finally
    Dmp.Free;
  end;
end;

procedure UnknownWordsOfANewerLibrarySurvive;
var
  Sent: TDmpSent;
begin
  Sent := TDmpSent.Read(TJson.ParseText('{"outcome":"held","code":-12345,"reason":"moon","message_fr":"Attendez."}'));
  CheckThat((Sent.Outcome = hoOther) and (Sent.OutcomeText = 'held'), 'outcome');
  CheckThat((Sent.Code = hcOther) and (Sent.CodeNumber = -12345), 'code');
  CheckThat((Sent.Reason = hrOther) and (Sent.ReasonText = 'moon'), 'reason');
  CheckThat(Sent.Ending = deInDoubt, 'nobody knows what it means: a person looks');
  CheckThat(TDmpSent.Read(Default(TJson)).Ending = deNotSent, 'nothing');
  Sent := TDmpSent.Read(TJson.ParseText('{"outcome":"accepted_unreadable","code":-200,"entry":"7"}'));
  CheckThat(Sent.Ending = deInDoubt, 'accepted, but the reply is unreadable');
end;

procedure EveryCodeOfTheLibraryHasAName;
var
  Number: Integer;
begin
  for Number := -999 to 0 do
    CheckThat((string(AnsiString(hr_code_name(Number))) = 'HR_E_UNKNOWN_CODE') = (CodeOf(Number) = hcOther),
      string(AnsiString(hr_code_name(Number))));
end;

procedure RunClientTests(const Stage: TStage; const Folder: string);
begin
  UseStage(Stage, Folder);
  Run('a document is sent once', ADocumentIsSentOnce);
  Run('a document from memory is the one from a file', ADocumentFromMemoryIsTheOneFromAFile);
  Run('the codes go where they belong', TheCodesGoWhereTheyBelong);
  Run('an unverified patient needs a person', AnUnverifiedPatientNeedsAPerson);
  Run('several and nobody give no patient', SeveralAndNobodyGiveNoPatient);
  Run('only a patient of this client is accepted', OnlyAPatientOfThisClientIsAccepted);
  Run('an earlier patient stays the one who is meant', AnEarlierPatientStaysTheOneWhoIsMeant);
  Run('another patient stops the sending', AnotherPatientStopsTheSending);
  Run('consent is signed for by a person', ConsentIsSignedForByAPerson);
  Run('an opposed patient is an ending', AnOpposedPatientIsAnEnding);
  Run('a lost answer is a doubt, and never sent again', ALostAnswerIsADoubt);
  Run('a server error at the sending is a doubt', AServerErrorAtTheSendingIsADoubt);
  Run('an outage before the sending is an exception', AnOutageBeforeTheSendingIsAnException);
  Run('a refused document and a missing file are endings', ARefusedDocumentAndAMissingFileAreEndings);
  Run('an outage after a document hides nothing', AnOutageAfterADocumentHidesNothing);
  Run('no name and no number is in an exception', NoSecretIsInAnException);
  Run('unknown words of a newer library survive', UnknownWordsOfANewerLibrarySurvive);
  Run('every code of the library has a name', EveryCodeOfTheLibraryHasAName);
end;

end.

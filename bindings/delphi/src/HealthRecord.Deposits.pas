unit HealthRecord.Deposits;

{ What is sent, and how it ended, document by document. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Codes, HealthRecord.Errors, HealthRecord.Guarded, HealthRecord.Json, HealthRecord.Patients;

type
  /// What a person signed for, for this patient and now. Never set by program.
  TDmpSignature = (dsIdentityChecked, dsPatientAgrees);
  TDmpSignatures = set of TDmpSignature;

  /// A document. Begin with Default(TDmpDocument), and name each member.
  TDmpDocument = record
    Path: string;
    /// What the document is, such as 11503-0, and in which activity it was made, such as 10.
    TypeCode, ActivityType: string;
    /// The name that the service receives; empty for the last part of Path.
    FileName: string;
    /// What your program calls the document, for the journal and the result; no name and no number of a patient.
    Reference: string;
    /// Send it although it was accepted before. One in doubt is held back all the same.
    Again: Boolean;
    function ToJson: string;
  end;

  /// deSent. deAlreadySent: accepted before, and not sent again. deConsentNeeded: a person has to sign, see TDmpSignatures.
  /// deOpposed: what the person signed for was not accepted. deOtherPatient: the traits now lead to somebody else.
  /// deRejected: definitely refused. deInDoubt: nobody knows whether it arrived; a person looks into the record, then
  /// Session.DmpFound or DmpResendAllow with Entry. deCancelled and deNotSent: nothing arrived, it may be sent again.
  TDmpEnding = (deNotSent, deSent, deAlreadySent, deConsentNeeded, deOpposed, deOtherPatient, deRejected, deInDoubt,
    deCancelled);

  /// How one document ended.
  TDmpSent = record
    Ending: TDmpEnding;
    /// For the doctor, in French and in the configured language.
    SentenceFr, Sentence: string;
    Outcome: THrOutcome;
    /// The outcome as the library wrote it.
    OutcomeText: string;
    /// Its code: hcOk and HR_OK where nothing failed, or where its turn did not come.
    Code: THrCode;
    CodeNumber: Integer;
    Reason: THrReason;
    ReasonText: string;
    /// 0 and -1 when they are not known.
    HttpStatus: Integer;
    Bytes: Int64;
    /// Of the document as it was sent.
    Sha256: string;
    /// Of a document in doubt, for Session.DmpFound and DmpResendAllow.
    Entry: string;
    /// As TDmpDocument.Reference.
    Reference: string;
    /// not_completed when the journal has no record of its end.
    Journal: string;
    /// The whole entry.
    Json: TJson;
    class function Read(const Json: TJson): TDmpSent; static;
  end;

  TDmpSents = array of TDmpSent;

  TDmpDeposit = record
    /// In the order of the documents.
    Documents: TDmpSents;
    /// What ended the call; Code is HR_OK when every document is accepted.
    Failure: THrFailure;
    /// All are deSent or deAlreadySent.
    function AllSent: Boolean;
    /// How many ended so.
    function Count(Ending: TDmpEnding): Integer;
    /// Checks the patient, and sends.
    class function Send(const Calls: THrGuarded; const Patient: TDmpPatient; const Documents: array of TDmpDocument;
      Signed: TDmpSignatures): TDmpDeposit; static;
  end;

implementation

uses
  HrApi, HealthRecord.Files, HealthRecord.Results;

procedure Add(var Members: string; const Name, Json: string);
begin
  if Members <> '' then
    Members := Members + ',';
  Members := Members + '"' + Name + '":' + Json;
end;

function TDmpDocument.ToJson: string;
begin
  Result := '';
  Add(Result, 'path', JsonQuoted(Path, 'path'));
  Add(Result, 'activity_type', JsonQuoted(ActivityType, 'activity_type'));
  Add(Result, 'type_code', JsonQuoted(TypeCode, 'type_code'));
  if FileName <> '' then
    Add(Result, 'filename', JsonQuoted(FileName, 'filename'));
  if Reference <> '' then
    Add(Result, 'reference', JsonQuoted(Reference, 'reference'));
  if Again then
    Add(Result, 'again', 'true');
  Result := '{' + Result + '}';
end;

{ What cannot be read counts as absent: it must not hide how the documents ended. }

function TextOf(const Value: TJson): string;
begin
  Value.TryText(Result);
end;

function NumberOf(const Value: TJson; Missing: Int64): Int64;
begin
  Result := Missing;
  if Value.Kind = jkNumber then
    Result := Value.AsInt64;
end;

class function TDmpSent.Read(const Json: TJson): TDmpSent;
begin
  Result.OutcomeText := TextOf(Json['outcome']);
  Result.Outcome := OutcomeOf(Result.OutcomeText);
  Result.CodeNumber := NumberOf(Json['code'], HR_OK);
  Result.Code := CodeOf(Result.CodeNumber);
  Result.ReasonText := TextOf(Json['reason']);
  Result.Reason := ReasonOf(Result.ReasonText);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Bytes := NumberOf(Json['bytes'], -1);
  Result.Sha256 := TextOf(Json['sha256']);
  Result.Entry := TextOf(Json['entry']);
  Result.Reference := TextOf(Json['reference']);
  Result.Journal := TextOf(Json['journal']);
  Result.Sentence := TextOf(Json['message']);
  Result.SentenceFr := TextOf(Json['message_fr']);
  Result.Json := Json;
  Result.Ending := deNotSent;
  case Result.Outcome of
    hoAccepted:
      if TextOf(Json['already']) = 'true' then
        Result.Ending := deAlreadySent
      else
        Result.Ending := deSent;
    hoUnknown, hoAcceptedUnreadable, hoOther: Result.Ending := deInDoubt;
    hoRejected: Result.Ending := deRejected;
  end;
  { Held back for an earlier doubt. }
  if (Result.Entry <> '') and not (Result.Ending in [deSent, deAlreadySent]) then
    Result.Ending := deInDoubt;
  if (Result.Ending = deNotSent) and (Result.Code = hcCancelled) then
    Result.Ending := deCancelled;
end;

function TDmpDeposit.Count(Ending: TDmpEnding): Integer;
var
  Each: TDmpSent;
begin
  Result := 0;
  for Each in Documents do
    if Each.Ending = Ending then
      Inc(Result);
end;

function TDmpDeposit.AllSent: Boolean;
begin
  Result := Count(deSent) + Count(deAlreadySent) = Length(Documents);
end;

function RequestOf(const Patient: TDmpPatient; const Documents: array of TDmpDocument; Signed: TDmpSignatures;
  out TotalBytes: Int64): string;
var
  Listed, Update: string;
  I: Integer;
  Size: Int64;
begin
  Result := '';
  Add(Result, 'patient', Patient.Traits.ToJson);
  Add(Result, 'patient_id', JsonQuoted(Patient.PatientId, 'patient_id'));
  Update := '';
  if dsIdentityChecked in Signed then
    Add(Update, 'insQualified', 'true');
  if dsPatientAgrees in Signed then
    Add(Update, 'alimentationConsent', 'true');
  if Update <> '' then
    Add(Result, 'update', '{' + Update + '}');
  Listed := '';
  TotalBytes := 0;
  for I := 0 to High(Documents) do
  begin
    if I > 0 then
      Listed := Listed + ',';
    Listed := Listed + Documents[I].ToJson;
    Size := FileSizeOf(Documents[I].Path);
    if (Size < 0) or (TotalBytes < 0) then
      TotalBytes := -1
    else
      TotalBytes := TotalBytes + Size;
  end;
  Add(Result, 'documents', '[' + Listed + ']');
  Result := '{' + Result + '}';
end;

function ReadAll(const Json: TJson): TDmpSents;
var
  Each: TJson;
  Last: Integer;
begin
  Result := nil;
  if Json.Kind <> jkArray then
    Exit;
  SetLength(Result, Json.Count);
  Last := 0;
  for Each in Json do
  begin
    Result[Last] := TDmpSent.Read(Each);
    Inc(Last);
  end;
end;

function NoneTried(Count: Integer): TDmpSents;
var
  I: Integer;
begin
  Result := nil;
  SetLength(Result, Count);
  for I := 0 to Count - 1 do
    Result[I] := TDmpSent.Read(Default(TJson));
end;

{ What is still false was signed for, and so was not accepted. }
function AllSigned(const Parameters: TJson; Signed: TDmpSignatures): Boolean;
begin
  Result := ((dsIdentityChecked in Signed) or (TextOf(Parameters['insQualified']) = 'true'))
    and ((dsPatientAgrees in Signed) or (TextOf(Parameters['alimentationConsent']) = 'true'));
end;

{ How the documents ended whose turn did not come; deNotSent: an outage or a defect. }
function EndingOf(const Failure: THrFailure; Signed: TDmpSignatures): TDmpEnding;
begin
  Result := deNotSent;
  case Failure.CodeKind of
    hcCancelled: Result := deCancelled;
    hcOtherPatient: Result := deOtherPatient;
    hcChoice:
      if (Failure.Ask = 'update') and AllSigned(Failure.Choices.Items[0]['raw'], Signed) then
        Result := deOpposed
      else if Failure.Ask = 'update' then
        Result := deConsentNeeded;
    hcConflict:
      if Failure.Step = 'hr_patient_update' then
        Result := deOpposed;
  end;
end;

{ Something is known of this document that the program has to act upon. A session that has ended is an outage. }
function IsEnding(const Sent: TDmpSent): Boolean;
begin
  Result := (Sent.Ending <> deNotSent) or (Sent.Code = hcFile);
  if Sent.Ending = deRejected then
    Result := (Sent.HttpStatus <> 401) and (Sent.Code <> hcRateLimited);
end;

class function TDmpDeposit.Send(const Calls: THrGuarded; const Patient: TDmpPatient;
  const Documents: array of TDmpDocument; Signed: TDmpSignatures): TDmpDeposit;
var
  Total: Int64;
  Request: string;
  I: Integer;
  Ended: TDmpEnding;
  Known: Boolean;
begin
  Patient.Check(Calls.Session.Handle);
  Request := RequestOf(Patient, Documents, Signed, Total);
  Result := Default(TDmpDeposit);
  try
    Result.Documents := ReadAll(Calls.Deposit(Request, Total).Documents);
  except
    on E: EHealthRecord do
    begin
      Result.Failure := E.Failure;
      Result.Documents := ReadAll(E.Documents);
      if Length(Result.Documents) <> Length(Documents) then
        Result.Documents := NoneTried(Length(Documents));
      Ended := EndingOf(E.Failure, Signed);
      Known := Ended <> deNotSent;
      for I := 0 to High(Result.Documents) do
        Known := Known or IsEnding(Result.Documents[I]);
      if not Known then
        raise;
      for I := 0 to High(Result.Documents) do
        if (Result.Documents[I].Ending = deNotSent) and (Result.Documents[I].Code = hcOk) then
        begin
          Result.Documents[I].Ending := Ended;
          if (Ended = deNotSent) and (Result.Documents[I].SentenceFr <> '') then
            Continue;
          Result.Documents[I].Sentence := E.Message;
          Result.Documents[I].SentenceFr := E.MessageFr;
        end;
    end;
  end;
end;

end.

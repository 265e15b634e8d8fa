unit HealthRecord.Results;

{ What the calls give. Records: nothing has to be freed. Each has HttpStatus; Next, the function of the library to
  call next (empty when the chain is complete); Raw, the reply of the service exactly as it came (a JSON string when it
  was plain text, null when it was empty); and Json, the whole result, for fields that this unit does not name. Those of
  calls that change something have Journal: not_completed when the call ended as stated and the journal has no record
  of its end, else empty. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Json;

type
  /// A boolean that may be unknown.
  THrKnown = (hkUnknown, hkFalse, hkTrue);

  /// A call without fields of its own: ProfilePut, ProfileSelect, PatientSearch, PatientUpdate, DmpOpen, Request.
  THrReply = record
    HttpStatus: Integer;
    /// accepted; empty for calls that change nothing.
    Outcome, Next, Journal: string;
    Raw, Json: TJson;
    class function Read(const Json: TJson): THrReply; static;
  end;

  THrTicket = record
    /// A secret, for this computer's card client; its validity is not stated.
    LicenseTicket: string;
    HttpStatus: Integer;
    Next: string;
    Raw, Json: TJson;
    class function Read(const Json: TJson): THrTicket; static;
  end;

  /// A card in the reader, with the card client's fields. Numbers are kept as they were written. A field that cannot be
  /// read (see EHrJson) is empty.
  THrCard = record
    /// For Login. It may change when the card is inserted again: Serial does not.
    Token: string;
    Serial, CardType, CategoryCard, IdNat, CivTitle, FirstName, LastName: string;
    ProfCode, TrainCode, SpecCode: string;
    /// Whether it counts tries left or tries used is not known.
    PinAttempt: string;
    /// model and manufacturer, decoded.
    ModelText, ManufacturerText: string;
    /// The whole entry.
    Json: TJson;
    class function Read(const Json: TJson): THrCard; static;
  end;

  THrCards = array of THrCard;

  THrReady = record
    /// May be empty.
    Cards: THrCards;
    HttpStatus: Integer;
    Next: string;
    Raw, Json: TJson;
    /// True when a card with this serial is in the reader.
    function Find(const Serial: string; out Card: THrCard): Boolean;
    class function Read(const Json: TJson): THrReady; static;
  end;

  THrLogin = record
    ConnectionId, ConnectedTo, ServiceUrl: string;
    /// A secret, for other calls to ServiceUrl and to nothing else.
    Bearer: string;
    /// What the service says about the professional; its shape is not known.
    MasterData: TJson;
    /// hkUnknown unless identified_field was configured: look at MasterData then. hkTrue: step 4 is not needed.
    Identified: THrKnown;
    HttpStatus: Integer;
    Outcome, Next, Journal: string;
    Raw, Json: TJson;
    class function Read(const Json: TJson): THrLogin; static;
  end;

  THrPatient = record
    /// The patient's number (NIR), for DmpOpen and DmpSend.
    PatientId: string;
    InsQualified: Boolean;
    /// True: the patient does not oppose documents being added.
    AlimentationConsent: Boolean;
    /// One of the two is false: ask the patient, then PatientUpdate.
    UpdateNeeded: Boolean;
    HttpStatus: Integer;
    Next: string;
    Raw, Json: TJson;
    class function Read(const Json: TJson): THrPatient; static;
  end;

  /// Connect. Each step that was not made is null.
  THrConnected = record
    /// Empty where no PIN was given.
    Card: THrCard;
    /// The results of Login (with the session bearer, a secret), ProfilePut and ProfileSelect.
    Login, Profile, Situation: TJson;
    Identified: THrKnown;
    Outcome, Next, Journal: string;
    Json: TJson;
    class function Read(const Json: TJson): THrConnected; static;
  end;

  /// PatientFind.
  THrFoundPatient = record
    /// For the person.
    Sentence, SentenceFr: string;
    /// InsQualified and AlimentationConsent are true.
    MayReceive: Boolean;
    Patient: THrPatient;
    /// The reply of the search.
    Search: TJson;
    class function Read(const Json: TJson): THrFoundPatient; static;
  end;

  /// Deposit. Documents is an array; HealthRecord.Deposits reads its items.
  THrDeposit = record
    PatientId, Outcome, Next: string;
    Documents, Json: TJson;
    class function Read(const Json: TJson): THrDeposit; static;
  end;

  /// A document that was definitely accepted.
  THrSent = record
    /// Of the document as it was sent.
    Sha256: string;
    Bytes: Int64;
    HttpStatus: Integer;
    Outcome, Next, Journal: string;
    Raw, Json: TJson;
    class function Read(const Json: TJson): THrSent; static;
  end;

  /// An upload of the journal, or a damaged line. Times are in UTC, such as 2026-11-22T18:30:00.250Z, as the clock of its
  /// computer said.
  THrJournalEntry = record
    /// Its id, for DmpFound and DmpResendAllow; empty for a damaged line.
    Entry: string;
    /// When it began and ended; Ended is empty where no end is recorded, and both for a damaged line.
    Time, Ended: string;
    /// As THrFailure.Outcome; empty while it is being sent.
    Outcome: string;
    /// True: nobody knows whether the document arrived. A person looks into the record.
    Doubt: Boolean;
    /// After DmpResendAllow; after DmpFound; while it is being sent.
    Permitted, Found, InUse: Boolean;
    /// The line is not as it was written: a doubt about an unknown document, which holds nothing back and about which nobody
    /// can decide.
    Damaged: Boolean;
    /// -1 when it cannot be read.
    Bytes: Int64;
    /// What the host called it.
    Reference: string;
    /// The name of the code and the HTTP status that it failed with; empty and 0 without.
    Name: string;
    HttpStatus: Integer;
    /// The whole entry.
    Json: TJson;
    class function Read(const Json: TJson): THrJournalEntry; static;
  end;

  THrJournalEntries = array of THrJournalEntry;

  /// Uploads of the journal, the newest first, and what is to be known of the file.
  THrJournal = record
    Entries: THrJournalEntries;
    /// The filter applies to others as well.
    More: Boolean;
    /// How many doubts and uploads the file has; lines that are not as they were written; lines whose writers did not get
    /// further.
    Doubts, Uploads, Damaged, Torn: Integer;
    Json: TJson;
    class function Read(const Json: TJson): THrJournal; static;
  end;

  /// What a session has.
  THrState = record
    Ticket, Session: Boolean;
    /// The entries of the last list of cards; -1 when there is none.
    Cards: Integer;
    Identified: THrKnown;
    /// The patient's parameters were read.
    Patient: Boolean;
    UpdateNeeded: THrKnown;
    OpenRecords: Integer;
    /// The index of the document that Deposit is sending; -1 when none is.
    Document: Integer;
    Next: string;
    Json: TJson;
    class function Read(const Json: TJson): THrState; static;
  end;

implementation

function KnownOf(const Value: TJson): THrKnown;
begin
  Result := hkUnknown;
  if Value.Kind = jkBoolean then
    if Value.AsBoolean then
      Result := hkTrue
    else
      Result := hkFalse;
end;

{ What another card client writes is not known: a field of another kind is kept as its JSON. One that cannot be read is
  empty: it must not hide the other cards. }
function Loose(const Value: TJson): string;
begin
  if not Value.TryText(Result) then
    try
      if Value.Kind in [jkArray, jkObject] then
        Result := Value.ToJson;
    except
      on EHrJson do
        ;
    end;
end;

{ What every result of a service has. }
procedure ReadCommon(const Json: TJson; out HttpStatus: Integer; out Next: string; out Raw, Whole: TJson);
begin
  HttpStatus := 0;
  if not Json['http_status'].IsNull then
    HttpStatus := Json['http_status'].AsInt64;
  Next := Json['next'].AsText;
  Raw := Json['raw'];
  Whole := Json;
end;

class function THrReply.Read(const Json: TJson): THrReply;
begin
  Result.Outcome := Json['outcome'].AsText;
  Result.Journal := Json['journal'].AsText;
  ReadCommon(Json, Result.HttpStatus, Result.Next, Result.Raw, Result.Json);
end;

class function THrTicket.Read(const Json: TJson): THrTicket;
begin
  Result.LicenseTicket := Json['licenseTicket'].AsText;
  ReadCommon(Json, Result.HttpStatus, Result.Next, Result.Raw, Result.Json);
end;

class function THrCard.Read(const Json: TJson): THrCard;
begin
  Json['token'].TryText(Result.Token);
  Result.Serial := Loose(Json['serial']);
  Result.CardType := Loose(Json['cardType']);
  Result.CategoryCard := Loose(Json['categoryCard']);
  Result.IdNat := Loose(Json['idNat']);
  Result.CivTitle := Loose(Json['civTitle']);
  Result.FirstName := Loose(Json['firstName']);
  Result.LastName := Loose(Json['lastName']);
  Result.ProfCode := Loose(Json['profCode']);
  Result.TrainCode := Loose(Json['trainCode']);
  Result.SpecCode := Loose(Json['specCode']);
  Result.PinAttempt := Loose(Json['pinAttempt']);
  Result.ModelText := Loose(Json['modelText']);
  Result.ManufacturerText := Loose(Json['manufacturerText']);
  Result.Json := Json;
end;

class function THrReady.Read(const Json: TJson): THrReady;
var
  Each: TJson;
  I: Integer;
begin
  Result.Cards := nil;
  SetLength(Result.Cards, Json['cards'].Count);
  I := 0;
  for Each in Json['cards'] do
  begin
    Result.Cards[I] := THrCard.Read(Each);
    Inc(I);
  end;
  ReadCommon(Json, Result.HttpStatus, Result.Next, Result.Raw, Result.Json);
end;

function THrReady.Find(const Serial: string; out Card: THrCard): Boolean;
var
  Each: THrCard;
begin
  Result := False;
  for Each in Cards do
    if Each.Serial = Serial then
    begin
      Card := Each;
      Exit(True);
    end;
end;

class function THrLogin.Read(const Json: TJson): THrLogin;
begin
  Result.ConnectionId := Loose(Json['connectionId']);
  Result.ConnectedTo := Loose(Json['connectedTo']);
  Result.ServiceUrl := Json['serviceUrl'].AsText;
  Result.Bearer := Json['bearer'].AsText;
  Result.MasterData := Json['masterData'];
  Result.Identified := KnownOf(Json['identified']);
  Result.Outcome := Json['outcome'].AsText;
  Result.Journal := Json['journal'].AsText;
  ReadCommon(Json, Result.HttpStatus, Result.Next, Result.Raw, Result.Json);
end;

class function THrPatient.Read(const Json: TJson): THrPatient;
begin
  Result.PatientId := Json['patient_id'].AsText;
  Result.InsQualified := Json['insQualified'].AsBoolean;
  Result.AlimentationConsent := Json['alimentationConsent'].AsBoolean;
  Result.UpdateNeeded := Json['updateNeeded'].AsBoolean;
  ReadCommon(Json, Result.HttpStatus, Result.Next, Result.Raw, Result.Json);
end;

class function THrConnected.Read(const Json: TJson): THrConnected;
begin
  Result.Card := THrCard.Read(Json['card']);
  Result.Login := Json['login'];
  Result.Profile := Json['profile'];
  Result.Situation := Json['situation'];
  Result.Identified := KnownOf(Json['identified']);
  Result.Outcome := Json['outcome'].AsText;
  Result.Next := Json['next'].AsText;
  Result.Journal := Json['journal'].AsText;
  Result.Json := Json;
end;

class function THrFoundPatient.Read(const Json: TJson): THrFoundPatient;
begin
  Result.Sentence := Json['message'].AsText;
  Result.SentenceFr := Json['message_fr'].AsText;
  Result.MayReceive := Json['may_receive'].AsBoolean;
  Result.Patient := THrPatient.Read(Json);
  Result.Search := Json['search'];
end;

class function THrDeposit.Read(const Json: TJson): THrDeposit;
begin
  Result.PatientId := Json['patient_id'].AsText;
  Result.Outcome := Json['outcome'].AsText;
  Result.Next := Json['next'].AsText;
  Result.Documents := Json['documents'];
  Result.Json := Json;
end;

class function THrSent.Read(const Json: TJson): THrSent;
begin
  Result.Sha256 := Json['sha256'].AsText;
  Result.Bytes := Json['bytes'].AsInt64;
  Result.Outcome := Json['outcome'].AsText;
  Result.Journal := Json['journal'].AsText;
  ReadCommon(Json, Result.HttpStatus, Result.Next, Result.Raw, Result.Json);
end;

function NumberOf(const Value: TJson): Int64;
begin
  Result := -1;
  if not Value.IsNull then
    Result := Value.AsInt64;
end;

class function THrJournalEntry.Read(const Json: TJson): THrJournalEntry;
begin
  Result.Entry := Json['entry'].AsText;
  Result.Time := Json['time'].AsText;
  Result.Ended := Json['ended'].AsText;
  Result.Outcome := Json['outcome'].AsText;
  Result.Doubt := Json['doubt'].AsBoolean;
  Result.Permitted := Json['permitted'].AsBoolean;
  Result.Found := Json['found'].AsBoolean;
  Result.InUse := Json['in_use'].AsBoolean;
  Result.Damaged := Json['damaged'].AsBoolean;
  Result.Bytes := NumberOf(Json['bytes']);
  Result.Reference := Loose(Json['reference']);
  Result.Name := Json['name'].AsText;
  Result.HttpStatus := 0;
  if not Json['http_status'].IsNull then
    Result.HttpStatus := Json['http_status'].AsInt64;
  Result.Json := Json;
end;

class function THrJournal.Read(const Json: TJson): THrJournal;
var
  Each: TJson;
  I: Integer;
begin
  Result.Entries := nil;
  SetLength(Result.Entries, Json['entries'].Count);
  I := 0;
  for Each in Json['entries'] do
  begin
    Result.Entries[I] := THrJournalEntry.Read(Each);
    Inc(I);
  end;
  Result.More := Json['more'].AsBoolean;
  Result.Doubts := Json['doubts'].AsInt64;
  Result.Uploads := Json['uploads'].AsInt64;
  Result.Damaged := Json['damaged'].AsInt64;
  Result.Torn := Json['torn'].AsInt64;
  Result.Json := Json;
end;

class function THrState.Read(const Json: TJson): THrState;
begin
  Result.Ticket := Json['ticket'].AsBoolean;
  Result.Session := Json['session'].AsBoolean;
  Result.Cards := -1;
  if not Json['cards'].IsNull then
    Result.Cards := Json['cards'].AsInt64;
  Result.Identified := KnownOf(Json['identified']);
  Result.Patient := Json['patient'].AsBoolean;
  Result.UpdateNeeded := KnownOf(Json['updateNeeded']);
  Result.OpenRecords := Json['open_records'].AsInt64;
  Result.Document := NumberOf(Json['document']);
  Result.Next := Json['next'].AsText;
  Result.Json := Json;
end;

end.

unit JournalTests;

{ Sessions with a journal against the sandbox. What a killed process leaves is seen by tests/run. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

{ Folder: for the journals, with its last separator. }
procedure RunJournalTests(const Stage: TStage; const Folder: string);

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord, HealthRecord.Errors, HealthRecord.Files, HealthRecord.Json, HealthRecord.Results,
  HealthRecord.Settings;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

const
  REPLY_LOST = '{"call":"dmp_send","times":1,"cut":"before","act":true}';

type
  { Takes the journal away while an upload runs. }
  TRemover = class
    FileName: string;
    procedure Progress(Sender: TObject; Done, Total: Int64; var Stop: Boolean);
  end;

var
  TheStage: TStage;
  TheFolder: string;

procedure TRemover.Progress(Sender: TObject; Done, Total: Int64; var Stop: Boolean);
begin
  if Done > 0 then { it has begun }
    DeleteFile(SystemName(FileName));
end;

{ The stage's configuration with a journal of this name. }
function Journaled(const Name: string): string;
begin
  Result := Copy(TheStage.Config, 1, Length(TheStage.Config) - 1) + ',"journal":' + JsonQuoted(TheFolder + Name) + '}';
end;

{ How a sending ended whose text has to be this test's own: the library remembers documents in doubt. }
function SendText(const Session: IHealthRecord; const Patient: THrPatient; const Text: AnsiString; out Sent: THrSent): THrFailure;
begin
  Result := Default(THrFailure);
  try
    Sent := Session.DmpSendBytes(Patient.PatientId, PAnsiChar(Text), Length(Text), 'a.txt', '10', '11503-0');
  except
    on E: EHealthRecord do
      Result := E.Failure;
  end;
end;

function Only(const Session: IHealthRecord; const Filter: THrJournalFilter): THrJournalEntry;
var
  Listed: THrJournal;
begin
  Listed := Session.Journal(Filter);
  CheckNumber(1, Length(Listed.Entries), 'entries of ' + Filter.ToJson);
  Result := Listed.Entries[0];
end;

procedure AnUploadIsListedWithAllThatIsKnown;
var
  Session: IHealthRecord;
  Patient: THrPatient;
  First, Second: THrSent;
  Listed: THrJournal;
  Upload: THrJournalEntry;
  Filter: THrJournalFilter;
begin
  Session := TheStage.Chain(Journaled('listed'), Patient);
  CheckNumber(0, Length(Session.Journal.Entries), 'entries of a new file');
  CheckText('', SendText(Session, Patient, 'one', First).Name, 'the first');
  CheckText('', SendText(Session, Patient, 'another', Second).Name, 'the second');
  CheckText('accepted ', First.Outcome + ' ' + First.Journal, 'the result');
  Listed := Session.Journal;
  CheckNumber(2, Length(Listed.Entries), 'entries');
  CheckNumber(7, Listed.Entries[0].Bytes, 'bytes of the newest');
  CheckThat((Listed.Doubts = 0) and (Listed.Uploads = 2) and (Listed.Damaged = 0) and (Listed.Torn = 0) and not Listed.More,
    Listed.Json.ToJson);
  Upload := Listed.Entries[1];
  CheckNumber(32, Length(Upload.Entry), 'digits of the entry');
  CheckThat((Copy(Upload.Time, 24, 1) = 'Z') and (Upload.Ended >= Upload.Time), Upload.Json.ToJson);
  CheckText('accepted', Upload.Outcome, 'outcome');
  CheckThat(not (Upload.Doubt or Upload.Permitted or Upload.Found or Upload.InUse), Upload.Json.ToJson);
  CheckText('', Upload.Reference + Upload.Name, 'reference and name');
  CheckNumber(0, Upload.HttpStatus, 'http_status');
  CheckThat(not Upload.Damaged, 'damaged');
  Filter := Default(THrJournalFilter);
  Filter.Limit := 1;
  CheckNumber(7, Only(Session, Filter).Bytes, 'the newest');
  CheckThat(Session.Journal(Filter).More, 'more');
  Filter.Sha256 := First.Sha256;
  CheckText(Upload.Entry, Only(Session, Filter).Entry, 'of its SHA-256');
  Filter := Default(THrJournalFilter);
  Filter.Entry := Upload.Entry;
  Filter.Doubt := hkFalse;
  Filter.Outcome := 'accepted';
  Filter.Since := Upload.Time;
  CheckText(Upload.Entry, Only(Session, Filter).Entry, 'of its entry');
  Filter.Reference := 'a "name"';
  CheckNumber(0, Length(Session.Journal(Filter).Entries), 'of that reference');
end;

procedure ADamagedLineIsRead;
const
  LINE = '{"entry":null,"time":null,"ended":null,"outcome":"unknown","doubt":true,"permitted":false,"found":false,'
    + '"in_use":false,"damaged":true,"bytes":null,"reference":null,"name":null,"http_status":null}';
var
  Upload: THrJournalEntry;
begin
  Upload := THrJournalEntry.Read(TJson.ParseText(LINE));
  CheckThat(Upload.Damaged and Upload.Doubt, 'damaged and in doubt');
  CheckText('unknown', Upload.Outcome, 'outcome');
  CheckText('', Upload.Entry + Upload.Time + Upload.Ended, 'entry and times');
  CheckNumber(-1, Upload.Bytes, 'bytes');
end;

procedure TheFilterBecomesJson;
var
  Filter: THrJournalFilter;
begin
  Filter := Default(THrJournalFilter);
  CheckText('{}', Filter.ToJson, 'nothing asked for');
  Filter.Entry := 'a';
  Filter.Sha256 := 'b';
  Filter.Reference := '"';
  Filter.Outcome := 'd';
  Filter.Since := 'e';
  Filter.Doubt := hkTrue;
  Filter.Limit := 1000;
  CheckText('{"entry":"a","sha256":"b","reference":"\"","outcome":"d","since":"e","doubt":true,"limit":1000}', Filter.ToJson,
    'all of it');
  try
    Filter.Reference := 'a'#0;
    Filter.ToJson;
    CheckThat(False, 'a NUL character was accepted');
  except
    on E: EArgumentException do
      CheckThat(Pos('reference', FromRtl(E.Message)) > 0, FromRtl(E.Message));
  end;
end;

procedure ADoubtEndsWhenAPersonFoundTheDocument;
var
  Session: IHealthRecord;
  Patient: THrPatient;
  Sent: THrSent;
  Lost: THrFailure;
  Filter: THrJournalFilter;
begin
  Session := TheStage.Chain(Journaled('found'), Patient);
  TheStage.Fault(REPLY_LOST);
  Lost := SendText(Session, Patient, 'found by a person', Sent);
  CheckText('HR_E_IN_DOUBT unknown ', Lost.Name + ' ' + Lost.Outcome + ' ' + Lost.Journal, 'the first');
  CheckText(Lost.Entry, SendText(Session, Patient, 'found by a person', Sent).Entry, 'the second');
  Filter := Default(THrJournalFilter);
  Filter.Doubt := hkTrue;
  CheckText(Lost.Entry + ' HR_E_IN_DOUBT unknown', Only(Session, Filter).Entry + ' ' + Only(Session, Filter).Name + ' '
    + Only(Session, Filter).Outcome, 'the doubt');
  Session.DmpFound(Lost.Entry);
  CheckNumber(0, Session.Journal.Doubts, 'doubts');
  CheckThat(Session.Journal.Entries[0].Found, 'found');
  CheckText('accepted', Session.Journal.Entries[0].Outcome, 'outcome');
  try
    Session.DmpFound(Lost.Entry);
    CheckThat(False, 'it was found twice');
  except
    on E: EHealthRecordCaller do
      CheckText('HR_E_ARGUMENT of hr_dmp_found', E.Name + ' of ' + E.Operation, 'the second time');
  end;
  CheckText('', SendText(Session, Patient, 'found by a person', Sent).Name, 'as one that was accepted');
end;

procedure AnEndThatCannotBeRecordedIsReadable;
var
  Remover: TRemover;
  Session: IHealthRecord;
  Patient: THrPatient;
  Sent: THrSent;
  Lost: THrFailure;
begin
  Remover := TRemover.Create;
  try
    Remover.FileName := TheFolder + 'removed';
    Session := TheStage.Chain(Journaled('removed'), Patient);
    Session.OnProgress := Remover.Progress;
    CheckText('', SendText(Session, Patient, 'its end is not recorded', Sent).Name, 'accepted');
    CheckText('accepted not_completed', Sent.Outcome + ' ' + Sent.Journal, 'the result');
    CheckThat(Sent.Raw.Kind = jkObject, 'the reply');
    Remover.FileName := TheFolder + 'removed too';
    Session := TheStage.Chain(Journaled('removed too'), Patient);
    Session.OnProgress := Remover.Progress;
    TheStage.Fault('{"call":"dmp_send","times":1,"status":503}');
    Lost := SendText(Session, Patient, 'nor is this one', Sent);
    CheckText('unknown not_completed', Lost.Outcome + ' ' + Lost.Journal, 'the error');
  finally
    Session := nil;
    Remover.Free;
  end;
end;

procedure CheckRefused(const Configuration, Name, Reason: string);
begin
  try
    OpenHealthRecord(Configuration).Journal;
    CheckThat(False, 'it was accepted');
  except
    on E: EHealthRecordCaller do
      CheckText(Name + ' ' + Reason, E.Name + ' ' + E.Reason, Configuration);
  end;
end;

procedure AJournalThatCannotBeUsedSaysWhy;
var
  Settings: THrSettings;
  Session: IHealthRecord;
begin
  CheckRefused('{}', 'HR_E_CONFIG', '');
  CheckRefused(TheStage.ConfigNoJournal, 'HR_E_JOURNAL', 'journal_not_ours');
  CheckRefused('{"journal":' + JsonQuoted(TheFolder) + '}', 'HR_E_JOURNAL', 'journal_not_a_file');
  Settings := THrSettings.Create;
  try
    Settings.Journal := TheFolder + 'kept';
    Settings.JournalDays := 30;
    Session := OpenHealthRecord(Settings);
    CheckNumber(30, Session.Settings['journal_days'].AsInt64, 'journal_days in force');
    CheckNumber(0, Session.Journal.Uploads, 'uploads of a new file');
  finally
    Settings.Free;
  end;
end;

procedure RunJournalTests(const Stage: TStage; const Folder: string);
begin
  TheStage := Stage;
  TheFolder := Folder;
  Run('an upload is listed with all that is known', AnUploadIsListedWithAllThatIsKnown);
  Run('a damaged line is read', ADamagedLineIsRead);
  Run('the filter becomes JSON', TheFilterBecomesJson);
  Run('a doubt ends when a person found the document', ADoubtEndsWhenAPersonFoundTheDocument);
  Run('an end that cannot be recorded is readable', AnEndThatCannotBeRecordedIsReadable);
  Run('a journal that cannot be used says why', AJournalThatCannotBeUsedSaysWhy);
end;

end.

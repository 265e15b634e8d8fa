unit JournalBehaviour;

{ The behaviour of the conformance program about a document in doubt, as the journal states it. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

function Journal(const Stage: TStage): TPrinted;

implementation

uses
  HealthRecord.Session, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Types;

function EntryJson(const Upload: THrRecordedUpload): string;
var
  Printed: TPrinted;
begin
  Printed := Default(TPrinted);
  Printed.AddText('entry', Upload.Entry);
  Printed.AddText('time', Upload.Time);
  Printed.AddText('ended', Upload.Ended);
  Printed.AddText('outcome', Upload.Outcome);
  Printed.AddBoolean('doubt', Upload.Doubt);
  Printed.AddBoolean('permitted', Upload.Permitted);
  Printed.AddBoolean('found', Upload.Found);
  Printed.AddBoolean('in_use', Upload.InUse);
  Printed.AddNumber('bytes', Upload.Bytes);
  Printed.AddText('reference', Upload.Reference);
  Printed.AddText('name', Upload.Name);
  if Upload.HttpStatus = 0 then
    Printed.Add('http_status', 'null')
  else
    Printed.AddNumber('http_status', Upload.HttpStatus);
  Printed.AddBoolean('damaged', Upload.Damaged);
  Result := Printed.ToJson;
end;

{ What it raises to open a session and to ask for its journal. }
function ErrorOf(const Config: string): string;
begin
  Result := 'null';
  try
    THrSession.Create(Config).Journal;
  except
    on E: EHealthRecord do
      Result := ErrorJson(E);
  end;
end;

function Journal(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
  Lost: THrError;
  Filter, Referenced: THrJournalFilter;
  Listed: THrJournal;
begin
  Session := Stage.Chain(Stage.ConfigJournal, Patient);
  try
    Stage.Send(Session, Patient);
  except
    on E: EHealthRecord do
      Lost := E.Error;
  end;
  Filter := Default(THrJournalFilter);
  Filter.Entry := Lost.Entry;
  Filter.Sha256 := Lost.Sha256;
  Filter.Outcome := 'unknown';
  Filter.Doubt := hkTrue;
  Filter.Since := '2000-01-01T00:00:00Z';
  Filter.Limit := 1;
  Listed := Session.Journal(Filter);
  Referenced := Default(THrJournalFilter);
  Referenced.Reference := 'none';
  Result := Default(TPrinted);
  Result.AddText('entry', Lost.Entry);
  Result.AddText('completed', Lost.Journal);
  Result.Add('before', EntryJson(Listed.Entries[0]));
  Result.AddNumber('doubts', Listed.Doubts);
  Result.AddNumber('uploads', Listed.Uploads);
  Result.AddNumber('damaged', Listed.Damaged);
  Result.AddNumber('torn', Listed.Torn);
  Result.AddBoolean('more', Listed.More);
  Result.AddNumber('referenced', Length(Session.Journal(Referenced).Entries));
  Session.DmpResendAllow(Lost.Entry);
  Result.AddBoolean('permitted', Session.Journal.Entries[0].Permitted);
  Session.DmpFound(Lost.Entry);
  Result.Add('after', EntryJson(Session.Journal.Entries[0]));
  Result.Add('errors', '[' + ErrorOf(Stage.Config) + ', ' + ErrorOf(Stage.ConfigNoJournal) + ']');
end;

end.

unit Stage;

{ What every behaviour needs: the stage that the driver wrote, the chain, and the JSON object that is printed. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Calls, HealthRecord.Json, HealthRecord.Session, HealthRecord.Types;

type
  TStage = record
    Config, ConfigBearerForm, ConfigJournal, ConfigNoJournal, Card, Pin, WrongPin, Nom, Prenom: string;
    Document, DocumentName, ActivityType, TypeCode, ControlUrl: string;
    class function Read(const FileName: string): TStage; static;
    { A new session, with the card found in the reader. }
    function Prepared(const Config: string; out Card: THrCard): THrSession;
    { The card as `ready` lists it now. }
    function Listed(Session: THrSession): THrCard;
    { Prepared and logged in. }
    function LoggedIn(const Config: string): THrSession;
    { The whole chain up to the open record. }
    function Chain(const Config: string; out Patient: THrPatient): THrSession;
    { Sends the stage's document. }
    function Send(const Session: THrSession; const Patient: THrPatient; const FileName: string = ''): THrUpload;
    { Sets a fault of the sandbox. }
    procedure Fault(const Json: string);
    { Back to the beginning of the scenario; no faults. }
    procedure Reset;
    { The configuration, with members such as '"language":"fr"'. }
    function Configured(const Members: string): string;
    { How many documents the sandbox has; how often a PIN was presented to a card. }
    function Documents: Integer;
    function Presentations(const Serial: string): Integer;
    { Waits until the sandbox has received a call of this name; raises when that takes half a minute. }
    procedure WaitFor(const Call: string);
    { A session whose requests go to the sandbox's control interface: the library is the HTTP client that is at hand. }
    function Control: THrSession;
    { The PIN's refusal; raises when it was accepted. }
    function Refused(const Session: THrSession; const Card, Pin: string): string;
  end;

  { The object that is printed. }
  TPrinted = record
  private
    FMembers: string;
  public
    procedure Add(const Key, Json: string);
    procedure AddText(const Key, Value: string);
    procedure AddNumber(const Key: string; Value: Int64);
    procedure AddBoolean(const Key: string; Value: Boolean);
    procedure AddKnown(const Key: string; Value: THrKnown);
    function ToJson: string;
  end;

{ An exception as the driver wants it. }
function ErrorJson(E: EHealthRecord): string;
function FailureJson(const Failure: THrError; Family: TClass): string;

{ All bytes of a file. }
function ContentOf(const FileName: string): TBytes;

implementation

uses
  HealthRecord.Text;

{ TStage }

class function TStage.Read(const FileName: string): TStage;
var
  Json: TJson;
begin
  Json := TJson.OfText(ToText(BytesOfFile(FileName)));
  Result.Config := Json['config'].ToJson;
  Result.ConfigBearerForm := Json['config_bearer_form'].ToJson;
  Result.ConfigJournal := Json['config_journal'].ToJson;
  Result.ConfigNoJournal := Json['config_no_journal'].ToJson;
  Result.Card := Json['card'].AsText;
  Result.Pin := Json['pin'].AsText;
  Result.WrongPin := Json['wrong_pin'].AsText;
  Result.Nom := Json['nom'].AsText;
  Result.Prenom := Json['prenom'].AsText;
  Result.Document := Json['document'].AsText;
  Result.DocumentName := Json['document_name'].AsText;
  Result.ActivityType := Json['activity_type'].AsText;
  Result.TypeCode := Json['type_code'].AsText;
  Result.ControlUrl := Json['control_url'].AsText;
end;

function TStage.Prepared(const Config: string; out Card: THrCard): THrSession;
begin
  Result := THrSession.Create(Config);
  Result.Ticket;
  Card := Listed(Result);
end;

function TStage.Listed(Session: THrSession): THrCard;
var
  Each: THrCard;
begin
  for Each in Session.Ready.Cards do
    if TextOf(Each.Json['serial']) = Card then
      Exit(Each);
  raise Exception.Create('the card is not in the reader');
end;

function TStage.LoggedIn(const Config: string): THrSession;
var
  Found: THrCard;
begin
  Result := Prepared(Config, Found);
  Result.Login(Found.Token, Pin);
end;

function TStage.Chain(const Config: string; out Patient: THrPatient): THrSession;
begin
  Result := LoggedIn(Config);
  Result.PatientSearch(Nom, Prenom);
  Patient := Result.PatientGet;
  Result.DmpOpen(Patient.PatientId);
end;

function TStage.Send(const Session: THrSession; const Patient: THrPatient; const FileName: string): THrUpload;
begin
  Result := Session.DmpSend(Patient.PatientId, Document, FileName, ActivityType, TypeCode);
end;

var
  Controls: THrSession; { one for all, freed at the end }

function TStage.Control: THrSession;
begin
  if Controls = nil then
  begin
    Controls := THrSession.Create('{}');
    Controls.SessionSet(ControlUrl, 'none');
  end;
  Result := Controls;
end;

procedure TStage.Fault(const Json: string);
begin
  Control.Request('POST', '/faults', Json);
end;

procedure TStage.Reset;
begin
  Control.Request('POST', '/reset');
  Control.Request('DELETE', '/faults');
end;

function TStage.Configured(const Members: string): string;
begin
  Result := Copy(Config, 1, Length(Config) - 1) + ',' + Members + '}';
end;

function TStage.Documents: Integer;
begin
  Result := Control.Request('GET', '/documents').Raw.Count;
end;

function TStage.Presentations(const Serial: string): Integer;
var
  Card: TJson;
begin
  Result := 0;
  for Card in Control.Request('GET', '/state').Raw['cards'].ToArray do
    if Card['serial'].AsText = Serial then
      Inc(Result, NumberOf(Card['pin_presentations'], 0));
end;

procedure TStage.WaitFor(const Call: string);
const
  HALF_A_MINUTE = 0.5 / (24 * 60);
var
  Request: TJson;
  Latest: TDateTime;
begin
  Latest := Now + HALF_A_MINUTE;
  while Now < Latest do
    for Request in Control.Request('GET', '/requests').Raw.ToArray do
      if Request['call'].AsText = Call then
        Exit;
  raise Exception.Create(ToRtl(Call + ' did not arrive'));
end;

function TStage.Refused(const Session: THrSession; const Card, Pin: string): string;
begin
  try
    Session.Login(Card, Pin);
  except
    on E: EHealthRecord do
      Exit(ErrorJson(E));
  end;
  raise Exception.Create('a login was accepted that should be refused');
end;

{ TPrinted }

procedure TPrinted.Add(const Key, Json: string);
begin
  if FMembers <> '' then
    FMembers := FMembers + ', ';
  FMembers := FMembers + JsonQuoted(Key) + ': ' + Json;
end;

procedure TPrinted.AddText(const Key, Value: string);
begin
  if Value = '' then
    Add(Key, 'null')
  else
    Add(Key, JsonQuoted(Value));
end;

procedure TPrinted.AddNumber(const Key: string; Value: Int64);
begin
  Add(Key, NumberText(Value));
end;

procedure TPrinted.AddBoolean(const Key: string; Value: Boolean);
begin
  if Value then
    Add(Key, 'true')
  else
    Add(Key, 'false');
end;

procedure TPrinted.AddKnown(const Key: string; Value: THrKnown);
begin
  if Value = hkUnknown then
    Add(Key, 'null')
  else
    AddBoolean(Key, Value = hkTrue);
end;

function TPrinted.ToJson: string;
begin
  Result := '{' + FMembers + '}';
end;

function FamilyName(Family: TClass): string;
begin
  if Family = EHealthRecordCaller then
    Result := 'caller'
  else if Family = EHealthRecordNetwork then
    Result := 'network'
  else if Family = EHealthRecordPeer then
    Result := 'peer'
  else if Family = EHealthRecordInternal then
    Result := 'internal'
  else
    Result := 'other';
end;

function FailureJson(const Failure: THrError; Family: TClass): string;
var
  Printed: TPrinted;
begin
  Printed.AddText('family', FamilyName(Family));
  Printed.AddNumber('code', Failure.Code);
  Printed.AddText('name', Failure.Name);
  Printed.AddText('operation', Failure.Operation);
  Printed.AddText('at', Failure.At);
  Printed.AddText('outcome', Failure.Outcome);
  Printed.AddText('cause', Failure.Cause);
  Printed.AddBoolean('has_french', (Failure.MessageFr <> '') and (Failure.RemedyFr <> ''));
  Result := Printed.ToJson;
end;

function ErrorJson(E: EHealthRecord): string;
begin
  Result := FailureJson(E.Error, E.ClassType);
end;

function ContentOf(const FileName: string): TBytes;
var
  Bytes: RawByteString;
begin
  Bytes := BytesOfFile(FileName);
  Result := nil;
  SetLength(Result, Length(Bytes));
  if Length(Bytes) > 0 then
    Move(PAnsiChar(Bytes)^, Result[0], Length(Bytes));
end;

initialization

finalization
  Controls.Free;

end.

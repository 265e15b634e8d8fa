unit PlainBehaviours;

{ The behaviours of the conformance program without callbacks and threads. Each gives the object to print. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

function Chain(const Stage: TStage): TPrinted;
function ChainBearer(const Stage: TStage): TPrinted;
function Accents(const Stage: TStage): TPrinted;
function BigNumber(const Stage: TStage): TPrinted;
function WrongPin(const Stage: TStage): TPrinted;
function RightPinAfter(const Stage: TStage): TPrinted;
function Opposed(const Stage: TStage): TPrinted;
function LostReply(const Stage: TStage): TPrinted;
function UseAfterClose(const Stage: TStage): TPrinted;
function Collected(const Stage: TStage): TPrinted;
function BadConfig: TPrinted;
function InteriorNul: TPrinted;
function UnknownCode: TPrinted;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HrApi, HealthRecord.Session, HealthRecord.Calls, HealthRecord.Json,
  HealthRecord.Types;

function Listed(const First: string; const Second: string = ''; const Third: string = ''): string;
begin
  Result := '[' + First;
  if Second <> '' then
    Result := Result + ', ' + Second;
  if Third <> '' then
    Result := Result + ', ' + Third;
  Result := Result + ']';
end;

function SendBytes(Session: THrSession; const Patient: THrPatient; const Data: TBytes; const Name: string;
  const Stage: TStage): THrUpload;
begin
  Result := Session.DmpSendBytes(Patient.PatientId, Pointer(Data), Length(Data), Name, Stage.ActivityType,
    Stage.TypeCode);
end;

{ The chain with every result at hand; from memory when DocumentName is not empty. }
function Walk(const Stage: TStage; const Config, DocumentName: string): TPrinted;
var
  Session: THrSession;
  Card: THrCard;
  Login: THrLogin;
  Patient: THrPatient;
  Sent: THrUpload;
begin
  Session := Stage.Prepared(Config, Card);
  Login := Session.Login(Card.Token, Stage.Pin);
  Session.PatientSearch(Stage.Nom, Stage.Prenom);
  Patient := Session.PatientGet;
  Session.DmpOpen(Patient.PatientId);
  if DocumentName = '' then
    Sent := Stage.Send(Session, Patient)
  else
    Sent := SendBytes(Session, Patient, ContentOf(Stage.Document), DocumentName, Stage);
  Result := Default(TPrinted);
  Result.AddText('patient_id', Patient.PatientId);
  Result.AddText('sha256', Sent.Sha256);
  Result.AddNumber('bytes', Sent.Bytes);
  Result.AddText('next', Sent.Next);
  Result.AddNumber('http_status', Sent.HttpStatus);
  Result.AddBoolean('updateNeeded', Patient.UpdateNeeded);
  Result.AddBoolean('insQualified', Patient.InsQualified);
  Result.AddKnown('identified', Login.Identified);
  Result.AddText('modelText', TextOf(Card.ModelText));
end;

function Chain(const Stage: TStage): TPrinted;
begin
  Result := Walk(Stage, Stage.Config, '');
end;

function ChainBearer(const Stage: TStage): TPrinted;
begin
  Result := Walk(Stage, Stage.ConfigBearerForm, Stage.DocumentName);
end;

function Accents(const Stage: TStage): TPrinted;
const
  SAMPLE = #$00DC'n'#$00EF'c'#$00F6'd'#$00E9' '#$2603' '#$D83E#$DE7A;
var
  Session: THrSession;
  Found: THrAnswered;
  Echo: THrResponse;
  Patient: THrPatient;
begin
  Session := Stage.LoggedIn(Stage.Config);
  Found := Session.PatientSearch(Stage.Nom, Stage.Prenom);
  Patient := Session.PatientGet;
  Session.DmpOpen(Patient.PatientId);
  Result := Default(TPrinted);
  Result.AddText('sha256', Stage.Send(Session, Patient, Stage.DocumentName).Sha256);
  Echo := Session.Request('POST', '/echo', '{"text": "' + SAMPLE + '"}');
  Result.AddText('nom', Found.Raw['nom'].AsText);
  Result.AddText('prenom', Found.Raw['prenom'].AsText);
  Result.AddBoolean('echo', Pos(SAMPLE, Echo.Raw.ToJson) > 0);
end;

function BigNumber(const Stage: TStage): TPrinted;
var
  Reply: THrResponse;
begin
  Reply := Stage.LoggedIn(Stage.Config).Request('POST', '/echo',
    '{"n":123456789012345678901234567890.12345,"e":1.797e309}');
  Result := Default(TPrinted);
  Result.AddText('raw', Reply.Raw.ToJson);
end;

function WrongPin(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Card: THrCard;
  First, Second, Third: string;
begin
  Session := Stage.Prepared(Stage.Config, Card);
  First := Stage.Refused(Session, Card.Token, Stage.WrongPin);
  Second := Stage.Refused(Session, Card.Token, Stage.WrongPin);
  Card := Stage.Listed(Session);
  Third := Stage.Refused(Session, Card.Token, Stage.WrongPin);
  Session.PinRetryAllow(Card.Token);
  Session.Close;
  Result := Default(TPrinted);
  Result.Add('errors', Listed(First, Second, Third));
end;

function RightPinAfter(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Card: THrCard;
  First: string;
begin
  Session := Stage.Prepared(Stage.Config, Card);
  First := Stage.Refused(Session, Card.Token, Stage.WrongPin);
  Card := Stage.Listed(Session);
  Result := Default(TPrinted);
  Result.AddText('next', Session.Login(Card.Token, Stage.Pin).Next);
  Result.Add('errors', Listed(First));
end;

function Opposed(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
begin
  Session := Stage.LoggedIn(Stage.Config);
  Session.PatientSearch(Stage.Nom, Stage.Prenom);
  Patient := Session.PatientGet;
  Result := Default(TPrinted);
  Result.AddBoolean('updateNeeded', Patient.UpdateNeeded);
  Result.AddBoolean('alimentationConsent', Patient.AlimentationConsent);
  try
    Session.DmpOpen(Patient.PatientId);
  except
    on E: EHealthRecord do
      Result.Add('errors', Listed(ErrorJson(E)));
  end;
end;

function LostReply(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
  Errors: array[1..2] of string;
  Lost: THrError;
  I: Integer;
begin
  Session := Stage.Chain(Stage.Config, Patient);
  for I := 1 to 2 do
    try
      Stage.Send(Session, Patient);
    except
      on E: EHealthRecord do
      begin
        Errors[I] := ErrorJson(E);
        if I = 1 then
          Lost := E.Error;
      end;
    end;
  Session.DmpResendAllow(Lost.Entry);
  Result := Default(TPrinted);
  Result.AddText('sha256_sent', Stage.Send(Session, Patient).Sha256);
  Result.AddText('sha256', Lost.Sha256);
  Result.Add('errors', Listed(Errors[1], Errors[2]));
end;

function UseAfterClose(const Stage: TStage): TPrinted;
var
  Session: THrSession;
begin
  Session := THrSession.Create(Stage.Config);
  Session.Close;
  Session.Close;
  Result := Default(TPrinted);
  try
    Session.State;
  except
    on E: EHealthRecord do
      Result.Add('errors', Listed(ErrorJson(E)));
  end;
  try
    Session.Cancel;
  except
    on E: EHealthRecord do
      if E.Code <> HR_E_HANDLE then
        raise;
  end;
end;

function HandleOfForgotten(const Config: string): Integer;
var
  Session: THrSession;
begin
  Session := THrSession.Create(Config);
  Result := Session.Handle;
  Session.State;
  Session.Free;
end;

function Collected(const Stage: TStage): TPrinted;
begin
  Result := Default(TPrinted);
  Result.AddNumber('code', hr_state(HandleOfForgotten(Stage.Config), nil));
end;

function BadConfig: TPrinted;
begin
  Result := Default(TPrinted);
  try
    THrSession.Create('{"unknown_key": 1}');
  except
    on E: EHealthRecord do
      Result.Add('errors', Listed(ErrorJson(E)));
  end;
end;

function InteriorNul: TPrinted;
begin
  Result := Default(TPrinted);
  try
    THrSession.Create('{}').PatientSearch('A'#0'B', '');
    Result.AddBoolean('refused', False);
  except
    on EArgumentException do
      Result.AddBoolean('refused', True);
    on EHealthRecord do
      Result.AddBoolean('refused', False);
  end;
end;

function UnknownCode: TPrinted;
begin
  HrLoad;
  Result := Default(TPrinted);
  try
    Check('hr_state', -12345);
  except
    on E: EHealthRecord do
      Result.Add('errors', Listed(ErrorJson(E)));
  end;
end;

end.

unit HealthRecord.Session;

{ The class behind IHealthRecord. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord, HealthRecord.Errors, HealthRecord.Json, HealthRecord.Results, HealthRecord.Settings,
  HealthRecord.Upload;

type
  /// The class behind IHealthRecord; its members are documented there. Keep it either in IHealthRecord variables, or in one
  /// variable of this class that is freed: not both.
  THealthRecord = class(TInterfacedObject, IHealthRecord)
  private
    FHandle: Integer;
    FSettings: TJson;
    FOnProgress: THrProgressEvent;
    FLastStop: IHrLastStop;
    function GetHandle: Integer;
    function GetSettings: TJson;
    function GetOnProgress: THrProgressEvent;
    procedure SetOnProgress(const Value: THrProgressEvent);
    function GetLastStop: THrFailure;
  public
    /// Opens a session: see OpenHealthRecord.
    constructor Create(const ConfigurationJson: string); overload;
    constructor Create(Settings: THrSettings); overload;
    /// Closes the session. Never waits and never raises.
    destructor Destroy; override;
    function State: THrState;
    function Ticket: THrTicket;
    procedure TicketSet(const Ticket: string);
    function Ready: THrReady;
    function Login(const CardToken, PinCode: string; Typed: THrPin = hpUnconfirmed): THrLogin;
    procedure PinRetryAllow(const CardToken: string); overload;
    procedure PinRetryAllow; overload;
    procedure SessionSet(const ServiceUrl, Bearer: string);
    function ProfilePut(const PayloadJson: string): THrReply;
    function ProfileSelect(const SituationId: string): THrReply;
    function PatientSearch(const Nom, Prenom: string; const DateNaissance: string = ''; const Sexe: string = '';
      SendEmpty: THrTraits = []): THrReply;
    function PatientGet: THrPatient;
    function PatientUpdate(const BodyJson: string): THrReply;
    function Request(const Method, Path: string; const BodyJson: string = ''): THrReply;
    function DmpOpen(const PatientId: string; const BodyJson: string = ''): THrReply;
    function DmpSend(const PatientId, Path, ActivityType, TypeCode: string; const FileName: string = ''): THrSent;
    function DmpSendBytes(const PatientId: string; const Data: TBytes;
      const FileName, ActivityType, TypeCode: string): THrSent; overload;
    function DmpSendBytes(const PatientId: string; Data: Pointer; Size: Integer;
      const FileName, ActivityType, TypeCode: string): THrSent; overload;
    procedure DmpResendAllow(const Entry: string);
    procedure DmpFound(const Entry: string);
    function WaitCard(const CardJson: string = ''; TimeoutMs: Integer = 0): THrReady;
    function Connect(const RequestJson: string = ''; const PinCode: string = ''): THrConnected;
    function PatientFind(const RequestJson: string): THrFoundPatient;
    function Deposit(const RequestJson: string; TotalBytes: Int64 = -1): THrDeposit;
    function DepositBytes(const RequestJson: string; Data: Pointer; Size: Integer): THrDeposit;
    function Journal: THrJournal; overload;
    function Journal(const Filter: THrJournalFilter): THrJournal; overload;
    procedure Cancel;
    procedure Close;
    property Handle: Integer read FHandle;
    property Settings: TJson read FSettings;
    property OnProgress: THrProgressEvent read FOnProgress write FOnProgress;
    property LastStop: THrFailure read GetLastStop;
  end;

implementation

uses
  HrApi, HealthRecord.Boundary, HealthRecord.Files;

{ After the library has been called, no method below touches the object: another thread may have freed it. }

{ THealthRecord }

constructor THealthRecord.Create(Settings: THrSettings);
begin
  Create(Settings.ToJson);
end;

constructor THealthRecord.Create(const ConfigurationJson: string);
var
  Arg: THrArguments;
  Text: PAnsiChar;
begin
  inherited Create;
  HrLoad;
  FLastStop := THrLastStop.Create;
  try
    FSettings := Answer('hr_open', hr_open(Arg.Text('configuration', ConfigurationJson), @FHandle, @Text), @Text);
  finally
    Arg.Wipe;
  end;
  Check('hr_set_progress', hr_set_progress(FHandle, ReceiveProgress, nil));
end;

destructor THealthRecord.Destroy;
begin
  if FHandle <> 0 then
    hr_close(FHandle);
  inherited Destroy;
end;

function THealthRecord.GetHandle: Integer;
begin
  Result := FHandle;
end;

function THealthRecord.GetSettings: TJson;
begin
  Result := FSettings;
end;

function THealthRecord.GetOnProgress: THrProgressEvent;
begin
  Result := FOnProgress;
end;

procedure THealthRecord.SetOnProgress(const Value: THrProgressEvent);
begin
  FOnProgress := Value;
end;

function THealthRecord.GetLastStop: THrFailure;
begin
  Result := FLastStop.GetFailure;
end;

function THealthRecord.State: THrState;
var
  Text: PAnsiChar;
begin
  Result := THrState.Read(Answer('hr_state', hr_state(FHandle, @Text), @Text));
end;

function THealthRecord.Ticket: THrTicket;
var
  Text: PAnsiChar;
begin
  Result := THrTicket.Read(Answer('hr_ticket', hr_ticket(FHandle, @Text), @Text));
end;

procedure THealthRecord.TicketSet(const Ticket: string);
var
  Arg: THrArguments;
begin
  try
    Check('hr_ticket_set', hr_ticket_set(FHandle, Arg.Text('ticket', Ticket)));
  finally
    Arg.Wipe;
  end;
end;

function THealthRecord.Ready: THrReady;
var
  Text: PAnsiChar;
begin
  Result := THrReady.Read(Answer('hr_ready', hr_ready(FHandle, @Text), @Text));
end;

function THealthRecord.Login(const CardToken, PinCode: string; Typed: THrPin): THrLogin;
var
  Arg: THrArguments;
  Token, Pin: PAnsiChar;
  Code: Integer;
  Change: THrChange;
begin
  Change.Start('hr_login');
  try
    Token := Arg.Text('card_token', CardToken);
    Pin := Arg.Text('pin_code', PinCode);
    if Typed = hpConfirmed then
      Check('hr_pin_retry_allow', hr_pin_retry_allow(FHandle, Token));
    Code := hr_login(FHandle, Token, Pin, @Change.Text);
    try
      Result := THrLogin.Read(Change.Answer(Code));
    except
      Change.Explain;
      raise;
    end;
  finally
    Arg.Wipe;
  end;
end;

procedure THealthRecord.PinRetryAllow(const CardToken: string);
var
  Arg: THrArguments;
begin
  Check('hr_pin_retry_allow', hr_pin_retry_allow(FHandle, Arg.Text('card_token', CardToken)));
end;

procedure THealthRecord.PinRetryAllow;
begin
  Check('hr_pin_retry_allow', hr_pin_retry_allow(FHandle, nil));
end;

procedure THealthRecord.SessionSet(const ServiceUrl, Bearer: string);
var
  Arg: THrArguments;
begin
  try
    Check('hr_session_set', hr_session_set(FHandle, Arg.Text('service_url', ServiceUrl),
      Arg.Text('bearer', Bearer)));
  finally
    Arg.Wipe;
  end;
end;

function THealthRecord.ProfilePut(const PayloadJson: string): THrReply;
var
  Arg: THrArguments;
  Change: THrChange;
begin
  Change.Start('hr_profile_put');
  Result := Change.Reply(hr_profile_put(FHandle, Arg.Text('payload_json', PayloadJson), @Change.Text));
end;

function THealthRecord.ProfileSelect(const SituationId: string): THrReply;
var
  Arg: THrArguments;
  Change: THrChange;
begin
  Change.Start('hr_profile_select');
  Result := Change.Reply(hr_profile_select(FHandle, Arg.Text('situation_id', SituationId), @Change.Text));
end;

function THealthRecord.PatientSearch(const Nom, Prenom: string; const DateNaissance: string; const Sexe: string;
  SendEmpty: THrTraits): THrReply;
var
  Arg: THrArguments;
  Text: PAnsiChar;
begin
  Result := THrReply.Read(Answer('hr_patient_search', hr_patient_search(FHandle,
    Arg.Optional('nom', Nom, htNom in SendEmpty), Arg.Optional('prenom', Prenom, htPrenom in SendEmpty),
    Arg.Optional('date_naissance', DateNaissance, htDateNaissance in SendEmpty),
    Arg.Optional('sexe', Sexe, htSexe in SendEmpty), @Text), @Text));
end;

function THealthRecord.PatientGet: THrPatient;
var
  Text: PAnsiChar;
begin
  Result := THrPatient.Read(Answer('hr_patient_get', hr_patient_get(FHandle, @Text), @Text));
end;

function THealthRecord.PatientUpdate(const BodyJson: string): THrReply;
var
  Arg: THrArguments;
  Change: THrChange;
begin
  Change.Start('hr_patient_update');
  Result := Change.Reply(hr_patient_update(FHandle, Arg.Text('body_json', BodyJson), @Change.Text));
end;

function THealthRecord.Request(const Method, Path: string; const BodyJson: string): THrReply;
var
  Arg: THrArguments;
  Change: THrChange;
begin
  Change.Start('hr_request', (Method <> 'GET') and (Method <> 'HEAD') and (Method <> 'OPTIONS'));
  Result := Change.Reply(hr_request(FHandle, Arg.Text('method', Method), Arg.Text('path', Path),
    Arg.Optional('body_json', BodyJson), @Change.Text));
end;

function THealthRecord.DmpOpen(const PatientId: string; const BodyJson: string): THrReply;
var
  Arg: THrArguments;
  Change: THrChange;
begin
  Change.Start('hr_dmp_open');
  Result := Change.Reply(hr_dmp_open(FHandle, Arg.Text('patient_id', PatientId),
    Arg.Optional('body_json', BodyJson), @Change.Text));
end;

function THealthRecord.DmpSend(const PatientId, Path, ActivityType, TypeCode: string;
  const FileName: string): THrSent;
var
  Arg: THrArguments;
  Upload: THrUpload;
  Code: Integer;
begin
  Upload.Start('hr_dmp_send', Self, FOnProgress, FLastStop, FileSizeOf(Path));
  try
    Code := hr_dmp_send(FHandle, Arg.Text('patient_id', PatientId), Arg.Text('path', Path),
      Arg.Optional('filename', FileName), Arg.Text('activity_type', ActivityType),
      Arg.Text('type_code', TypeCode), @Upload.Change.Text);
  finally
    Upload.Finish;
  end;
  Result := Upload.Concluded(Code);
end;

function THealthRecord.DmpSendBytes(const PatientId: string; const Data: TBytes;
  const FileName, ActivityType, TypeCode: string): THrSent;
begin
  if Int64(Length(Data)) > MaxInt then
    raise EArgumentException.Create('data has more than 2,147,483,647 bytes');
  Result := DmpSendBytes(PatientId, Pointer(Data), Length(Data), FileName, ActivityType, TypeCode);
end;

function THealthRecord.DmpSendBytes(const PatientId: string; Data: Pointer; Size: Integer;
  const FileName, ActivityType, TypeCode: string): THrSent;
var
  Arg: THrArguments;
  Upload: THrUpload;
  Code: Integer;
begin
  Upload.Start('hr_dmp_send_bytes', Self, FOnProgress, FLastStop, Size);
  try
    Code := hr_dmp_send_bytes(FHandle, Arg.Text('patient_id', PatientId), Data, Size,
      Arg.Text('filename', FileName), Arg.Text('activity_type', ActivityType), Arg.Text('type_code', TypeCode),
      @Upload.Change.Text);
  finally
    Upload.Finish;
  end;
  Result := Upload.Concluded(Code);
end;

procedure THealthRecord.DmpResendAllow(const Entry: string);
var
  Arg: THrArguments;
begin
  Check('hr_dmp_resend_allow', hr_dmp_resend_allow(FHandle, Arg.Text('entry', Entry)));
end;

procedure THealthRecord.DmpFound(const Entry: string);
var
  Arg: THrArguments;
begin
  Check('hr_dmp_found', hr_dmp_found(FHandle, Arg.Text('entry', Entry)));
end;

function THealthRecord.WaitCard(const CardJson: string; TimeoutMs: Integer): THrReady;
var
  Arg: THrArguments;
  Text: PAnsiChar;
begin
  Result := THrReady.Read(Answer('hr_wait_card', hr_wait_card(FHandle, Arg.Optional('card_json', CardJson), TimeoutMs,
    @Text), @Text));
end;

function THealthRecord.Connect(const RequestJson, PinCode: string): THrConnected;
var
  Arg: THrArguments;
  Change: THrChange;
  Code: Integer;
begin
  Change.Start('hr_connect');
  try
    Code := hr_connect(FHandle, Arg.Optional('request_json', RequestJson), Arg.Optional('pin_code', PinCode), @Change.Text);
    try
      Result := THrConnected.Read(Change.Answer(Code));
    except
      Change.Explain;
      raise;
    end;
  finally
    Arg.Wipe;
  end;
end;

function THealthRecord.PatientFind(const RequestJson: string): THrFoundPatient;
var
  Arg: THrArguments;
  Text: PAnsiChar;
begin
  Result := THrFoundPatient.Read(Answer('hr_patient_find', hr_patient_find(FHandle, Arg.Text('request_json', RequestJson),
    @Text), @Text));
end;

function THealthRecord.Deposit(const RequestJson: string; TotalBytes: Int64): THrDeposit;
var
  Arg: THrArguments;
  Upload: THrUpload;
  Code: Integer;
begin
  Upload.Start('hr_deposit', Self, FOnProgress, FLastStop, TotalBytes);
  try
    Code := hr_deposit(FHandle, Arg.Text('request_json', RequestJson), @Upload.Change.Text);
  finally
    Upload.Finish;
  end;
  Result := Upload.Deposited(Code);
end;

function THealthRecord.DepositBytes(const RequestJson: string; Data: Pointer; Size: Integer): THrDeposit;
var
  Arg: THrArguments;
  Upload: THrUpload;
  Code: Integer;
begin
  Upload.Start('hr_deposit_bytes', Self, FOnProgress, FLastStop, Size);
  try
    Code := hr_deposit_bytes(FHandle, Arg.Text('request_json', RequestJson), Data, Size, @Upload.Change.Text);
  finally
    Upload.Finish;
  end;
  Result := Upload.Deposited(Code);
end;

function THealthRecord.Journal: THrJournal;
begin
  Result := Journal(Default(THrJournalFilter));
end;

function THealthRecord.Journal(const Filter: THrJournalFilter): THrJournal;
var
  Arg: THrArguments;
  Text: PAnsiChar;
begin
  Result := THrJournal.Read(Answer('hr_journal', hr_journal(FHandle, Arg.Text('filter_json', Filter.ToJson), @Text), @Text));
end;

procedure THealthRecord.Cancel;
begin
  Check('hr_cancel', hr_cancel(FHandle));
end;

procedure THealthRecord.Close;
var
  Code: Integer;
begin
  Code := hr_close(FHandle);
  if Code <> HR_E_HANDLE then
    Check('hr_close', Code);
end;

end.

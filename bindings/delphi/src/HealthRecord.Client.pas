unit HealthRecord.Client;

{ Puts documents into patients' shared health records (DMP): log in once, then find a patient and send.

  What a program has to handle comes as a value with a sentence for the doctor: a PIN that was refused, nobody or several
  patients, a consent that is missing, a document in doubt. A defect or an outage is an exception of
  HealthRecord.Errors. Session has the single steps; they mix freely with these calls. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord, HealthRecord.Cancel, HealthRecord.Deposits, HealthRecord.Ending, HealthRecord.Guarded,
  HealthRecord.Logins, HealthRecord.Patients, HealthRecord.Results, HealthRecord.Settings, HealthRecord.Upload;

type
  /// How far an upload is, in bytes of all documents together.
  TDmpProgress = procedure(Done, Total: Int64) of object;

  /// Any thread may use it, one call at a time (HR_E_BUSY). Free it when no call runs, on the main thread where
  /// EventsOnMainThread is set. TDmpTask of HealthRecord.Background makes the calls in a thread.
  TDmpClient = class
  private
    FCalls: THrGuarded;
    FOnProgress: TDmpProgress;
    FOwn, FOnMain: Boolean;
    FLock: THrLock;
    FDone, FTotal: Int64;
    FQueued: Boolean;
    FAskPin: TDmpAskPin;
    FChoose: TDmpChoose;
    function ThroughMain: Boolean;
    function Ask(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
    function Choose(var Choice: TDmpChoice): Boolean;
    procedure Report(Sender: TObject; Done, Total: Int64; var Stop: Boolean);
    procedure ShowProgress;
  public
    /// Opens a session: see OpenHealthRecord.
    constructor Create(const ConfigurationJson: string); overload;
    constructor Create(Settings: THrSettings); overload;
    /// Uses a session that is open, such as one that a browser page logged in (SessionSet). It stays the caller's.
    constructor Create(const Session: IHealthRecord); overload;
    /// Closes the session that it opened.
    destructor Destroy; override;
    /// Waits for a card, asks its holder for the PIN, presents it, and lets the holder choose where there is a choice. Nothing is
    /// presented that AskPin did not give for this try.
    function Login(const AskPin: TDmpAskPin; const Choose: TDmpChoose): TDmpLogin; overload;
    function Login(const Options: TDmpLoginOptions; const AskPin: TDmpAskPin; const Choose: TDmpChoose): TDmpLogin; overload;
    /// Searches a patient and reads the parameters. Changes nothing.
    function Find(const Traits: TDmpTraits): TDmpFound;
    /// Sends a document, once: one that was accepted before is not sent again, so a call that failed can be made again. The
    /// service is asked anew who has the patient's traits. Signed: what a person signed for, where MayReceive is False.
    function Send(const Patient: TDmpPatient; const Document: TDmpDocument; Signed: TDmpSignatures = []): TDmpSent;
    /// The same with several documents of one patient. Raises only where nothing is known of any of them that a program has to
    /// act upon: otherwise Failure of the result has what ended the call.
    function Deposit(const Patient: TDmpPatient; const Documents: array of TDmpDocument;
      Signed: TDmpSignatures = []): TDmpDeposit;
    /// Canceller.Cancel.
    procedure Cancel;
    /// Stops calls, also the next one: see IHrCanceller. Set another between calls to share one among clients.
    property Canceller: IHrCanceller read FCalls.Canceller write FCalls.Canceller;
    /// The single steps.
    property Session: IHealthRecord read FCalls.Session;
    /// Called on the thread of the call, or with EventsOnMainThread later, on the main one: then some may be left out. May
    /// call Cancel.
    property OnProgress: TDmpProgress read FOnProgress write FOnProgress;
    /// For calls of other threads than the main one: AskPin and Choose are called through TThread.Synchronize,
    /// OnProgress through TThread.Queue. The main thread must serve them, as a form does, and must not wait for
    /// the call otherwise than with TThread.WaitFor.
    property EventsOnMainThread: Boolean read FOnMain write FOnMain;
  end;

implementation

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { the unused Sender }

uses
  {$IFDEF FPC}Classes{$ELSE}System.Classes{$ENDIF};

type
  { What is asked on the main thread while the thread of the call waits. }
  TAsked = class
    AskPin: TDmpAskPin;
    Choose: TDmpChoose;
    Card: ^THrCard;
    WhyFr: string;
    Pin: ^string;
    Choice: ^TDmpChoice;
    Answered: Boolean;
    procedure Ask;
    procedure LetChoose;
  end;

procedure TAsked.Ask;
begin
  Answered := AskPin(Card^, WhyFr, Pin^);
end;

procedure TAsked.LetChoose;
begin
  Answered := Choose(Choice^);
end;

{ TDmpClient }

constructor TDmpClient.Create(const Session: IHealthRecord);
begin
  inherited Create;
  FCalls.Session := Session;
  FCalls.Canceller := NewCanceller;
end;

constructor TDmpClient.Create(const ConfigurationJson: string);
begin
  Create(OpenHealthRecord(ConfigurationJson));
  FOwn := True;
end;

constructor TDmpClient.Create(Settings: THrSettings);
begin
  Create(OpenHealthRecord(Settings));
  FOwn := True;
end;

destructor TDmpClient.Destroy;
begin
  if FOwn then
    FCalls.Session.Close;
  TThread.RemoveQueuedEvents(nil, ShowProgress);
  inherited Destroy;
end;

function TDmpClient.ThroughMain: Boolean;
begin
  Result := FOnMain and (TThread.CurrentThread.ThreadID <> MainThreadID);
end;

function TDmpClient.Ask(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
var
  Asked: TAsked;
begin
  if not ThroughMain then
    Exit(FAskPin(Card, WhyFr, Pin));
  Asked := TAsked.Create;
  try
    Asked.AskPin := FAskPin;
    Asked.Card := @Card;
    Asked.WhyFr := WhyFr;
    Asked.Pin := @Pin;
    TThread.Synchronize(nil, Asked.Ask);
    Result := Asked.Answered;
  finally
    Asked.Free;
  end;
end;

function TDmpClient.Choose(var Choice: TDmpChoice): Boolean;
var
  Asked: TAsked;
begin
  if not Assigned(FChoose) then
    Exit(False);
  if not ThroughMain then
    Exit(FChoose(Choice));
  Asked := TAsked.Create;
  try
    Asked.Choose := FChoose;
    Asked.Choice := @Choice;
    TThread.Synchronize(nil, Asked.LetChoose);
    Result := Asked.Answered;
  finally
    Asked.Free;
  end;
end;

procedure TDmpClient.ShowProgress;
var
  Done, Total: Int64;
begin
  FLock.Enter;
  Done := FDone;
  Total := FTotal;
  FQueued := False;
  FLock.Leave;
  if Assigned(FOnProgress) then
    FOnProgress(Done, Total);
end;

procedure TDmpClient.Report(Sender: TObject; Done, Total: Int64; var Stop: Boolean);
var
  Queue: Boolean;
begin
  { The call may have been made just when it was cancelled. }
  Stop := FCalls.Canceller.Cancelled;
  if not Assigned(FOnProgress) then
    Exit;
  if not ThroughMain then
    FOnProgress(Done, Total)
  else
  begin
    FLock.Enter;
    FDone := Done;
    FTotal := Total;
    Queue := not FQueued;
    FQueued := True;
    FLock.Leave;
    if Queue then
      TThread.Queue(nil, ShowProgress);
  end;
  Stop := FCalls.Canceller.Cancelled;
end;

function TDmpClient.Login(const AskPin: TDmpAskPin; const Choose: TDmpChoose): TDmpLogin;
begin
  Result := Login(Default(TDmpLoginOptions), AskPin, Choose);
end;

function TDmpClient.Login(const Options: TDmpLoginOptions; const AskPin: TDmpAskPin; const Choose: TDmpChoose): TDmpLogin;
begin
  FAskPin := AskPin;
  FChoose := Choose;
  Result := TDmpLogin.Make(FCalls, Options, Ask, Self.Choose);
end;

function TDmpClient.Find(const Traits: TDmpTraits): TDmpFound;
begin
  Result := TDmpFound.By(FCalls, Traits);
end;

function TDmpClient.Send(const Patient: TDmpPatient; const Document: TDmpDocument; Signed: TDmpSignatures): TDmpSent;
begin
  Result := Deposit(Patient, [Document], Signed).Documents[0];
end;

function TDmpClient.Deposit(const Patient: TDmpPatient; const Documents: array of TDmpDocument;
  Signed: TDmpSignatures): TDmpDeposit;
var
  Before: THrProgressEvent;
begin
  Before := FCalls.Session.OnProgress;
  FCalls.Session.OnProgress := Report;
  try
    Result := TDmpDeposit.Send(FCalls, Patient, Documents, Signed);
  finally
    FCalls.Session.OnProgress := Before;
  end;
end;

procedure TDmpClient.Cancel;
begin
  FCalls.Canceller.Cancel;
end;

end.

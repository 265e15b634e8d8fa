unit HealthRecord.Logins;

{ Logging in with the people who answer: the card's holder types the PIN, and chooses a card and a situation. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Errors, HealthRecord.Guarded, HealthRecord.Json, HealthRecord.Results;

type
  TDmpChoiceKind = (ckCard, ckSituation);

  /// What the holder chooses. Answer with Serial, or with SituationId.
  TDmpChoice = record
    Kind: TDmpChoiceKind;
    /// For the holder.
    QuestionFr: string;
    /// ckCard: those that fit.
    Cards: THrCards;
    /// THrCard.Serial of the one that was chosen.
    Serial: string;
    /// ckSituation: the reply of the service, whose shape the interface does not show; the id of the situation chosen.
    Reply: TJson;
    SituationId: string;
  end;

  /// Asks the holder of Card for the PIN; False, or an empty Pin, gives up. WhyFr: why, to be shown. It is called again after a
  /// PIN that the card refused, and after one that was held back to spare the card: then WhyFr says so, and a PIN that
  /// the holder types having read it is presented all the same. So ask a person each time: a Pin that a program keeps
  /// and gives again may lock the card. The client wipes its copy.
  TDmpAskPin = function(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean of object;

  /// Lets the holder choose. False gives up.
  TDmpChoose = function(var Choice: TDmpChoice): Boolean of object;

  /// Begin with Default(TDmpLoginOptions), for which any card will do.
  TDmpLoginOptions = record
    /// Which card: its kind, such as CPS, and its serial number.
    CardType, Serial: string;
    /// How long to wait for a card; 0 asks once.
    WaitCardMs: Integer;
    /// What step 4 sends to learn the situations, one JSON value. Without one it is sent only where the login says that the
    /// professional is not identified, and is an empty object.
    ProfileJson: string;
  end;

  /// leCardLocked, leNoCard: as THrSettings.AddCardCode says. lePinHeld: the PIN was held back a second time; a hold is lifted
  /// once in a login. leNotChosen: after a choice of the situation Session is open and waits for it.
  TDmpLoginEnding = (leCancelled, leLoggedIn, leNoCard, leCardLocked, lePinGivenUp, lePinHeld, leNotChosen);

  TDmpLogin = record
    Ending: TDmpLoginEnding;
    /// For the holder.
    SentenceFr: string;
    /// Whom the login was made for.
    Card: THrCard;
    /// hkUnknown unless IdentifiedField is configured.
    Identified: THrKnown;
    /// What ended it; Code is HR_OK after leLoggedIn, and where the holder gave up.
    Failure: THrFailure;
    class function Make(const Calls: THrGuarded; const Options: TDmpLoginOptions; const AskPin: TDmpAskPin;
      const Choose: TDmpChoose): TDmpLogin; static;
  end;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Codes, HealthRecord.Text;

type
  { One login on its way. }
  TProgress = record
    Calls: THrGuarded;
    Options: TDmpLoginOptions;
    AskPin: TDmpAskPin;
    Choose: TDmpChoose;
    Login: TDmpLogin;
    { The PIN was held back, and the next one is typed by somebody who read so; that was used. }
    Held, Lifted: Boolean;
    WhyFr: string;
    procedure Finish(Ending: TDmpLoginEnding; const SentenceFr: string);
    procedure Done(const Connected: THrConnected);
    function Ends(E: EHealthRecord): Boolean;
    function AsksAgain(E: EHealthRecord): Boolean;
    function FindsCard: Boolean;
    function Chooses(var Choice: TDmpChoice): Boolean;
    function PresentsPin: Boolean;
    procedure Situate(Reply: TJson);
  end;

procedure Add(var Members: string; const Name, Json: string);
begin
  if Members <> '' then
    Members := Members + ',';
  Members := Members + '"' + Name + '":' + Json;
end;

procedure AddText(var Members: string; const Name, Value: string);
begin
  if Value <> '' then
    Add(Members, Name, JsonQuoted(Value, Name));
end;

function WantedCard(const Options: TDmpLoginOptions): string;
begin
  Result := '';
  AddText(Result, 'cardType', Options.CardType);
  AddText(Result, 'serial', Options.Serial);
  if Result <> '' then
    Result := '{' + Result + '}';
end;

{ By what the card is known, whatever list it is in. }
function ThisCard(const Card: THrCard): string;
begin
  Result := '';
  AddText(Result, 'serial', Card.Serial);
  AddText(Result, 'idNat', Card.IdNat);
  if Result = '' then
    AddText(Result, 'token', Card.Token);
  Result := '{' + Result + '}';
end;

{ The session is open, and step 4 is not made. }
function AsksStep4(E: EHealthRecord): Boolean;
begin
  Result := (E.CodeKind = hcChoice) and ((E.Ask = 'situation') or (E.Ask = 'profile'));
end;

{ What the service gave: the one situation or the reply that lists them; nothing where a profile comes first. }
function SituationsOf(E: EHealthRecord): TJson;
begin
  Result := Default(TJson);
  if E.Choices.Count = 1 then
    Result := E.Choices.Items[0]['raw']
  else if E.Choices.Count > 1 then
    Result := E.Choices;
end;

{ TProgress }

procedure TProgress.Finish(Ending: TDmpLoginEnding; const SentenceFr: string);
begin
  Login.Ending := Ending;
  Login.SentenceFr := SentenceFr;
end;

procedure TProgress.Done(const Connected: THrConnected);
begin
  Login.Identified := Connected.Identified;
  Finish(leLoggedIn, 'Connexion r'#$00E9'ussie.');
end;

{ For an except part: False when the exception goes on. }
function TProgress.Ends(E: EHealthRecord): Boolean;
var
  Ending: TDmpLoginEnding;
begin
  case E.CodeKind of
    hcNoCard: Ending := leNoCard;
    hcCancelled: Ending := leCancelled;
    hcCardStatus:
      case E.ReasonKind of
        hrCardLocked: Ending := leCardLocked;
        hrCardAbsent: Ending := leNoCard;
      else
        Exit(False);
      end;
  else
    if (E.CodeKind = hcPinGuard) and (E.ReasonKind = hrPinHeld) then
      Ending := lePinHeld
    else if (E.CodeKind = hcInDoubt) and (E.Cause = 'HR_E_CANCELLED') then
      Ending := leCancelled
    else
      Exit(False);
  end;
  Result := True;
  Login.Failure := E.Failure;
  Finish(Ending, E.MessageFr);
end;

{ For an except part: the holder has to know why before another PIN is typed. }
function TProgress.AsksAgain(E: EHealthRecord): Boolean;
begin
  Result := False;
  case E.CodeKind of
    hcPinGuard:
      begin
        Result := (E.ReasonKind = hrPinHeld) and not Lifted;
        Held := Held or Result;
      end;
    hcCardStatus:
      Result := (E.Step = 'hr_login') and not (E.ReasonKind in [hrCardLocked, hrCardAbsent]);
  end;
  if Result then
    WhyFr := E.MessageFr;
end;

function Chosen(const Choice: TDmpChoice; var Card: THrCard): Boolean;
var
  Each: THrCard;
begin
  Result := False;
  for Each in Choice.Cards do
    if Each.Serial = Choice.Serial then
    begin
      Card := Each;
      Exit(True);
    end;
end;

function TProgress.Chooses(var Choice: TDmpChoice): Boolean;
begin
  Choice.Serial := '';
  Choice.SituationId := '';
  Result := Assigned(Choose) and Choose(Choice);
  if Choice.Kind = ckCard then
    Result := Result and (Choice.Serial <> '') and Chosen(Choice, Login.Card)
  else
    Result := Result and (Choice.SituationId <> '');
  if not Result then
    Finish(leNotChosen, 'Connexion abandonn'#$00E9'e : aucun choix n''a '#$00E9't'#$00E9' fait.');
end;

{ One physical card may be listed twice. }
function Distinct(const Cards: THrCards): THrCards;
var
  Each, Other: THrCard;
  Seen: Boolean;
begin
  Result := nil;
  for Each in Cards do
  begin
    Seen := False;
    for Other in Result do
      Seen := Seen or (ThisCard(Other) = ThisCard(Each));
    if Seen then
      Continue;
    SetLength(Result, Length(Result) + 1);
    Result[High(Result)] := Each;
  end;
end;

function TProgress.FindsCard: Boolean;
var
  Choice: TDmpChoice;
begin
  Choice := Default(TDmpChoice);
  try
    Choice.Cards := Distinct(Calls.WaitCard(WantedCard(Options), Options.WaitCardMs).Cards);
  except
    on E: EHealthRecord do
      if Ends(E) then
        Exit(False)
      else
        raise;
  end;
  Choice.Kind := ckCard;
  Choice.QuestionFr := 'Plusieurs cartes sont dans le lecteur. Laquelle est la v'#$00F4'tre ?';
  if Length(Choice.Cards) > 1 then
    Exit(Chooses(Choice));
  if Length(Choice.Cards) = 1 then
    Login.Card := Choice.Cards[0];
  Result := True;
end;

{ One PIN, typed for this presentation. False: another one has to be asked for. }
function TProgress.PresentsPin: Boolean;
var
  Pin, Request: string;
  Situations: TJson;
begin
  Result := True;
  Situations := Default(TJson);
  Request := '';
  Add(Request, 'card', ThisCard(Login.Card));
  if Options.ProfileJson <> '' then
    Add(Request, 'profile', Options.ProfileJson);
  Pin := '';
  try
    if not AskPin(Login.Card, WhyFr, Pin) or (Pin = '') then
    begin
      Finish(lePinGivenUp, 'Connexion abandonn'#$00E9'e : aucun code n''a '#$00E9't'#$00E9' saisi.');
      Exit;
    end;
    try
      if Held then
      begin
        Calls.PinRetryAllow;
        Held := False;
        Lifted := True;
      end;
      Done(Calls.Connect('{' + Request + '}', Pin));
      Exit;
    except
      on E: EHealthRecord do
        if AsksAgain(E) then
          Exit(False)
        else if Ends(E) then
          Exit
        else if AsksStep4(E) then
          Situations := SituationsOf(E)
        else
          raise;
    end;
  finally
    WipeString(Pin);
  end;
  Situate(Situations);
end;

{ The session is open, and stays so. }
procedure TProgress.Situate(Reply: TJson);
var
  Choice: TDmpChoice;
  Id: string;
begin
  try
    if Reply.IsNull then
      try
        Done(Calls.Connect('{"profile":{}}', ''));
        Exit;
      except
        on E: EHealthRecord do
          if AsksStep4(E) then
            Reply := SituationsOf(E)
          else
            raise;
      end;
    Choice := Default(TDmpChoice);
    Choice.Kind := ckSituation;
    Choice.Reply := Reply;
    Choice.QuestionFr := 'Dans quelle situation exercez-vous maintenant ?';
    if not Chooses(Choice) then
      Exit;
    Id := JsonQuoted(Choice.SituationId, 'situation_id');
    Done(Calls.Connect('{"situation_id":' + Id + '}', ''));
  except
    on E: EHealthRecord do
      if not Ends(E) then
        raise;
  end;
end;

class function TDmpLogin.Make(const Calls: THrGuarded; const Options: TDmpLoginOptions; const AskPin: TDmpAskPin;
  const Choose: TDmpChoose): TDmpLogin;
var
  Progress: TProgress;
begin
  Progress := Default(TProgress);
  Progress.Calls := Calls;
  Progress.Options := Options;
  Progress.AskPin := AskPin;
  Progress.Choose := Choose;
  Progress.WhyFr := 'Saisissez le code de la carte.';
  if Progress.FindsCard then
    while not Progress.PresentsPin do
      ;
  Result := Progress.Login;
end;

end.

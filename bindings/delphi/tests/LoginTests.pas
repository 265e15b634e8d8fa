unit LoginTests;

{ TDmpClient.Login against the sandbox. What counts is how often a PIN reached the card. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

procedure RunLoginTests(const Stage: TStage; const Folder: string);

implementation

uses
  {$IFDEF FPC}Classes, SysUtils{$ELSE}System.Classes, System.SysUtils{$ENDIF},
  Checks, ClientParts, HealthRecord.Client, HealthRecord.Codes, HealthRecord.Errors, HealthRecord.Files, HealthRecord.Log,
  HealthRecord.Logins, HealthRecord.Patients, HealthRecord.Results, HealthRecord.Text, HrApi;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

const
  CODES = '"card_codes":{"pin_refused":[4],"card_locked":[5],"card_absent":[3]}';

type
  { Who answers: types one of Pins at each question, the last one for ever where Stubborn, nothing when they are used up. }
  TPerson = class
    Dmp: TDmpClient;
    Pins: TStringList;
    Whys, Serials: TStringList;
    Stubborn, Leaves, Cancels: Boolean;
    Serial, Situation: string;
    Choices: string;
    Log: string;
    constructor Create(const Members: string; const ThePins: array of string);
    destructor Destroy; override;
    function AskPin(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
    function Choose(var Choice: TDmpChoice): Boolean;
    procedure Line(Level: Integer; const Line: string);
    function Login(const Serial: string): TDmpLogin;
  end;

var
  Cards: Integer;

{ A card that the PIN guard has not seen. }
function NewCard(Situations: Integer = 1): string;
var
  Listed: string;
  I: Integer;
begin
  Inc(Cards);
  Result := NumberText(2000001000 + Cards);
  Listed := '{"id":"cabinet","label":"Cabinet d''essai"}';
  for I := 2 to Situations do
    Listed := Listed + ',{"id":"s' + NumberText(I) + '","label":"Clinique d''essai"}';
  TheStage.Control.Request('POST', '/cards/insert', '{"serial":"' + Result + '","type":"CPS","pin":"8361","tries":3,'
    + '"model":"M","manufacturer":"F","category":"CPS","holder":{"id_nat":"8000010' + NumberText(Cards + 100) + '","civ_title":"DR",'
    + '"first_name":"A","last_name":"ESSAI","prof_code":10,"train_code":0,"spec_code":"SM26"},"situations":[' + Listed + ']}');
end;

procedure Remove(const Serial: string);
begin
  TheStage.Control.Request('POST', '/cards/remove', '{"serial":"' + Serial + '"}');
end;

constructor TPerson.Create(const Members: string; const ThePins: array of string);
var
  I: Integer;
begin
  inherited Create;
  TheStage.Reset;
  Dmp := TDmpClient.Create(TheStage.Configured(Members));
  Pins := TStringList.Create;
  Whys := TStringList.Create;
  Serials := TStringList.Create;
  for I := 0 to High(ThePins) do
    Pins.Add(ToRtl(ThePins[I]));
end;

destructor TPerson.Destroy;
begin
  Dmp.Free;
  Pins.Free;
  Whys.Free;
  Serials.Free;
  inherited Destroy;
end;

function TPerson.AskPin(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
begin
  Whys.Add(ToRtl(WhyFr));
  Serials.Add(ToRtl(Card.Serial));
  if Leaves then
    Remove(Card.Serial);
  if Cancels then
    Dmp.Cancel;
  Result := Pins.Count > 0;
  if not Result then
    Exit;
  Pin := FromRtl(Pins[0]);
  if (Pins.Count > 1) or not Stubborn then
    Pins.Delete(0);
end;

function TPerson.Choose(var Choice: TDmpChoice): Boolean;
begin
  Choices := Choices + Choice.QuestionFr + '|';
  Choice.Serial := Serial;
  Choice.SituationId := Situation;
  Result := True;
end;

procedure TPerson.Line(Level: Integer; const Line: string);
begin
  Log := Log + Line + #10;
end;

function TPerson.Login(const Serial: string): TDmpLogin;
var
  Options: TDmpLoginOptions;
begin
  Options := Default(TDmpLoginOptions);
  Options.Serial := Serial;
  Result := Dmp.Login(Options, AskPin, Choose);
  CheckThat(Result.SentenceFr <> '', 'a sentence');
end;

{ Logs in, and compares the ending, the questions and the presentations. }
procedure CheckLogin(const Person: TPerson; const Serial: string; Ending: TDmpLoginEnding; Asked, Presented: Integer);
var
  Login: TDmpLogin;
begin
  Login := Person.Login(Serial);
  CheckThat(Login.Ending = Ending, 'ending ' + NumberText(Ord(Login.Ending)) + ' ' + Login.SentenceFr);
  CheckNumber(Asked, Person.Whys.Count, 'questions');
  if Serial <> '' then
    CheckNumber(Presented, TheStage.Presentations(Serial), 'presentations');
end;

procedure TheRightPinLogsIn;
var
  Person: TPerson;
  Serial: string;
begin
  Person := TPerson.Create(PATIENTS, ['8361']);
  try
    Serial := NewCard;
    CheckLogin(Person, Serial, leLoggedIn, 1, 1);
    CheckText(Serial, string(Person.Serials[0]), 'whose PIN');
    CheckThat(Person.Dmp.Find(TraitsOf('EXEMPLE')).Kind = frOne, 'the session is open');
  finally
    Person.Free;
  end;
end;

procedure CheckWrongThenRight(const Members: string);
var
  Person: TPerson;
begin
  Person := TPerson.Create(Members, ['0000', '8361']);
  try
    CheckLogin(Person, NewCard, leLoggedIn, 2, 2);
    CheckThat((Person.Whys[0] <> Person.Whys[1]) and (Length(Person.Whys[1]) > 0), 'the second question says why');
  finally
    Person.Free;
  end;
end;

procedure AWrongPinIsAskedForAgain;
begin
  CheckWrongThenRight(PATIENTS);
  CheckWrongThenRight(CODES);
end;

procedure APersonMayGiveUp;
var
  Person: TPerson;
begin
  Person := TPerson.Create(CODES, []);
  try
    CheckLogin(Person, NewCard, lePinGivenUp, 1, 0);
    Person.Pins.Add('');
    CheckLogin(Person, NewCard, lePinGivenUp, 2, 0);
    Person.Pins.Add('0000');
    CheckLogin(Person, NewCard, lePinGivenUp, 4, 1);
  finally
    Person.Free;
  end;
end;

{ The same PIN is held back; what is typed after that was read is presented. }
procedure APinTypedAfterAHoldIsPresented;
var
  Person: TPerson;
begin
  Person := TPerson.Create(CODES, ['0000', '0000', '8361']);
  try
    CheckLogin(Person, NewCard, leLoggedIn, 3, 2);
    CheckThat(Person.Whys[1] <> Person.Whys[2], 'the third question speaks of the hold');
  finally
    Person.Free;
  end;
end;

procedure AProgramThatKeepsAPinLocksNoCard;
var
  Person: TPerson;
begin
  Person := TPerson.Create(CODES, ['0000']);
  try
    Person.Stubborn := True;
    CheckLogin(Person, NewCard, lePinHeld, 4, 2);
  finally
    Person.Free;
  end;
end;

procedure ALockedCardIsAnEnding;
var
  Person: TPerson;
  Serial: string;
begin
  Person := TPerson.Create(CODES, ['0000', '1111', '2222', '3333']);
  try
    Serial := NewCard;
    CheckThat(Person.Login(Serial).Ending = leCardLocked, 'locked');
    CheckNumber(3, TheStage.Presentations(Serial), 'presentations');
  finally
    Person.Free;
  end;
end;

procedure ACardThatIsNotThereIsAnEnding;
var
  Person: TPerson;
  Serial: string;
begin
  Person := TPerson.Create(CODES, ['8361', '8361']);
  try
    CheckLogin(Person, '2999999999', leNoCard, 0, 0);
    { It goes while the PIN is typed. }
    Person.Leaves := True;
    Serial := NewCard;
    CheckLogin(Person, Serial, leNoCard, 1, 0);
  finally
    Person.Free;
  end;
end;

procedure TheHolderChoosesCardAndSituation;
var
  Person: TPerson;
  Login: TDmpLogin;
  First, Second: string;
begin
  Person := TPerson.Create(PATIENTS, ['8361']);
  try
    Remove('2000000001');
    Remove('2000000002');
    Remove('3000000001');
    First := NewCard;
    Second := NewCard(3);
    CheckLogin(Person, '', leNotChosen, 0, 0);
    Person.Serial := Second;
    Person.Situation := 's2';
    Login := Person.Login('');
    CheckThat(Login.Ending = leLoggedIn, Login.SentenceFr);
    CheckNumber(1, Person.Whys.Count, 'questions');
    CheckNumber(1, TheStage.Presentations(Second), 'the card that was chosen');
    CheckNumber(0, TheStage.Presentations(First), 'the other one');
  finally
    Person.Free;
  end;
end;

procedure ASituationIsChosenWithoutAnotherPin;
var
  Person: TPerson;
  Login: TDmpLogin;
  Serial: string;
begin
  Person := TPerson.Create(PATIENTS, ['8361', '8361']);
  try
    Serial := NewCard(3);
    Login := Person.Login(Serial);
    CheckThat(Login.Ending = leNotChosen, 'not chosen');
    CheckThat(Person.Dmp.Session.State.Session, 'the session stays open');
    Person.Situation := 's2';
    CheckThat(Person.Login(Serial).Ending = leLoggedIn, 'chosen');
    CheckNumber(2, TheStage.Presentations(Serial), 'one presentation for each login');
    CheckNumber(1, TheStage.Requests('profile_select'), 'selections');
    CheckThat(Person.Dmp.Find(TraitsOf('EXEMPLE')).Kind = frOne, 'the professional is known');
  finally
    Person.Free;
  end;
end;

procedure ALoginIsCancelledBetweenItsCalls;
var
  Person: TPerson;
begin
  Person := TPerson.Create(CODES, ['8361', '8361']);
  try
    Person.Cancels := True;
    CheckLogin(Person, NewCard, leCancelled, 1, 0);
    CheckLogin(Person, NewCard, leCancelled, 1, 0);
    Person.Cancels := False;
    Person.Dmp.Canceller.Reset;
    CheckLogin(Person, NewCard, leLoggedIn, 2, 1);
  finally
    Person.Free;
  end;
end;

procedure AnOutageIsAnException;
var
  Person: TPerson;
  Serial: string;
begin
  Person := TPerson.Create(CODES, ['8361']);
  try
    Serial := NewCard;
    TheStage.Fault('{"call":"login","times":1,"act":true,"cut":"before"}');
    try
      Person.Login(Serial);
      CheckThat(False, 'a lost answer came out as a value');
    except
      on E: EHealthRecord do
        CheckThat((E.CodeKind = hcInDoubt) and (Pos('8361', E.Message + E.Raw) = 0), E.Name);
    end;
    CheckNumber(1, Person.Whys.Count, 'questions');
    CheckNumber(1, TheStage.Presentations(Serial), 'presentations');
  finally
    Person.Free;
  end;
end;

procedure NoPinIsLogged;
var
  Person: TPerson;
  Login: TDmpLogin;
begin
  Person := TPerson.Create(CODES, ['7294', '7294', '8361']);
  HrSetLog(Person.Line, HR_LOG_DEBUG);
  try
    Login := Person.Login(NewCard);
  finally
    HrSetLog(nil);
  end;
  CheckThat(Login.Ending = leLoggedIn, Login.SentenceFr);
  CheckThat((Length(Person.Log) > 100) and (Pos('7294', Person.Log) = 0) and (Pos('8361', Person.Log) = 0), 'a PIN is in the log');
  CheckThat(Pos('7294', Login.Failure.Raw) = 0, 'a PIN is in a failure');
  Person.Free;
end;

procedure RunLoginTests(const Stage: TStage; const Folder: string);
begin
  UseStage(Stage, Folder);
  Run('the right PIN logs in', TheRightPinLogsIn);
  Run('a wrong PIN is asked for again', AWrongPinIsAskedForAgain);
  Run('a person may give up', APersonMayGiveUp);
  Run('a PIN typed after a hold is presented', APinTypedAfterAHoldIsPresented);
  Run('a program that keeps a PIN locks no card', AProgramThatKeepsAPinLocksNoCard);
  Run('a locked card is an ending', ALockedCardIsAnEnding);
  Run('a card that is not there is an ending', ACardThatIsNotThereIsAnEnding);
  Run('the holder chooses card and situation', TheHolderChoosesCardAndSituation);
  Run('a situation is chosen without another PIN', ASituationIsChosenWithoutAnotherPin);
  Run('a login is cancelled between its calls', ALoginIsCancelledBetweenItsCalls);
  Run('an outage of the login is an exception', AnOutageIsAnException);
  Run('no PIN is logged', NoPinIsLogged);
end;

end.

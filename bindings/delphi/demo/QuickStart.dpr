program QuickStart;

{ Sends a document into a patient's shared health record, in few calls; SendDocument has the single steps.
    QuickStart CONFIGURATION CARD_SERIAL NOM PRENOM FILE      (the PIN, and a choice, on standard input) }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  HealthRecord.Client, HealthRecord.Deposits, HealthRecord.Errors, HealthRecord.Files, HealthRecord.Logins,
  HealthRecord.Patients, HealthRecord.Results, ConsoleText;

type
  TPerson = class { who sits in front of the program }
    class function AskPin(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
    class function Choose(var Choice: TDmpChoice): Boolean;
  end;

class function TPerson.AskPin(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
begin
  WriteError(WhyFr + ' (' + Card.FirstName + ' ' + Card.LastName + ')');
  Pin := ReadText;
  Result := Pin <> ''; { an empty one gives up }
end;

class function TPerson.Choose(var Choice: TDmpChoice): Boolean;
begin
  WriteError(Choice.QuestionFr + ' ' + Choice.Reply.ToJson);
  Choice.SituationId := ReadText;
  Result := Choice.SituationId <> '';
end;

{ A sentence for the doctor. }
function Send(Dmp: TDmpClient; const Card: TDmpLoginOptions; const Traits: TDmpTraits; const Document: TDmpDocument): string;
var
  Login: TDmpLogin;
  Found: TDmpFound;
  Sent: TDmpSent;
begin
  Login := Dmp.Login(Card, TPerson.AskPin, TPerson.Choose);
  if Login.Ending <> leLoggedIn then
    Exit(Login.SentenceFr);
  Found := Dmp.Find(Traits);
  if Found.Kind <> frOne then { nobody, several, or one whom a person has to compare }
    Exit(Found.SentenceFr);
  Sent := Dmp.Send(Found.Patient, Document);
  ExitCode := Ord(not (Sent.Ending in [deSent, deAlreadySent]));
  Result := Sent.SentenceFr;
end;

var
  Dmp: TDmpClient;
  Card: TDmpLoginOptions;
  Traits: TDmpTraits;
  Document: TDmpDocument;
begin
  ExitCode := 1;
  Dmp := nil;
  try
    Card := Default(TDmpLoginOptions);
    Card.Serial := ArgumentText(2);
    Traits := Default(TDmpTraits);
    Traits.Nom := ArgumentText(3);
    Traits.Prenom := ArgumentText(4);
    Document := Default(TDmpDocument);
    Document.Path := ArgumentText(5);
    Document.TypeCode := '11503-0';
    Document.ActivityType := '10';
    Dmp := TDmpClient.Create(ArgumentText(1));
    WriteText(Send(Dmp, Card, Traits, Document));
  except
    on E: EHealthRecord do { an outage, or a wrong call }
      WriteError(E.MessageFr);
  end;
  Dmp.Free;
end.

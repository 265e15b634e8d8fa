program QuickStart;

{ Sends a document into a patient's shared health record:
    QuickStart CONFIGURATION CARD_SERIAL NOM PRENOM FILE      (the PIN and other answers, on standard input)
  CONFIGURATION is JSON, or the path of a file with it. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  HealthRecord, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Text, HealthRecord.Types, ConsoleText;

type
  TPerson = class { who sits in front of the program }
    class function Answer(const Question: THrQuestion): THrAnswer;
  end;

class function TPerson.Answer(const Question: THrQuestion): THrAnswer;
var
  I: Integer;
begin
  WriteText(Question.SentenceFr);
  for I := 0 to High(Question.Choices) do
    WriteText('  ' + NumberText(I + 1) + '  ' + Question.Choices[I].LabelFr);
  if Question.Kind = HR_ASK_PIN then
    Result := Question.Enter(Asked('Code : ')) { an empty one ends the call }
  else
    Result := Question.Choose(NumberOf(Asked('Num'#$00E9'ro, ou rien : ')) - 1);
end;

{ How it ended, for the doctor. }
function Send(Client: THrClient; const Card: THrConnectRequest; const Traits: THrTraits;
  const Document: THrDocumentFile): THrEnded;
begin
  Result := Client.Login(Card);
  if Result.IsOpen then
    Result := Client.Deposit(Traits, '', [Document]);
end;

var
  Client: THrClient;
  Card: THrConnectRequest;
  Traits: THrTraits;
  Document: THrDocumentFile;
  Sent: THrEnded;
begin
  ExitCode := 1;
  Client := nil;
  try
    Client := THrClient.Create(ArgumentText(1), TPerson.Answer);
    Card := Default(THrConnectRequest);
    Card.CardJson := '{"serial":' + JsonQuoted(ArgumentText(2)) + '}';
    Card.WaitCardMs := 60000;
    Traits := Default(THrTraits);
    Traits.Nom := ArgumentText(3);
    Traits.Prenom := ArgumentText(4);
    Document := Default(THrDocumentFile);
    Document.Path := ArgumentText(5);
    Document.TypeCode := '11503-0';
    Document.ActivityType := '10';
    Sent := Send(Client, Card, Traits, Document);
    WriteText(Sent.SentenceFr);
    ExitCode := Ord(not Sent.IsComplete);
  except
    on E: EHealthRecord do { a mistake of the program, or of its configuration }
      WriteError(E.Error.MessageFr);
  end;
  Client.Free;
end.

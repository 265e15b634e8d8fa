program QuickStart;

{ Sends a document into a patient's shared health record:
    QuickStart CONFIGURATION CARD_SERIAL NOM PRENOM FILE      (the PIN and other answers, on standard input)
  CONFIGURATION is JSON, or the path of a file with it. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Text, HealthRecord.Types, ConsoleText;

type
  TPerson = class { who sits in front of the program }
    class function Answer(const Question: THrQuestion): THrAnswer;
  end;

class function TPerson.Answer(const Question: THrQuestion): THrAnswer;
begin
  WriteText(Question.SentenceFr);
  WriteChoices(Question);
  if Question.Kind = HR_ASK_PIN then
    Result := Question.Enter(AskedHidden('Code : ')) { an empty one ends the call }
  else
    Result := Chosen(Question);
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
    on E: Exception do
      WriteError(FromRtl(E.Message));
  end;
  Client.Free;
end.

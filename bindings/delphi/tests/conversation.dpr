program conversation;

{ Holds the conversations of a script with one client, and prints a line of JSON for each call:
    conversation CONFIGURATION SCRIPT }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Text, HealthRecord.Types,
  ConsoleText;

type
  TPerson = class
    class function Answer(const Question: THrQuestion): THrAnswer;
  end;

var
  Answers: TArray<TJson>;
  Asked: string;
  Next: Integer;

class function TPerson.Answer(const Question: THrQuestion): THrAnswer;
var
  Given: TJson;
  I: Integer;
begin
  AddItem(Asked, JsonQuoted(Question.Kind));
  Result := Default(THrAnswer);
  if Next >= Length(Answers) then
    Exit;
  Given := Answers[Next];
  Inc(Next);
  if not Given['code'].IsNull then
    Result := Question.Enter(Given['code'].AsText)
  else if Given['enter'].Kind = jkText then
    Result := Question.Enter(Given['enter'].AsText)
  else if Given['enter'].Kind <> jkMissing then
    Result := Question.Enter(Given['enter'].ToJson)
  else if not Given['choice'].IsNull then
    for I := 0 to High(Question.Choices) do
      if Pos(Given['choice'].AsText, Question.Choices[I].LabelFr) > 0 then
        Exit(Question.Choose(I));
end;

function OperationOf(const Call: string): string;
begin
  Result := 'hr_deposit';
  if Call = 'login' then
    Result := 'hr_connect'
  else if Call = 'find' then
    Result := 'hr_patient_find';
end;

function Described(const Ended: THrEnded): string;
const
  WORDS: array[Boolean] of string = ('false', 'true');
var
  Each: THrDocument;
  Listed: string;
begin
  Listed := '';
  for Each in Ended.Documents do
    AddItem(Listed, '{"ending":' + JsonQuoted(Each.Ending) + ',"outcome":' + JsonQuoted(Each.Outcome) + ',"already":'
      + WORDS[Each.Already] + '}');
  Result := '{"ending":' + JsonQuoted(Ended.Ending) + ',"sentence_fr":' + JsonQuoted(Ended.SentenceFr) + ',"asked":['
    + Asked + '],"done":' + WORDS[Ended.IsOpen or Ended.IsComplete or (Ended.Ending = HR_ENDING_FOUND)]
    + ',"documents":[' + Listed + ']}';
end;

procedure Hold(Client: THrClient; const Script: TJson);
var
  Call: TJson;
begin
  for Call in Script.ToArray do
  begin
    Answers := Call['answers'].ToArray;
    Next := 0;
    Asked := '';
    try
      WriteText(Described(Client.Perform(OperationOf(Call['call'].AsText), Call['request'].ToJson)));
    except
      on E: EHealthRecord do
        WriteText('{"raised":' + JsonQuoted(E.Error.Name) + '}');
      on EArgumentException do { a text that the library would see otherwise }
        WriteText('{"raised":"HR_E_ARGUMENT"}');
    end;
  end;
end;

var
  Client: THrClient;
begin
  Client := THrClient.Create(ArgumentText(1), TPerson.Answer);
  try
    Hold(Client, TJson.OfText(ToText(BytesOfFile(ArgumentText(2)))));
  finally
    Client.Free;
  end;
end.

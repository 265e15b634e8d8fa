unit OutboxList;

{ The list of the outbox, and its questions on standard input. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Deposits, HealthRecord.Patients;

type
  TOutboxLine = record
    FileName, TypeCode, ActivityType: string;
    Traits: TDmpTraits;
    function Document(const Folder: string): TDmpDocument;
  end;

  TOutboxLines = array of TOutboxLine;

function LinesOf(const FileName: string): TOutboxLines;
{ Asks on the main thread, as a form does. }
function Answer(const Question: string): string;
function Agrees(const Question: string): Boolean;

implementation

uses
  {$IFDEF FPC}Classes{$ELSE}System.Classes{$ENDIF},
  HealthRecord.Files, HealthRecord.Text, ConsoleText;

type
  TQuestion = class
    Text, Answer: string;
    procedure Ask;
  end;

procedure TQuestion.Ask;
begin
  WriteText(Text);
  Answer := ReadText;
end;

function TOutboxLine.Document(const Folder: string): TDmpDocument;
begin
  Result := Default(TDmpDocument);
  Result.Path := Folder + FileName;
  Result.TypeCode := TypeCode;
  Result.ActivityType := ActivityType;
end;

{ What stands before Mark, which goes with it. }
function Taken(var Text: string; Mark: Char): string;
var
  At: Integer;
begin
  At := Pos(Mark, Text);
  if At = 0 then
    At := Length(Text) + 1;
  Result := Copy(Text, 1, At - 1);
  Delete(Text, 1, At);
end;

function LinesOf(const FileName: string): TOutboxLines;
var
  Text, Line: string;
  Read: TOutboxLine;
begin
  Result := nil;
  if not TryToText(StartOfFile(FileName, FileSizeOf(FileName)), Text) then
    Text := '';
  while Text <> '' do
  begin
    Line := Taken(Text, #10);
    if Pos(';', Line) = 0 then
      Continue;
    Read := Default(TOutboxLine);
    Read.FileName := Taken(Line, ';');
    Read.Traits.Nom := Taken(Line, ';');
    Read.Traits.Prenom := Taken(Line, ';');
    Read.Traits.DateNaissance := Taken(Line, ';');
    Read.Traits.Sexe := Taken(Line, ';');
    Read.TypeCode := Taken(Line, ';');
    Read.ActivityType := Taken(Line, #13);
    SetLength(Result, Length(Result) + 1);
    Result[High(Result)] := Read;
  end;
end;

function Answer(const Question: string): string;
var
  Asked: TQuestion;
begin
  Asked := TQuestion.Create;
  try
    Asked.Text := Question;
    TThread.Synchronize(nil, Asked.Ask);
    Result := Asked.Answer;
  finally
    Asked.Free;
  end;
end;

function Agrees(const Question: string): Boolean;
begin
  Result := Answer(Question + ' [o/N]') = 'o';
end;

end.

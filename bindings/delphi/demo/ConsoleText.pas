unit ConsoleText;

{ Standard input and output for string, and questions to a person. Delphi's Writeln would do; Free Pascal's loses characters on Unix unless the
  program links cwstring and runs in a fitting locale. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord;

procedure WriteText(const Text: string);
procedure WriteError(const Text: string);
function ReadText: string;

/// An argument of the program.
function ArgumentText(Index: Integer): string;

/// Asks for a line of text; empty at the end of the input. What was typed before, such as a PIN twice, is no answer: a terminal
/// forgets it.
function Asked(const Prompt: string): string;

/// The same, and a terminal does not show what is typed.
function AskedHidden(const Prompt: string): string;

/// Shows what there is to choose from; what can be chosen has a number.
procedure WriteChoices(const Question: THrQuestion);

/// Whether anything can be chosen.
function HasChoice(const Question: THrQuestion): Boolean;

/// Asks for a number of WriteChoices; anything else is no answer. Asks nothing where nothing can be chosen.
function Chosen(const Question: THrQuestion): THrAnswer;

type
  TRows = TArray<TArray<string>>;

/// The cells of a list in CSV, and behind them the number of their line; not of the first line, which has exactly these names, and
/// of lines that are empty. A row that was cut could be of another patient: raises EInOutError, with its line's number and nothing
/// of it, where it has not a cell a name, or where a quotation is open at its end.
function RowsOf(const FileName, Names: string): TRows;

/// A folder of the user's own, on a disk of this computer, with its last separator; it is made.
function UserFolder(const Name: string): string;

implementation

uses
  {$IFDEF MSWINDOWS}
  {$IFDEF FPC}Windows,{$ELSE}Winapi.Windows,{$ENDIF}
  {$ELSE}
  {$IFDEF FPC}termio,{$ELSE}Posix.Termios,{$ENDIF}
  {$ENDIF}
  {$IFDEF FPC}SysUtils, Classes{$ELSE}System.SysUtils, System.Classes{$ENDIF},
  HealthRecord.Text, HealthRecord.Types;

procedure WriteText(const Text: string);
begin
  Writeln(ToRtl(Text));
  Flush(Output); { each thread has a buffer of its own in Free Pascal }
end;

procedure WriteError(const Text: string);
begin
  Writeln(ErrOutput, ToRtl(Text));
end;

function ReadText: string;
var
  Line: {$IFDEF FPC}RawByteString{$ELSE}string{$ENDIF};
begin
  Readln(Line);
  Result := FromRtl(Line);
end;

procedure ForgetTyped;
begin
  {$IFDEF MSWINDOWS}
  FlushConsoleInputBuffer(GetStdHandle(STD_INPUT_HANDLE));
  {$ELSE}
  tcflush(0, TCIFLUSH);
  {$ENDIF}
end;

function Asked(const Prompt: string): string;
begin
  ForgetTyped;
  Write(ToRtl(Prompt));
  Flush(Output);
  Result := ReadText;
end;

function ArgumentText(Index: Integer): string;
begin
  {$IF DEFINED(FPC) AND DEFINED(UNIX)}
  Result := '';
  if Index < argc then
    Result := FromRtl(argv[Index]);
  {$ELSE}
  Result := string(ParamStr(Index));
  {$IFEND}
end;

{$IFDEF MSWINDOWS}
function AskedHidden(const Prompt: string): string;
var
  Console: THandle;
  Mode: DWORD;
begin
  Console := GetStdHandle(STD_INPUT_HANDLE);
  if not GetConsoleMode(Console, Mode) then
    Exit(Asked(Prompt)); { no terminal }
  SetConsoleMode(Console, Mode and not DWORD(ENABLE_ECHO_INPUT));
  try
    Result := Asked(Prompt);
  finally
    SetConsoleMode(Console, Mode);
  end;
  WriteText('');
end;
{$ELSE}
function AskedHidden(const Prompt: string): string;
var
  Shown, Hidden: termios;
begin
  Shown := Default(termios);
  if tcgetattr(0, Shown) <> 0 then
    Exit(Asked(Prompt)); { no terminal }
  Hidden := Shown;
  Hidden.c_lflag := Hidden.c_lflag and not ECHO;
  tcsetattr(0, TCSADRAIN, Hidden);
  try
    Result := Asked(Prompt);
  finally
    tcsetattr(0, TCSADRAIN, Shown);
  end;
  WriteText('');
end;
{$ENDIF}

{ The PIN is entered, and an update is signed for. }
function CanBeChosen(const Question: THrQuestion; Index: Integer): Boolean;
begin
  Result := (Question.Kind <> HR_ASK_PIN) and (Question.Kind <> HR_ASK_UPDATE) and (Index >= 0)
    and (Index < Length(Question.Choices)) and not Question.Choices[Index].Value.IsNull;
end;

procedure WriteChoices(const Question: THrQuestion);
var
  I: Integer;
  Number: string;
begin
  for I := 0 to High(Question.Choices) do
  begin
    Number := '-';
    if CanBeChosen(Question, I) then
      Number := NumberText(I + 1);
    WriteText('  ' + Number + '  ' + Question.Choices[I].LabelFr);
  end;
end;

function HasChoice(const Question: THrQuestion): Boolean;
var
  I: Integer;
begin
  Result := False;
  for I := 0 to High(Question.Choices) do
    Result := Result or CanBeChosen(Question, I);
end;

function Chosen(const Question: THrQuestion): THrAnswer;
var
  Line: string;
  I, Number: Integer;
begin
  Result := Default(THrAnswer);
  if not HasChoice(Question) then
    Exit;
  Line := Asked('Num'#$00E9'ro, ou rien : ');
  Number := 0;
  for I := 1 to Length(Line) do
    if (Line[I] >= '0') and (Line[I] <= '9') and (Number < 100000) then
      Number := 10 * Number + Ord(Line[I]) - Ord('0')
    else
      Number := High(Integer);
  if CanBeChosen(Question, Number - 1) then
    Result := Question.Choose(Number - 1);
end;

function Texts(List: TStringList): TArray<string>;
var
  I: Integer;
begin
  Result := nil;
  SetLength(Result, List.Count);
  for I := 0 to List.Count - 1 do
    Result[I] := FromRtl(List[I]);
end;

function LinesOf(const FileName: string): TArray<string>;
var
  List: TStringList;
begin
  List := TStringList.Create;
  try
    List.Text := ToRtl(TextOfFile(FileName));
    Result := Texts(List);
  finally
    List.Free;
  end;
end;

function CellsOf(const Line: string): TArray<string>;
var
  List: TStringList;
begin
  List := TStringList.Create;
  try
    List.StrictDelimiter := True; { a comma separates, a blank does not }
    List.DelimitedText := ToRtl(Line);
    Result := Texts(List);
  finally
    List.Free;
  end;
end;

function IsOpen(const Line: string): Boolean;
var
  Letter: Char;
begin
  Result := False;
  for Letter in Line do
    Result := Result xor (Letter = '"');
end;

function RowsOf(const FileName, Names: string): TRows;
var
  Lines, Row, Known: TArray<string>;
  I, Count: Integer;
begin
  Result := nil;
  Lines := LinesOf(FileName);
  Known := CellsOf(Names);
  if Length(Lines) > 0 then
    Row := CellsOf(Lines[0]);
  for I := 0 to High(Known) do
    if (Length(Row) <> Length(Known)) or (Row[I] <> Known[I]) then
      raise EInOutError.Create(ToRtl('line 1 of the list is not: ' + Names));
  Count := 0;
  SetLength(Result, Length(Lines));
  for I := 1 to High(Lines) do
  begin
    Row := CellsOf(Lines[I]);
    if Lines[I] = '' then
      Continue;
    if Length(Row) <> Length(Known) then
      raise EInOutError.Create(ToRtl('line ' + NumberText(I + 1) + ' of the list: not as many fields as names'));
    if IsOpen(Lines[I]) then
      raise EInOutError.Create(ToRtl('line ' + NumberText(I + 1) + ' of the list: a quotation mark is open'));
    SetLength(Row, Length(Row) + 1);
    Row[High(Row)] := NumberText(I + 1);
    Result[Count] := Row;
    Inc(Count);
  end;
  SetLength(Result, Count);
end;

function UserFolder(const Name: string): string;
begin
  {$IFDEF MSWINDOWS}
  Result := EnvironmentText('LOCALAPPDATA') + '\' + Name + '\';
  {$ELSE}
  Result := EnvironmentText('HOME') + '/.local/state/' + Name + '/';
  {$ENDIF}
  ForceDirectories(SystemName(Result));
end;

end.

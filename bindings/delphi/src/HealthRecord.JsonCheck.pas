unit HealthRecord.JsonCheck;

{ Says whether a text is JSON (RFC 8259), without recursion: the nesting is a counter and a small stack. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

const
  /// The library refuses replies deeper than 128; its own object around a reply adds one.
  JSON_MAX_DEPTH = 256;

/// 0 when Text is one JSON value in UTF-8, else the place of the first byte that cannot be (from 1).
function JsonFlaw(const Text: UTF8String): Integer;

implementation

uses
  HealthRecord.Text;

type
  { Every text ends with #0, which no rule accepts, so that no look-ahead leaves it. }
  TScanner = record
    At, Stop: PAnsiChar;
    Depth: Integer;
    Open: array[1..JSON_MAX_DEPTH] of AnsiChar;
    procedure SkipSpace;
    function Taken(Wanted: AnsiChar): Boolean;
    function Literal(const Word: UTF8String): Boolean;
    function Digits: Boolean;
    function Number: Boolean;
    function Escape: Boolean;
    function Quoted: Boolean;
    function Key: Boolean;
    function Enter(Bracket: AnsiChar): Boolean;
    function Value(out Complete: Boolean): Boolean;
    function Follow(out Finished: Boolean): Boolean;
    function Whole: Boolean;
  end;

procedure TScanner.SkipSpace;
begin
  while At^ in [#9, #10, #13, ' '] do
    Inc(At);
end;

function TScanner.Taken(Wanted: AnsiChar): Boolean;
begin
  Result := At^ = Wanted;
  if Result then
    Inc(At);
end;

function TScanner.Literal(const Word: UTF8String): Boolean;
var
  I: Integer;
begin
  for I := 1 to Length(Word) do
    if not Taken(Word[I]) then
      Exit(False);
  Result := True;
end;

function TScanner.Digits: Boolean;
begin
  Result := At^ in ['0'..'9'];
  while At^ in ['0'..'9'] do
    Inc(At);
end;

function TScanner.Number: Boolean;
begin
  Taken('-');
  Result := Taken('0') or Digits;
  if Result and Taken('.') then
    Result := Digits;
  if Result and (At^ in ['e', 'E']) then
  begin
    Inc(At);
    if At^ in ['+', '-'] then
      Inc(At);
    Result := Digits;
  end;
end;

function TScanner.Escape: Boolean;
var
  I: Integer;
begin
  Result := At^ in ['"', '\', '/', 'b', 'f', 'n', 'r', 't', 'u'];
  if not Result then
    Exit;
  Inc(At);
  if At[-1] <> 'u' then
    Exit;
  for I := 1 to 4 do
  begin
    if not (At^ in ['0'..'9', 'a'..'f', 'A'..'F']) then
      Exit(False);
    Inc(At);
  end;
end;

function TScanner.Quoted: Boolean;
var
  Used: Integer;
  Scalar: Cardinal;
begin
  Result := False;
  if not Taken('"') then
    Exit;
  while not Taken('"') do
    if Taken('\') then
    begin
      if not Escape then
        Exit;
    end
    else
    begin
      Used := DecodeOne(At, Stop - At, Scalar);
      if (Used = 0) or (Scalar < 32) then
        Exit;
      Inc(At, Used);
    end;
  Result := True;
end;

function TScanner.Key: Boolean;
begin
  SkipSpace;
  Result := Quoted;
  SkipSpace;
  Result := Result and Taken(':');
end;

function TScanner.Enter(Bracket: AnsiChar): Boolean;
begin
  Result := Depth < JSON_MAX_DEPTH;
  if not Result then
    Exit;
  Inc(Depth);
  Open[Depth] := Bracket;
  Inc(At);
  SkipSpace;
end;

{ Reads a value, or the beginning of one that is not empty: then Complete is False. }
function TScanner.Value(out Complete: Boolean): Boolean;
begin
  Complete := True;
  SkipSpace;
  case At^ of
    '"': Result := Quoted;
    't': Result := Literal('true');
    'f': Result := Literal('false');
    'n': Result := Literal('null');
    '-', '0'..'9': Result := Number;
    '[':
      begin
        Result := Enter('[');
        Complete := At^ = ']';
      end;
    '{':
      begin
        Result := Enter('{');
        Complete := At^ = '}';
        Result := Result and (Complete or Key);
      end;
  else
    Result := False;
  end;
end;

{ Reads what follows a value, up to the next one or to the end, where Finished is True. }
function TScanner.Follow(out Finished: Boolean): Boolean;
begin
  Finished := False;
  repeat
    SkipSpace;
    if Depth = 0 then
    begin
      Finished := True;
      Exit(At = Stop);
    end;
    if Taken(',') then
      Exit((Open[Depth] = '[') or Key);
    if not ((Open[Depth] = '[') and Taken(']') or (Open[Depth] = '{') and Taken('}')) then
      Exit(False);
    Dec(Depth);
  until False;
end;

function TScanner.Whole: Boolean;
var
  Complete, Finished: Boolean;
begin
  Finished := False;
  repeat
    Result := Value(Complete);
    if Result and Complete then
      Result := Follow(Finished);
  until Finished or not Result;
end;

function JsonFlaw(const Text: UTF8String): Integer;
var
  Scanner: TScanner;
begin
  Scanner.At := PAnsiChar(Text);
  Scanner.Stop := Scanner.At + Length(Text);
  Scanner.Depth := 0;
  if Scanner.Whole then
    Result := 0
  else
    Result := Scanner.At - PAnsiChar(Text) + 1;
end;

end.

unit HealthRecord.JsonText;

{ Moves over a JSON text that HealthRecord.JsonCheck found to be right, and writes and reads its strings. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

/// Text as a JSON string with its quotes, in ASCII: everything else is escaped.
function JsonQuoted(const Text: string): string;

{ At is where the value (text, space) begins; the result is behind it. }
function PastSpace(At: PAnsiChar): PAnsiChar;
function PastText(At: PAnsiChar): PAnsiChar;
function PastValue(At: PAnsiChar): PAnsiChar;

{ From behind an item to the next one, or to the closing bracket. }
function PastComma(At: PAnsiChar): PAnsiChar;

{ Start is the opening quote, Stop is behind the closing one. False when escapes leave half a character. }
function Unquoted(Start, Stop: PAnsiChar; out Text: string): Boolean;

implementation

uses
  HealthRecord.Text;

function PastSpace(At: PAnsiChar): PAnsiChar;
begin
  while At^ in [#9, #10, #13, ' '] do
    Inc(At);
  Result := At;
end;

function PastText(At: PAnsiChar): PAnsiChar;
begin
  Inc(At);
  while At^ <> '"' do
  begin
    if At^ = '\' then
      Inc(At);
    Inc(At);
  end;
  Result := At + 1;
end;

function PastValue(At: PAnsiChar): PAnsiChar;
var
  Depth: Integer;
begin
  Depth := 0;
  repeat
    case At^ of
      '"': At := PastText(At);
      '[', '{':
        begin
          Inc(Depth);
          Inc(At);
        end;
      ']', '}':
        begin
          Dec(Depth);
          Inc(At);
        end;
      ',', ':', #9, #10, #13, ' ': Inc(At);
    else
      while not (At^ in [#0, ',', ']', '}', #9, #10, #13, ' ']) do
        Inc(At);
    end;
  until Depth = 0;
  Result := At;
end;

function PastComma(At: PAnsiChar): PAnsiChar;
begin
  Result := PastSpace(At);
  if Result^ = ',' then
    Result := PastSpace(Result + 1);
end;

function HexOf(At: PAnsiChar): Cardinal;
var
  I: Integer;
begin
  Result := 0;
  for I := 0 to 3 do
    case At[I] of
      '0'..'9': Result := Result * 16 + Cardinal(Ord(At[I]) - Ord('0'));
    else
      Result := Result * 16 + Cardinal((Ord(At[I]) and $DF) - Ord('A') + 10);
    end;
end;

function Unquoted(Start, Stop: PAnsiChar; out Text: string): Boolean;
var
  At: PAnsiChar;
  Code: Cardinal;
  Written, Used: Integer;
  Escaped: Boolean;
  Plain: string;
  Unused: UTF8String;
begin
  Text := '';
  SetLength(Text, Stop - Start);
  Written := 0;
  Escaped := False;
  At := Start + 1;
  Dec(Stop);
  while At < Stop do
    if At^ <> '\' then
    begin
      Used := 1;
      while (At + Used < Stop) and (At[Used] <> '\') do
        Inc(Used);
      TryToText(At, Used, Plain);
      Move(PChar(Plain)^, Text[Written + 1], Length(Plain) * SizeOf(Char));
      Inc(Written, Length(Plain));
      Inc(At, Used);
    end
    else
    begin
      Code := Ord(At[1]);
      Used := 2;
      case At[1] of
        'b': Code := 8;
        'f': Code := 12;
        'n': Code := 10;
        'r': Code := 13;
        't': Code := 9;
        'u':
          begin
            Code := HexOf(At + 2);
            Used := 6;
            Escaped := True;
          end;
      end;
      Inc(Written);
      Text[Written] := Char(Code);
      Inc(At, Used);
    end;
  SetLength(Text, Written);
  Result := not Escaped or TryToUtf8(Text, Unused);
end;

function JsonQuoted(const Text: string): string;
const
  Digits: array[0..15] of Char = '0123456789abcdef';
var
  Each: Char;
  Code: Integer;
begin
  Result := '"';
  for Each in Text do
  begin
    Code := Ord(Each);
    if (Each = '"') or (Each = '\') then
      Result := Result + '\' + Each
    else if (Code >= 32) and (Code < 127) then
      Result := Result + Each
    else
      Result := Result + '\u' + Digits[Code shr 12] + Digits[(Code shr 8) and 15] + Digits[(Code shr 4) and 15]
        + Digits[Code and 15];
  end;
  Result := Result + '"';
end;

end.

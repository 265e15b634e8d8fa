unit HealthRecord.Text;

{ UTF-8 at the boundary of the library, UTF-16 outside.

  Done by hand, because Free Pascal on Unix loses characters in its own conversions unless the program links a
  string manager, and because the conversions of both compilers repair bad text in silence. Here text that
  cannot be converted without loss is refused: lone surrogates in UTF-16, overlong or cut sequences in UTF-8. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

type
  /// The string of the run-time library: UTF-16 in Delphi; in Free Pascal bytes, here always UTF-8.
  TRtlText = {$IFDEF FPC}RawByteString{$ELSE}string{$ENDIF};

/// True when Text was converted; False when it has a lone surrogate. Utf8 is written in one piece, so that no
/// other copy of a secret stays behind.
function TryToUtf8(const Text: string; out Utf8: UTF8String): Boolean;

/// True when the Size bytes from Start on are UTF-8.
function TryToText(Start: PAnsiChar; Size: Integer; out Text: string): Boolean; overload;

/// True when Utf8 is UTF-8, whatever code page it is labelled with.
function TryToText(const Utf8: RawByteString; out Text: string): Boolean; overload;

/// The Size bytes from Start on, as they are.
function CopyOfBytes(Start: PAnsiChar; Size: Integer): UTF8String;

/// Text as an argument of the run-time library, such as the message of an exception.
function ToRtl(const Text: string): TRtlText;

/// A whole number in decimal.
function NumberText(Value: Int64): string;

/// Overwrites a text that held a secret, then empties it. Only for texts that no other variable shares.
procedure WipeText(var Secret: UTF8String);

/// The same for a string; one that is shared, or a constant, is only let go.
procedure WipeString(var Secret: string);

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF};

{ The scalar at Index, which moves behind it; False for a lone surrogate. }
function NextScalar(const Text: string; var Index: Integer; out Scalar: Cardinal): Boolean;
var
  Low: Cardinal;
begin
  Scalar := Ord(Text[Index]);
  Inc(Index);
  Result := (Scalar < $D800) or (Scalar > $DFFF);
  if Result or (Scalar > $DBFF) or (Index > Length(Text)) then
    Exit;
  Low := Ord(Text[Index]);
  if (Low < $DC00) or (Low > $DFFF) then
    Exit;
  Inc(Index);
  Scalar := $10000 + ((Scalar - $D800) shl 10) + (Low - $DC00);
  Result := True;
end;

function BytesOf(Scalar: Cardinal): Integer;
begin
  if Scalar < $80 then
    Result := 1
  else if Scalar < $800 then
    Result := 2
  else if Scalar < $10000 then
    Result := 3
  else
    Result := 4;
end;

procedure Encode(Scalar: Cardinal; Count: Integer; Place: PAnsiChar);
const
  Lead: array[1..4] of Byte = (0, $C0, $E0, $F0);
var
  I: Integer;
begin
  for I := Count - 1 downto 1 do
  begin
    Place[I] := AnsiChar($80 or (Scalar and $3F));
    Scalar := Scalar shr 6;
  end;
  Place[0] := AnsiChar(Lead[Count] or Scalar);
end;

function TryToUtf8(const Text: string; out Utf8: UTF8String): Boolean;
var
  Index, Size: Integer;
  Scalar: Cardinal;
  Place: PAnsiChar;
begin
  Utf8 := '';
  Result := False;
  Size := 0;
  Index := 1;
  while Index <= Length(Text) do
  begin
    if not NextScalar(Text, Index, Scalar) then
      Exit;
    Inc(Size, BytesOf(Scalar));
  end;
  SetLength(Utf8, Size);
  Place := PAnsiChar(Utf8);
  Index := 1;
  while Index <= Length(Text) do
  begin
    NextScalar(Text, Index, Scalar);
    Size := BytesOf(Scalar);
    Encode(Scalar, Size, Place);
    Inc(Place, Size);
  end;
  Result := True;
end;

{ Reads one character. The bytes that it has, or 0 when they are not UTF-8 or more than Size. }
function DecodeOne(Start: PAnsiChar; Size: Integer; out Scalar: Cardinal): Integer;
var
  I: Integer;
begin
  Result := 0;
  Scalar := 0;
  if Size < 1 then
    Exit;
  Scalar := Ord(Start[0]);
  if Scalar < $80 then
    Exit(1);
  case Scalar of
    $C2..$DF: I := 2;
    $E0..$EF: I := 3;
    $F0..$F4: I := 4;
  else
    Exit;
  end;
  if I > Size then
    Exit;
  Result := I;
  Scalar := Scalar and ($FF shr (Result + 1));
  for I := 1 to Result - 1 do
  begin
    if Ord(Start[I]) and $C0 <> $80 then
      Exit(0);
    Scalar := (Scalar shl 6) or Cardinal(Ord(Start[I]) and $3F);
  end;
  if (BytesOf(Scalar) < Result) or (Scalar > $10FFFF) or ((Scalar >= $D800) and (Scalar <= $DFFF)) then
    Result := 0;
end;

function TryToText(Start: PAnsiChar; Size: Integer; out Text: string): Boolean;
var
  Used, Written: Integer;
  Scalar: Cardinal;
begin
  Text := '';
  SetLength(Text, Size);
  Written := 0;
  while Size > 0 do
  begin
    Used := DecodeOne(Start, Size, Scalar);
    if Used = 0 then
    begin
      Text := '';
      Exit(False);
    end;
    Inc(Start, Used);
    Dec(Size, Used);
    Inc(Written);
    if Scalar < $10000 then
      Text[Written] := Char(Scalar)
    else
    begin
      Text[Written] := Char($D800 + (Scalar - $10000) shr 10);
      Inc(Written);
      Text[Written] := Char($DC00 + (Scalar - $10000) and $3FF);
    end;
  end;
  SetLength(Text, Written);
  Result := True;
end;

function TryToText(const Utf8: RawByteString; out Text: string): Boolean;
begin
  Result := TryToText(PAnsiChar(Utf8), Length(Utf8), Text);
end;

function CopyOfBytes(Start: PAnsiChar; Size: Integer): UTF8String;
begin
  Result := '';
  SetLength(Result, Size);
  if Size > 0 then
    Move(Start^, PAnsiChar(Result)^, Size);
end;

function ToRtl(const Text: string): TRtlText;
{$IFDEF FPC}
var
  Utf8: UTF8String;
begin
  TryToUtf8(Text, Utf8);
  Result := Utf8;
end;
{$ELSE}
begin
  Result := Text;
end;
{$ENDIF}

function NumberText(Value: Int64): string;
begin
  Result := string(IntToStr(Value));
end;

procedure WipeText(var Secret: UTF8String);
begin
  if Length(Secret) > 0 then
    FillChar(PAnsiChar(Secret)^, Length(Secret), 0);
  Secret := '';
end;

procedure WipeString(var Secret: string);
begin
  if StringRefCount(Secret) = 1 then
    FillChar(Pointer(Secret)^, Length(Secret) * SizeOf(Char), 0);
  Secret := '';
end;

end.

unit TextTests;

{ Texts at the boundary, and JSON. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

procedure RunTextTests;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord.Boundary, HealthRecord.Json, HealthRecord.JsonCheck,
  HealthRecord.Settings, HealthRecord.Text;

const
  SAMPLE = 'for'#$00EA't '#$2603' '#$20AC' '#$D83E#$DE7A' fin';

function Bytes(const Values: array of Byte): RawByteString;
var
  I: Integer;
begin
  Result := '';
  SetLength(Result, Length(Values));
  for I := 0 to High(Values) do
    PAnsiChar(Result)[I] := AnsiChar(Values[I]);
end;

function FromBytes(const Utf8: UTF8String): string;
begin
  CheckThat(TryToText(Utf8, Result), 'not UTF-8');
end;

procedure TextsComeBack;
var
  Utf8: UTF8String;
  Back: string;
begin
  CheckThat(TryToUtf8(SAMPLE, Utf8), 'converts');
  CheckNumber(23, Length(Utf8), 'bytes');
  CheckNumber($C3, Ord(Utf8[4]), 'first byte of an accent');
  CheckNumber($F0, Ord(Utf8[16]), 'first byte of four');
  CheckThat(TryToText(Utf8, Back), 'comes back');
  CheckText(SAMPLE, Back, 'text');
  CheckThat(TryToUtf8('', Utf8) and (Length(Utf8) = 0), 'nothing stays nothing');
end;

procedure HalfCharactersAreRefused;
var
  Utf8: UTF8String;
begin
  CheckThat(not TryToUtf8('a'#$D83E, Utf8), 'high half at the end');
  CheckThat(not TryToUtf8(#$DE7A'a', Utf8), 'low half alone');
  CheckThat(not TryToUtf8(#$D83E'a', Utf8), 'high half before a letter');
  CheckThat(not TryToUtf8(#$D83E#$D83E, Utf8), 'two high halves');
end;

procedure BadUtf8IsRefused;
var
  Back: string;
begin
  CheckThat(not TryToText(Bytes([$C0, $80]), Back), 'overlong, two');
  CheckThat(not TryToText(Bytes([$C1, $BF]), Back), 'overlong letter');
  CheckThat(not TryToText(Bytes([$E0, $80, $80]), Back), 'overlong, three');
  CheckThat(not TryToText(Bytes([$F0, $80, $80, $80]), Back), 'overlong, four');
  CheckThat(not TryToText(Bytes([$ED, $A0, $80]), Back), 'surrogate');
  CheckThat(not TryToText(Bytes([$F4, $90, $80, $80]), Back), 'above the last character');
  CheckThat(not TryToText(Bytes([$F8, $88, $80, $80, $80]), Back), 'five bytes');
  CheckThat(not TryToText(Bytes([$80]), Back), 'continuation alone');
  CheckThat(not TryToText(Bytes([$61, $C3]), Back), 'cut, two');
  CheckThat(not TryToText(Bytes([$E2, $98]), Back), 'cut, three');
  CheckThat(not TryToText(Bytes([$C3, $28]), Back), 'no continuation');
  CheckThat(TryToText(Bytes([$F4, $8F, $BF, $BF]), Back), 'the last character');
end;

function ArgumentRefused(const Value: string): string;
var
  Arguments: THrArguments;
begin
  Result := '';
  try
    Arguments.Text('pin_code', Value);
  except
    on E: EArgumentException do
      Result := string(E.Message);
  end;
end;

procedure ArgumentsAreRefusedWithoutTheirValue;
begin
  CheckText('pin_code has a NUL character', ArgumentRefused('12'#0'34'), 'NUL');
  CheckText('pin_code has half a character (a lone surrogate)', ArgumentRefused('12'#$D83E), 'half');
  CheckText('', ArgumentRefused('1234'), 'good');
end;

procedure SecretsAreOverwritten;
var
  Secret, Shared: UTF8String;
begin
  TryToUtf8('secret' + NumberText(1234), Secret);
  Shared := Secret; { keeps the block, so that it can be looked at afterwards }
  WipeText(Secret);
  CheckNumber(0, Length(Secret), 'length');
  CheckText(#0#0#0#0#0#0#0#0#0#0, FromBytes(Shared), 'what was in it');
end;

procedure JsonIsRead;
var
  Json: TJson;
begin
  Json := TJson.ParseText(' {"a" : [1, {"b":"x"}, null, true] ,"c":"\u00e9\n\"\\\/\ud83e\ude7a' + SAMPLE + '"} ');
  CheckNumber(4, Json['a'].Count, 'items');
  CheckText('x', Json['a'].Items[1]['b'].AsText, 'nested');
  CheckThat(Json['a'].Items[2].IsNull and (Json['a'].Items[2].Kind = jkNull), 'null');
  CheckThat(Json['a'].Items[3].AsBoolean, 'true');
  CheckThat(Json['a'].Items[4].Kind = jkMissing, 'behind the end');
  CheckThat(Json['z']['y'].Items[3].Kind = jkMissing, 'missing of missing');
  CheckText(#$00E9#10'"\/'#$D83E#$DE7A + SAMPLE, Json['c'].AsText, 'escapes');
  CheckText('[1, {"b":"x"}, null, true]', Json['a'].ToJson, 'the text itself');
  CheckNumber(2, Length(Json.Names), 'names');
  CheckText('c', Json.Names[1], 'second name');
end;

procedure JsonWalksInItsOwnVariable;
var
  Value, Each: TJson;
  Seen: string;
begin
  Value := TJson.ParseText('{"a":{"b":["x","y"]}}');
  Value := Value['a'];
  Value := Value['b'];
  Seen := '';
  for Each in Value do
    Seen := Seen + Each.AsText;
  CheckText('xy', Seen, 'items');
  Value := Value.Items[1];
  CheckText('y', Value.AsText, 'item');
  Value := TJson.ParseText('["x","y"]');
  CheckThat(Value.Items[-1].Kind = jkMissing, 'before the first');
  CheckText('x', Value.Items[0].AsText, 'the first');
  CheckThat(Value.Items[2].Kind = jkMissing, 'behind the last');
end;

procedure NumbersStayExact;
var
  Json: TJson;
begin
  Json := TJson.ParseText('{"n":123456789012345678901234567890.12345,"e":1.797e309,"m":-9223372036854775808,"i":0}');
  CheckText('123456789012345678901234567890.12345', Json['n'].AsText, '30 digits');
  CheckText('1.797e309', Json['e'].AsText, 'above Double');
  CheckNumber(Low(Int64), Json['m'].AsInt64, 'lowest');
  try
    Json['e'].AsInt64;
    CheckThat(False, 'a number that does not fit was read');
  except
    on EHrJson do
      ;
  end;
end;

procedure TheLastOfEqualNamesCounts;
begin
  CheckText('2', TJson.ParseText('{"a":1,"\u0061":2}')['a'].AsText, 'value');
end;

procedure HalfCharactersInJsonHideNothingElse;
var
  Json: TJson;
begin
  Json := TJson.ParseText('{"\ud83e":1,"bad":"\ud83e","good":"x"}');
  CheckText('x', Json['good'].AsText, 'beside it');
  try
    Json['bad'].AsText;
    CheckThat(False, 'half a character was given out');
  except
    on EHrJson do
      ;
  end;
end;

procedure BadJsonIsRefused;
const
  BAD: array[0..27] of string = ('', ' ', '{', '[', '[1', '[1,', '[1,]', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '[1}',
    '{"a":1]', '1 2', '01', '1.', '.5', '+1', '1e', '-', 'tru', 'nul', '"a', '"\x"', '"\u12g4"', '"'#10'"', '[]]',
    '{"a":1 "b":2}');
  GOOD: array[0..9] of string = ('0', '-0.5e+10', '""', '[]', '{}', ' [ ] ', '{"a":{}}', '[[],{}]', 'true', '"\u0000"');
var
  I: Integer;
  Utf8: UTF8String;
begin
  for I := 0 to High(BAD) do
  begin
    TryToUtf8(BAD[I], Utf8);
    CheckThat(JsonFlaw(Utf8) > 0, 'accepted: ' + BAD[I]);
  end;
  for I := 0 to High(GOOD) do
  begin
    TryToUtf8(GOOD[I], Utf8);
    CheckNumber(0, JsonFlaw(Utf8), GOOD[I]);
  end;
  Utf8 := CopyOfBytes(PAnsiChar(Bytes([$22, $C3, $22])), 3);
  CheckNumber(2, JsonFlaw(Utf8), 'cut UTF-8');
  Utf8 := CopyOfBytes(PAnsiChar(Bytes([$22, $61, 0, $22])), 4);
  CheckNumber(3, JsonFlaw(Utf8), 'NUL in a text');
  Utf8 := CopyOfBytes(PAnsiChar(Bytes([$31, 0, $32])), 3);
  CheckNumber(2, JsonFlaw(Utf8), 'NUL behind a number');
end;

function Nested(Depth: Integer): UTF8String;
var
  I: Integer;
begin
  Result := '';
  SetLength(Result, Depth * 2);
  for I := 0 to Depth - 1 do
  begin
    PAnsiChar(Result)[I] := '[';
    PAnsiChar(Result)[Depth + I] := ']';
  end;
end;

procedure DepthIsBounded;
var
  Value: TJson;
  I: Integer;
begin
  Value := TJson.Parse(Nested(JSON_MAX_DEPTH));
  for I := 2 to JSON_MAX_DEPTH do
    Value := Value.Items[0];
  CheckText('[]', Value.ToJson, 'the innermost');
  CheckThat(JsonFlaw(Nested(JSON_MAX_DEPTH + 1)) > 0, 'one deeper');
  CheckThat(JsonFlaw(Nested(1000000)) > 0, 'a million deep');
end;

procedure SettingsBecomeJson;
var
  Settings: THrSettings;
  Json: TJson;
begin
  Settings := THrSettings.Create;
  try
    CheckText('{}', Settings.ToJson, 'nothing set');
    Settings.LicenseUrl := 'https://licence.example/' + SAMPLE + '"\'#10;
    Settings.ConnectMs := 1000;
    Settings.UploadMs := 5000;
    Settings.AllowPlainHttp := True;
    Settings.Language := 'fr';
    Settings.AddCardClientOwner('service');
    Settings.AddCardClientOwner('http_sys');
    Json := TJson.ParseText(Settings.ToJson);
  finally
    Settings.Free;
  end;
  CheckText('https://licence.example/' + SAMPLE + '"\'#10, Json['license_url'].AsText, 'text');
  CheckNumber(1000, Json['timeouts']['connect_ms'].AsInt64, 'connect_ms');
  CheckNumber(2, Length(Json['timeouts'].Names), 'timeouts that were set');
  CheckNumber(5, Length(Json.Names), 'keys that were set');
  CheckText('["service","http_sys"]', Json['card_client_owners'].ToJson, 'owners');
  CheckThat(Json['allow_plain_http'].AsBoolean, 'allow_plain_http');
end;

procedure RunTextTests;
begin
  Run('texts come back', TextsComeBack);
  Run('half characters are refused', HalfCharactersAreRefused);
  Run('bad UTF-8 is refused', BadUtf8IsRefused);
  Run('arguments are refused without their value', ArgumentsAreRefusedWithoutTheirValue);
  Run('secrets are overwritten', SecretsAreOverwritten);
  Run('JSON is read', JsonIsRead);
  Run('JSON walks in its own variable', JsonWalksInItsOwnVariable);
  Run('numbers stay exact', NumbersStayExact);
  Run('the last of equal names counts', TheLastOfEqualNamesCounts);
  Run('half characters in JSON hide nothing else', HalfCharactersInJsonHideNothingElse);
  Run('bad JSON is refused', BadJsonIsRefused);
  Run('depth is bounded', DepthIsBounded);
  Run('settings become JSON', SettingsBecomeJson);
end;

end.

unit ErrorTests;

{ Exceptions, and the ways in which loading fails. Loading comes to its good end last, since it happens once; what reads
  JSON comes after it. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

{ Folder: with the files that tests/run made. }
procedure RunErrorTests(const Folder: string);

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord.Boundary, HealthRecord.Errors, HealthRecord.Files, HealthRecord.Module, HealthRecord.Settings,
  HealthRecord.Text, HrApi;

var
  Made: string;
  Settings: THrSettings;

procedure FamiliesFollowTheCodes;
begin
  CheckThat(FamilyOf(-1) = EHealthRecordCaller, '-1');
  CheckThat(FamilyOf(-99) = EHealthRecordCaller, '-99');
  CheckThat(FamilyOf(-100) = EHealthRecordNetwork, '-100');
  CheckThat(FamilyOf(-199) = EHealthRecordNetwork, '-199');
  CheckThat(FamilyOf(-200) = EHealthRecordPeer, '-200');
  CheckThat(FamilyOf(-299) = EHealthRecordPeer, '-299');
  CheckThat(FamilyOf(-900) = EHealthRecordInternal, '-900');
  CheckThat(FamilyOf(-999) = EHealthRecordInternal, '-999');
  CheckThat(FamilyOf(-300) = EHealthRecord, '-300');
  CheckThat(FamilyOf(-12345) = EHealthRecord, '-12345');
  CheckThat(FamilyOf(7) = EHealthRecord, '7');
end;

function Read(const Json: string): THrFailure;
var
  Utf8: UTF8String;
begin
  TryToUtf8(Json, Utf8);
  Result := THrFailure.Read('hr_login', -106, 'HR_E_IN_DOUBT', Utf8);
end;

procedure AnErrorObjectIsRead;
var
  Failure: THrFailure;
begin
  Failure := Read('{"at":"card","message":"m","message_fr":"\u00e9 '#$2603'","remedy":"r","remedy_fr":"rf",'
    + '"http_status":503,"service_code":123456789012345678901234567890,"service_message":"sm","outcome":"unknown",'
    + '"phase":"wait","cause":"HR_E_TIMEOUT","retry_after_s":0,"sha256":"ab","bytes":0,"reason":"pin_held",'
    + '"entry":"0123","journal":"not_completed"}');
  CheckText('pin_held', Failure.Reason, 'reason');
  CheckText('0123', Failure.Entry, 'entry');
  CheckText('not_completed', Failure.Journal, 'journal');
  CheckText('card', Failure.At, 'at');
  CheckText(#$00E9' '#$2603, Failure.MessageFr, 'message_fr');
  CheckNumber(503, Failure.HttpStatus, 'http_status');
  CheckText('123456789012345678901234567890', Failure.ServiceCode, 'service_code');
  CheckText('HR_E_TIMEOUT', Failure.Cause, 'cause');
  CheckNumber(0, Failure.RetryAfterSeconds, 'retry_after_s');
  CheckNumber(0, Failure.Bytes, 'bytes');
  CheckThat(Failure.InDoubt, 'in doubt');
end;

procedure AServiceCodeIsANumberOrAShortText;
begin
  CheckText('-12', Read('{"service_code":-12}').ServiceCode, 'number');
  CheckText('DOC-17', Read('{"service_code":"DOC-17"}').ServiceCode, 'text');
  CheckText('', Read('{"service_code":null}').ServiceCode, 'null');
end;

procedure CardCodesAreNumbersOrTexts;
begin
  CheckText('{"card_codes":{"pin_refused":[-4,"DOC-\"17\""],"card_absent":[3]}}', Settings.ToJson, 'JSON');
  Settings.Free;
end;

procedure AMemberThatCannotBeReadHidesNoOther;
var
  Failure: THrFailure;
begin
  Failure := Read('{"message":"a\u0000b","reason":["x"],"at":"card"}');
  CheckText(' card', Failure.Message + Failure.Reason + ' ' + Failure.At, 'members');
  CheckText('{"message":"a\u0000b","reason":["x"],"at":"card"}', Failure.Raw, 'Raw');
end;

procedure AnUnreadableErrorObjectIsStillAnError;
var
  Failure: THrFailure;
  Each: string;
begin
  for Each in TArray<string>.Create('', '{}', 'no JSON', '[]', '{"message":{},"http_status":"x","bytes":[1]}') do
  begin
    Failure := Read(Each);
    CheckNumber(-106, Failure.Code, Each);
    CheckText('HR_E_IN_DOUBT', Failure.Name, Each);
    CheckText('hr_login', Failure.Operation, Each);
    CheckNumber(-1, Failure.Bytes, Each);
    CheckNumber(-1, Failure.RetryAfterSeconds, Each);
    CheckNumber(0, Failure.HttpStatus, Each);
    CheckThat(not Failure.InDoubt, Each);
  end;
end;

procedure MessagesKeepTheirCharacters;
var
  Failure: THrFailure;
begin
  Failure := Read('{"message":"carte refus\u00e9e \u2603 \ud83e\ude7a"}');
  try
    raise FamilyOf(Failure.Code).CreateFrom(Failure);
  except
    on E: EHealthRecord do
    begin
      CheckText('carte refus'#$00E9'e '#$2603' '#$D83E#$DE7A, E.Message, 'message');
      CheckText(E.Message, FromRtl(Exception(E).Message), 'the same through Exception');
      E.Message := 'avant : ' + E.Message;
      CheckText('avant : carte refus'#$00E9'e '#$2603' '#$D83E#$DE7A, E.Message, 'changed on its way');
      CheckText('hr_login a '#$00E9'chou'#$00E9' : HR_E_IN_DOUBT (-106)', E.MessageFr, 'French');
    end;
  end;
end;

{ How HrLoad fails with a file. }
function Refusal(const FileName: string; out Text: string): THrLibraryReason;
begin
  try
    HrLoad(FileName);
  except
    on E: EHealthRecordLibrary do
    begin
      Text := E.Message;
      CheckThat(E.MessageFr <> '', 'French');
      CheckThat(@hr_abi_version = nil, 'a function was left behind');
      Exit(E.Reason);
    end;
  end;
  raise Exception.Create(ToRtl('loaded: ' + FileName));
end;

procedure CheckRefusal(Reason: THrLibraryReason; const FileName, Part: string);
var
  Text: string;
begin
  CheckThat(Refusal(FileName, Text) = Reason, FileName + ': ' + Text);
  CheckThat(Pos(Part, Text) > 0, '"' + Part + '" is not in: ' + Text);
end;

procedure AMissingFileIsTold;
begin
  CheckRefusal(lrMissing, Made + 'nowhere'#$00E9'.so', 'does not exist: ' + Made + 'nowhere'#$00E9'.so');
  CheckRefusal(lrMissing, Made, 'does not exist');
end;

procedure AnotherKindIsTold;
begin
  CheckRefusal(lrKind, Made + 'elf32', 'is made for 32-bit x86 Linux, this program is ' + KIND_OF_PROGRAM);
  CheckRefusal(lrKind, Made + 'pe32', 'is made for 32-bit x86 Windows');
  {$IFNDEF MSWINDOWS}
  CheckRefusal(lrKind, Made + 'pe64', 'is made for 64-bit x86 Windows');
  {$ENDIF}
  CheckRefusal(lrKind, Made + 'text', 'is no library');
  CheckRefusal(lrKind, Made + 'empty', 'is no library');
end;

procedure AMissingFunctionIsTold;
begin
  CheckRefusal(lrSymbol, Made + 'libforeign.so', 'has no function hr_abi_version');
  CheckRefusal(lrSymbol, Made + 'libold.so', 'has no function hr_set_log');
end;

procedure AnotherVersionIsTold;
begin
  CheckRefusal(lrVersion, Made + 'libnext.so', 'has interface version 3, this program needs 2');
end;

procedure ABrokenLibraryIsTold;
begin
  CheckRefusal(lrOther, Made + 'cut.so', 'cannot be loaded: ');
end;

procedure WhatWindowsForbidsIsTold;
var
  English, French: string;
begin
  CheckThat(ForbiddenByRules(1260, English, French), '1260');
  CheckThat((Pos('error 1260', English) > 0) and (Pos('erreur 1260', French) > 0), '1260 in both');
  CheckThat(ForbiddenByRules(4551, English, French), '4551');
  CheckThat((Pos('error 4551', English) > 0) and (Pos('erreur 4551', French) > 0), '4551 in both');
  CheckThat(Pos('signature', English) > 0, 'what to do');
  CheckThat(not ForbiddenByRules(193, English, French) and (English = ''), '193');
end;

procedure SettingsLoadNothingBeforeTheyAreWritten;
begin
  Settings := THrSettings.Create;
  Settings.AddCardCode(hmCardAbsent, 3);
  Settings.AddCardCode(hmPinRefused, -4);
  Settings.AddCardCode(hmPinRefused, 'DOC-"17"');
  CheckThat(@hr_abi_version = nil, 'the library was loaded');
end;

procedure ARelativePathIsRefused;
begin
  CheckRefusal(lrOther, 'libhr.so', 'not a full one');
end;

procedure TheLibraryLoadsOnce;
begin
  HrLoad;
  HrLoad(HrLoadedFile);
  CheckNumber(HR_ABI_VERSION_WANTED, hr_abi_version(), 'version');
  CheckText('HR_E_TIMEOUT', StaticText(hr_code_name(HR_E_TIMEOUT)), 'name of a code');
  try
    HrLoad(Made + 'text');
    CheckThat(False, 'another file was accepted');
  except
    on E: EHealthRecordLibrary do
      CheckThat(Pos('loaded already: ' + HrLoadedFile, E.Message) > 0, E.Message);
  end;
end;

procedure RunErrorTests(const Folder: string);
begin
  Made := Folder;
  Run('families follow the codes', FamiliesFollowTheCodes);
  Run('a missing file is told', AMissingFileIsTold);
  Run('another kind is told', AnotherKindIsTold);
  Run('a missing function is told', AMissingFunctionIsTold);
  Run('another version is told', AnotherVersionIsTold);
  Run('a broken library is told', ABrokenLibraryIsTold);
  Run('what Windows forbids is told', WhatWindowsForbidsIsTold);
  Run('settings load nothing before they are written', SettingsLoadNothingBeforeTheyAreWritten);
  Run('a relative path is refused', ARelativePathIsRefused);
  Run('the library loads once', TheLibraryLoadsOnce);
  Run('an error object is read', AnErrorObjectIsRead);
  Run('a service code is a number or a short text', AServiceCodeIsANumberOrAShortText);
  Run('card codes are numbers or texts', CardCodesAreNumbersOrTexts);
  Run('a member that cannot be read hides no other', AMemberThatCannotBeReadHidesNoOther);
  Run('an unreadable error object is still an error', AnUnreadableErrorObjectIsStillAnError);
  Run('messages keep their characters', MessagesKeepTheirCharacters);
end;

end.

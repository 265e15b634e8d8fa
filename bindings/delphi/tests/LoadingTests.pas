unit LoadingTests;

{ The ways in which loading fails. It comes to its good end last, since it happens once. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

{ Folder: with the files that tests/run made. }
procedure RunLoadingTests(const Folder: string);

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord.Calls, HealthRecord.Text, HealthRecord.Types, HrApi;

var
  Made: string;

{ HrLoad fails with a file, and says why. }
procedure CheckRefusal(const FileName, Part: string);
begin
  try
    HrLoad(FileName);
  except
    on E: EHealthRecordLibrary do
    begin
      CheckThat(Pos(Part, E.Error.Message) > 0, '"' + Part + '" is not in: ' + E.Error.Message);
      CheckThat((E.Error.MessageFr <> '') and (E.Error.Remedy <> '') and (E.Error.RemedyFr <> ''), 'French and remedy');
      CheckThat(@hr_abi_version = nil, 'a function was left behind');
      Exit;
    end;
  end;
  raise Exception.Create(ToRtl('loaded: ' + FileName));
end;

procedure WhatIsNoLibraryOfOursIsReported;
begin
  CheckRefusal(Made + 'nowhere'#$00E9'.so', 'does not exist: ' + Made + 'nowhere'#$00E9'.so');
  CheckRefusal(Made, 'does not exist');
  CheckRefusal('libhr.so', 'not a full one');
  CheckRefusal(Made + 'elf32', 'is no library for this 64-bit program');
  CheckRefusal(Made + 'pe64', 'is no library for this');
  CheckRefusal(Made + 'text', 'is no library for this');
  CheckRefusal(Made + 'empty', 'is no library for this');
  CheckRefusal(Made + 'cut.so', 'cannot be loaded: ');
  CheckRefusal(Made + 'libforeign.so', 'has no function hr_abi_version');
  CheckRefusal(Made + 'libold.so', 'has no function hr_set_log');
  CheckRefusal(Made + 'libnext.so', 'has interface version 3, this program needs 2');
end;

procedure TheLibraryLoadsOnce;
begin
  HrLoad;
  HrLoad;
  CheckNumber(HR_ABI_VERSION_WANTED, hr_abi_version(), 'version');
  CheckText('HR_E_TIMEOUT', StaticText(hr_code_name(HR_E_TIMEOUT)), 'name of a code');
  try
    HrLoad(Made + 'text');
    CheckThat(False, 'another file was accepted');
  except
    on E: EHealthRecordLibrary do
      CheckThat(Pos('loaded already: ', E.Error.Message) > 0, E.Error.Message);
  end;
end;

procedure CheckFamily(Code: Integer; Family: TClass);
begin
  try
    Check('hr_state', Code);
  except
    on E: EHealthRecord do
    begin
      CheckThat(E.ClassType = Family, string(E.ClassName));
      CheckNumber(Code, E.Code, 'code');
      CheckText('hr_state', E.Error.Operation, 'operation');
      CheckText(E.Error.Message, FromRtl(Exception(E).Message), 'the message of Exception');
    end;
  end;
end;

procedure FamiliesFollowTheCodes;
begin
  CheckFamily(-1, EHealthRecordCaller);
  CheckFamily(-99, EHealthRecordCaller);
  CheckFamily(-100, EHealthRecordNetwork);
  CheckFamily(-299, EHealthRecordPeer);
  CheckFamily(-900, EHealthRecordInternal);
  CheckFamily(-300, EHealthRecord);
  CheckFamily(-12345, EHealthRecord);
end;

procedure RunLoadingTests(const Folder: string);
begin
  Made := Folder;
  Run('what is no library of ours is reported', WhatIsNoLibraryOfOursIsReported);
  Run('the library loads once', TheLibraryLoadsOnce);
  Run('families follow the codes', FamiliesFollowTheCodes);
end;

end.

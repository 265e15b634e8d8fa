unit ClientParts;

{ What the tests of TDmpClient share. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Client, HealthRecord.Deposits, HealthRecord.Patients, Stage;

const
  { How the sandbox's replies are read. }
  PATIENTS = '"patients_pointer":"/patients"';

var
  TheStage: TStage;

{ Each test of these begins with a sandbox as new. }
procedure UseStage(const Stage: TStage; const Folder: string);

{ A client that is logged in, in a sandbox as new. Members: of the configuration. }
function LoggedIn(const Members: string = PATIENTS): TDmpClient;

function TraitsOf(const Nom: string): TDmpTraits;

{ The only patient of this name. }
function PatientOf(Dmp: TDmpClient; const Nom: string): TDmpPatient;

{ A document that the library has not seen: it remembers those that were accepted. }
function NewDocument(Size: Integer = 0): TDmpDocument;

procedure CheckEnding(Expected: TDmpEnding; const Sent: TDmpSent; const What: string);

{ Neither way gives a patient. }
procedure CheckRefused(const Found: TDmpFound; const What: string);

{ How many requests of a call arrived since the reset; of all for ''. }
function Received(const Call: string): Integer;

implementation

uses
  {$IFDEF FPC}Classes, SysUtils{$ELSE}System.Classes, System.SysUtils{$ENDIF},
  Checks, HealthRecord.Files, HealthRecord.Text;

var
  TheFolder: string;
  Made: Integer;

procedure UseStage(const Stage: TStage; const Folder: string);
begin
  TheStage := Stage;
  TheFolder := Folder;
end;

function LoggedIn(const Members: string): TDmpClient;
begin
  TheStage.Reset;
  if Members = '' then
    Result := TDmpClient.Create(TheStage.LoggedIn(TheStage.Config))
  else
    Result := TDmpClient.Create(TheStage.LoggedIn(TheStage.Configured(Members)));
end;

function TraitsOf(const Nom: string): TDmpTraits;
begin
  Result := Default(TDmpTraits);
  Result.Nom := Nom;
end;

function PatientOf(Dmp: TDmpClient; const Nom: string): TDmpPatient;
var
  Found: TDmpFound;
begin
  Found := Dmp.Find(TraitsOf(Nom));
  CheckThat(Found.Kind = frOne, 'one patient: ' + Found.SentenceFr);
  Result := Found.Patient;
end;

function NewDocument(Size: Integer): TDmpDocument;
var
  Name, Content: RawByteString;
  Handle: THandle;
begin
  Inc(Made);
  Result := Default(TDmpDocument);
  Result.Path := TheFolder + 'document' + NumberText(Made) + '.txt';
  Result.TypeCode := '11503-0';
  Result.ActivityType := '10';
  Name := RawByteString(AnsiString('document ' + NumberText(Made)));
  Content := Name + RawByteString(StringOfChar(AnsiChar('x'), Size));
  Handle := FileCreate(SystemName(Result.Path));
  FileWrite(Handle, PAnsiChar(Content)^, Length(Content));
  FileClose(Handle);
end;

procedure CheckEnding(Expected: TDmpEnding; const Sent: TDmpSent; const What: string);
begin
  CheckThat(Sent.Ending = Expected, What + ': ' + NumberText(Ord(Sent.Ending)) + ' ' + Sent.OutcomeText + ' '
    + NumberText(Sent.CodeNumber) + ' ' + Sent.Sentence);
end;

procedure CheckRefused(const Found: TDmpFound; const What: string);
begin
  try
    Found.Patient;
    CheckThat(False, What + ' gave a patient');
  except
    on EDmpPatient do
      ;
  end;
  if Found.Kind <> frUnverified then
    try
      Found.ConfirmedByPerson;
      CheckThat(False, What + ' gave a patient to confirm');
    except
      on EDmpPatient do
        ;
    end;
end;

function Received(const Call: string): Integer;
begin
  Result := TheStage.Requests(Call);
end;

end.

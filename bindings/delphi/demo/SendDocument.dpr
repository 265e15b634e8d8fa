program SendDocument;

{ Sends a document into a patient's shared health record: from the license ticket to the accepted document.
    SendDocument CONFIGURATION CARD_SERIAL NOM PRENOM FILE      (the PIN, and a person's answers, on standard input)
  With patients_pointer in CONFIGURATION the library counts who has these traits; without it this program stops before the record.
  CONFIGURATION is JSON, or "-" to take it from the environment variable HR_CONFIG_JSON: a license bearer does not belong on a
  command line, which other users of the machine can see. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Calls, HealthRecord.Json, HealthRecord.Session, HealthRecord.Text, HealthRecord.Types, ConsoleText;

{ Step 7 is signed for by who checks the identity and by the patient, never by a program. }
procedure Confirm(Already: Boolean; const Statement: string);
begin
  if not Already then
    WriteError('You sign for this: ' + Statement + ' [y/N]');
  if not Already and (ReadText <> 'y') then
    raise Exception.Create('nobody signed for it: nothing was sent');
end;

{ Step 4: in which situation the professional works now. A person chooses, also where there is one. }
function ChosenOf(const Situations: TArray<TJson>): string;
var
  I: Integer;
  Typed: string;
begin
  for I := 0 to High(Situations) do
    WriteError('  ' + NumberText(I + 1) + '  ' + TextOf(Situations[I]['label']));
  Typed := ReadText;
  for I := 0 to High(Situations) do
    if Typed = NumberText(I + 1) then
      Exit(Situations[I]['id'].AsText);
  raise Exception.Create('no situation was chosen: nothing was sent');
end;

function TheCard(const Cards: THrCards; const Serial: string): THrCard;
var
  Each: THrCard;
begin
  for Each in Cards.Cards do
    if Each.Json['serial'].AsText = Serial then
      Exit(Each);
  raise Exception.Create('this card is not in the reader');
end;

function Send(Session: THrSession; const CardSerial, Nom, Prenom, FileName, Pin: string): THrUpload;
var
  Login: THrLogin;
  Sought: THrFindRequest;
  Patient: THrFoundPatient;
begin
  Session.Ticket;
  Login := Session.Login(TheCard(Session.Ready, CardSerial).Token, Pin);
  if (Login.Identified <> hkTrue) and Login.MasterData['situation'].IsNull then
    Session.ProfileSelect(ChosenOf(Session.ProfilePut('{}').Raw['situations'].ToArray));
  Sought := Default(THrFindRequest);
  Sought.Patient.Nom := Nom;
  Sought.Patient.Prenom := Prenom;
  Patient := Session.PatientFind(Sought); { steps 5 and 6; raises where others have these traits, or may have them }
  Confirm(Patient.InsQualified, 'I have checked this patient''s identity document.');
  Confirm(Patient.AlimentationConsent, 'The patient agrees that documents are added to their record.');
  if Patient.UpdateNeeded then { each was read so, or signed for }
    Session.PatientUpdate('{"insQualified": true, "alimentationConsent": true}');
  Session.DmpOpen(Patient.PatientId);
  Result := Session.DmpSend(Patient.PatientId, FileName, '', '10', '11503-0');
end;

var
  Session: THrSession;
  Configuration: string;
begin
  ExitCode := 1;
  Session := nil;
  try
    Configuration := ArgumentText(1);
    if Configuration = '-' then
      Configuration := EnvironmentText('HR_CONFIG_JSON');
    Session := THrSession.Create(Configuration);
    WriteText('sent, sha256 ' + Send(Session, ArgumentText(2), ArgumentText(3), ArgumentText(4), ArgumentText(5),
      ReadText).Sha256);
    ExitCode := 0;
  except
    on E: EHealthRecord do
      WriteError(E.Error.MessageFr + ' (outcome: ' + E.Error.Outcome + ')');
    on E: Exception do
      WriteError(FromRtl(E.Message));
  end;
  Session.Free;
end.

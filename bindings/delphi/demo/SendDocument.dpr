program SendDocument;

{ Sends a document into a patient's shared health record: from the license ticket to the accepted document.
    SendDocument CONFIGURATION CARD_SERIAL NOM PRENOM FILE      (the PIN, and a person's answers, on standard input)
  CONFIGURATION is JSON, or "-" to take it from the environment variable HR_CONFIG: a license bearer does not belong on a
  command line, which other users of the machine can see. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord, HealthRecord.Errors, HealthRecord.Files, HealthRecord.Results, ConsoleText;

{ Step 4: the service asks in which of their situations the professional works now. Take their choice in a real program. }
procedure ChooseSituation(const Session: IHealthRecord);
begin
  Session.ProfileSelect(Session.ProfilePut('{}').Raw['situations'].Items[0]['id'].AsText);
end;

{ Step 7 is signed for by who checks the identity and by the patient, never by a program. }
procedure Confirm(Already: Boolean; const Statement: string);
begin
  if not Already then
    WriteError('You sign for this: ' + Statement + ' [y/N]');
  if not Already and (ReadText <> 'y') then
    raise Exception.Create('nobody signed for it: nothing was sent');
end;

function Send(const Configuration, CardSerial, Nom, Prenom, FileName, Pin: string): THrSent;
var
  Session: IHealthRecord;
  Card: THrCard;
  Login: THrLogin;
  Patient: THrPatient;
begin
  Session := OpenHealthRecord(Configuration);
  Session.Ticket;
  if not Session.Ready.Find(CardSerial, Card) then
    raise Exception.Create('this card is not in the reader');
  Login := Session.Login(Card.Token, Pin);
  if (Login.Identified <> hkTrue) and Login.MasterData['situation'].IsNull then
    ChooseSituation(Session);
  Session.PatientSearch(Nom, Prenom);
  Patient := Session.PatientGet;
  Confirm(Patient.InsQualified, 'I have checked this patient''s identity document.');
  Confirm(Patient.AlimentationConsent, 'The patient agrees that documents are added to their record.');
  if Patient.UpdateNeeded then { each was read so, or signed for }
    Session.PatientUpdate('{"insQualified": true, "alimentationConsent": true}');
  Session.DmpOpen(Patient.PatientId);
  Result := Session.DmpSend(Patient.PatientId, FileName, '10', '11503-0');
end;

var
  Configuration: string;
begin
  ExitCode := 1;
  try
    if ParamCount <> 5 then
      raise Exception.Create('usage: SendDocument CONFIGURATION CARD_SERIAL NOM PRENOM FILE');
    Configuration := ArgumentText(1);
    if Configuration = '-' then
      Configuration := EnvironmentText('HR_CONFIG');
    WriteText('sent, sha256 ' + Send(Configuration, ArgumentText(2), ArgumentText(3), ArgumentText(4), ArgumentText(5),
      ReadText).Sha256);
    ExitCode := 0;
  except
    on E: EHealthRecord do
    begin
      WriteError(E.Message);
      WriteError(E.MessageFr);
      WriteError('outcome: ' + E.Outcome);
    end;
    on E: Exception do
      WriteError(FromRtl(E.Message));
  end;
end.

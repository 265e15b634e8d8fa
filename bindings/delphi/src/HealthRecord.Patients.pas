unit HealthRecord.Patients;

{ Searching a patient. A TDmpPatient comes out of a search alone, so that no text can be mistaken for one. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Guarded, HealthRecord.Json, HealthRecord.Results;

type
  /// A defect of the calling program: a patient was used that no search, or no person, gave.
  EDmpPatient = class(Exception);

  /// What is known of the patient who is searched. Begin with Default(TDmpTraits); what is left empty is not sent.
  TDmpTraits = record
    Nom, Prenom: string;
    /// As the service writes it, such as 1955-08-14.
    DateNaissance: string;
    Sexe: string;
    function ToJson: string;
  end;

  /// A patient whom TDmpClient.Find gave. It can be kept and copied; TDmpClient.Send has the service confirm again that the
  /// traits lead to this patient.
  TDmpPatient = record
  private
    FHandle: Integer;
    FTraits: TDmpTraits;
    FRead: THrPatient;
    FMayReceive: Boolean;
  public
    /// Raises EDmpPatient unless a search of the session with this handle gave the patient.
    procedure Check(Handle: Integer);
    property Traits: TDmpTraits read FTraits;
    /// The patient's number (NIR): keep it out of logs.
    property PatientId: string read FRead.PatientId;
    property InsQualified: Boolean read FRead.InsQualified;
    property AlimentationConsent: Boolean read FRead.AlimentationConsent;
    /// Both are true. Otherwise a person has to sign: see TDmpSignatures.
    property MayReceive: Boolean read FMayReceive;
    /// The patient's parameters as the service wrote them.
    property Parameters: TJson read FRead.Raw;
  end;

  /// frOne: nobody else has these traits. frUnverified: a patient was read, and others may have the same traits, since
  /// the configuration has no PatientsPointer: a person compares, see TDmpFound.ConfirmedByPerson. frSeveral: search again
  /// with more traits. frNobody. frCancelled.
  TDmpFindKind = (frNobody, frOne, frSeveral, frUnverified, frCancelled);

  TDmpFound = record
  private
    FKind: TDmpFindKind;
    FPatient: TDmpPatient;
    FSentenceFr: string;
    FChoices: TJson;
    procedure Take(const Calls: THrGuarded; const Traits: TDmpTraits; const Read: THrPatient);
  public
    property Kind: TDmpFindKind read FKind;
    /// For the doctor.
    property SentenceFr: string read FSentenceFr;
    /// The patient of frOne. EDmpPatient for every other kind.
    function Patient: TDmpPatient;
    /// The patient of frUnverified, after a person compared Unverified with the patient who is meant. Never by program.
    function ConfirmedByPerson: TDmpPatient;
    /// What was read with frUnverified, for the person who compares.
    function Unverified: THrPatient;
    /// Those of frSeveral, as the service wrote them, for the person. Names: keep them out of logs.
    property Choices: TJson read FChoices;
    /// The search.
    class function By(const Calls: THrGuarded; const Traits: TDmpTraits): TDmpFound; static;
  end;

implementation

uses
  HealthRecord.Codes, HealthRecord.Errors, HealthRecord.Text;

procedure Refuse(const Why: string);
begin
  raise EDmpPatient.Create(ToRtl(Why));
end;

procedure AddTrait(var Members: string; const Name, Value: string);
begin
  if Value = '' then
    Exit;
  if Members <> '' then
    Members := Members + ',';
  Members := Members + '"' + Name + '":' + JsonQuoted(Value, Name);
end;

function TDmpTraits.ToJson: string;
begin
  Result := '';
  AddTrait(Result, 'nom', Nom);
  AddTrait(Result, 'prenom', Prenom);
  AddTrait(Result, 'date_naissance', DateNaissance);
  AddTrait(Result, 'sexe', Sexe);
  Result := '{' + Result + '}';
end;

procedure TDmpPatient.Check(Handle: Integer);
begin
  if FHandle = 0 then
    Refuse('this patient does not come from a search');
  if FHandle <> Handle then
    Refuse('this patient comes from a search of another client');
end;

function TDmpFound.Patient: TDmpPatient;
begin
  if FKind <> frOne then
    Refuse('the search did not give one patient: look at Kind');
  Result := FPatient;
end;

function TDmpFound.ConfirmedByPerson: TDmpPatient;
begin
  if FKind <> frUnverified then
    Refuse('the search gave nobody to confirm: look at Kind');
  Result := FPatient;
end;

function TDmpFound.Unverified: THrPatient;
begin
  if FKind <> frUnverified then
    Refuse('the search gave nobody to confirm: look at Kind');
  Result := FPatient.FRead;
end;

{ The patient whom a person compares. }
function Compared(const Choice: TJson): THrPatient;
begin
  Result := Default(THrPatient);
  Result.Raw := Choice['raw'];
  Result.PatientId := Choice['value']['patient_id'].AsText;
  Result.InsQualified := Result.Raw['insQualified'].AsBoolean;
  Result.AlimentationConsent := Result.Raw['alimentationConsent'].AsBoolean;
  Result.UpdateNeeded := not (Result.InsQualified and Result.AlimentationConsent);
end;

procedure TDmpFound.Take(const Calls: THrGuarded; const Traits: TDmpTraits; const Read: THrPatient);
begin
  FPatient.FHandle := Calls.Session.Handle;
  FPatient.FTraits := Traits;
  FPatient.FRead := Read;
  FPatient.FMayReceive := Read.InsQualified and Read.AlimentationConsent;
end;

class function TDmpFound.By(const Calls: THrGuarded; const Traits: TDmpTraits): TDmpFound;
var
  Found: THrFoundPatient;
begin
  Result := Default(TDmpFound);
  try
    Found := Calls.PatientFind('{"patient":' + Traits.ToJson + '}');
  except
    on E: EHealthRecord do
    begin
      Result.FSentenceFr := E.MessageFr;
      case E.CodeKind of
        hcCancelled:
          Result.FKind := frCancelled;
        hcChoice:
          if E.Ask = 'patient' then
          begin
            Result.FKind := frUnverified;
            Result.Take(Calls, Traits, Compared(E.Choices.Items[0]));
          end
          else
          begin
            Result.FKind := frSeveral;
            Result.FChoices := E.Choices;
          end;
        hcNotFound:
          if E.Step = 'hr_patient_get' then
            raise
          else
            Result.FKind := frNobody;
      else
        raise;
      end;
      Exit;
    end;
  end;
  Result.FKind := frOne;
  Result.FSentenceFr := Found.SentenceFr;
  Result.Take(Calls, Traits, Found.Patient);
end;

end.

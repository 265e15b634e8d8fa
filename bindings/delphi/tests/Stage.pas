unit Stage;

{ What the tests of the client need: the stage that tests/run wrote, and the sandbox's control interface. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF}, HealthRecord.Session;

type
  TStage = record
  private
    FControlUrl: string;
    { A session whose requests go to the sandbox's control interface: the library is the HTTP client that is at hand. }
    function Control: THrSession;
  public
    Config, Document: string;
    class function Read(const FileName: string): TStage; static;
    { Sets a fault of the sandbox. }
    procedure Fault(const Json: string);
    { Back to the beginning of the scenario; no faults. }
    procedure Reset;
    { The configuration, with members such as '"language":"fr"'. }
    function Configured(const Members: string): string;
    { How many documents the sandbox has; how often a PIN was presented to a card. }
    function Documents: Integer;
    function Presentations(const Serial: string): Integer;
  end;

{ All bytes of a file. }
function ContentOf(const FileName: string): TBytes;

implementation

uses
  HealthRecord.Json, HealthRecord.Text;

class function TStage.Read(const FileName: string): TStage;
var
  Json: TJson;
begin
  Json := TJson.OfText(TextOfFile(FileName));
  Result.Config := Json['config'].ToJson;
  Result.Document := Json['document'].AsText;
  Result.FControlUrl := Json['control_url'].AsText;
end;

var
  Controls: THrSession; { one for all, freed at the end }

function TStage.Control: THrSession;
begin
  if Controls = nil then
  begin
    Controls := THrSession.Create('{}');
    Controls.SessionSet(FControlUrl, 'none');
  end;
  Result := Controls;
end;

procedure TStage.Fault(const Json: string);
begin
  Control.Request('POST', '/faults', Json);
end;

procedure TStage.Reset;
begin
  Control.Request('POST', '/reset');
  Control.Request('DELETE', '/faults');
end;

function TStage.Configured(const Members: string): string;
begin
  Result := Copy(Config, 1, Length(Config) - 1) + ',' + Members + '}';
end;

function TStage.Documents: Integer;
begin
  Result := Control.Request('GET', '/documents').Raw.Count;
end;

function TStage.Presentations(const Serial: string): Integer;
var
  Card: TJson;
begin
  Result := 0;
  for Card in Control.Request('GET', '/state').Raw['cards'].ToArray do
    if Card['serial'].AsText = Serial then
      Inc(Result, NumberOf(Card['pin_presentations'], 0));
end;

function ContentOf(const FileName: string): TBytes;
var
  Bytes: RawByteString;
begin
  Bytes := BytesOfFile(FileName);
  Result := nil;
  SetLength(Result, Length(Bytes));
  if Length(Bytes) > 0 then
    Move(PAnsiChar(Bytes)^, Result[0], Length(Bytes));
end;

initialization

finalization
  Controls.Free;

end.

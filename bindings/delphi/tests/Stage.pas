unit Stage;

{ The sandbox of the tests: its configuration, its control interface, and a document. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Session;

type
  TStage = record
  private
    FControlUrl: string;
    { A session whose requests go to the control interface: the library is the HTTP client that is at hand. }
    function Control: THrSession;
  public
    Config, Document: string;
    { From a file with config, document and control_url. }
    class function Read(const FileName: string): TStage; static;
    { Back to the beginning of the scenario. }
    procedure Reset;
    { The configuration, with members such as '"language":"fr"'. }
    function Configured(const Members: string): string;
    { How many documents the sandbox has; how often a PIN was presented to a card. }
    function Documents: Integer;
    function Presentations(const Serial: string): Integer;
    { The bytes of the document. }
    function Content: TBytes;
  end;

implementation

uses
  HealthRecord.Json, HealthRecord.Text;

var
  Controls: THrSession; { one for all, freed at the end }

class function TStage.Read(const FileName: string): TStage;
var
  Json: TJson;
begin
  Json := TJson.OfText(ToText(BytesOfFile(FileName)));
  Result.Config := Json['config'].ToJson;
  Result.Document := Json['document'].AsText;
  Result.FControlUrl := Json['control_url'].AsText;
end;

function TStage.Control: THrSession;
begin
  if Controls = nil then
  begin
    Controls := THrSession.Create('{}');
    Controls.SessionSet(FControlUrl, 'none');
  end;
  Result := Controls;
end;

procedure TStage.Reset;
begin
  Control.Request('POST', '/reset');
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

function TStage.Content: TBytes;
var
  Bytes: RawByteString;
begin
  Bytes := BytesOfFile(Document);
  Result := nil;
  SetLength(Result, Length(Bytes));
  if Length(Bytes) > 0 then
    Move(PAnsiChar(Bytes)^, Result[0], Length(Bytes));
end;

initialization

finalization
  Controls.Free;

end.

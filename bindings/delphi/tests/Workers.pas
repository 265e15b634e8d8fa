unit Workers;

{ A thread for the tests that calls one method. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}Classes{$ELSE}System.Classes{$ENDIF};

type
  TWork = procedure of object;

  TWorker = class(TThread)
  private
    FWork: TWork;
  protected
    procedure Execute; override;
  public
    constructor Create(const Work: TWork);
    { Waits for the end and frees the thread. }
    procedure Join;
  end;

{ The thread that calls this. }
function ThisThread: NativeUInt;

implementation

constructor TWorker.Create(const Work: TWork);
begin
  FWork := Work;
  inherited Create(False);
end;

procedure TWorker.Execute;
begin
  FWork();
end;

procedure TWorker.Join;
begin
  WaitFor;
  Free;
end;

function ThisThread: NativeUInt;
begin
  Result := NativeUInt(TThread.CurrentThread.ThreadID);
end;

end.

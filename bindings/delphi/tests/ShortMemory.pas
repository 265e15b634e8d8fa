unit ShortMemory;

{ A memory manager that refuses one allocation of this thread, as the run-time library would (Free Pascal). What
  `raise` itself asks for is never refused: the program ends where it gets none. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

{ From now on the allocation with this number, counted from 1, fails; 0: none does. }
procedure FailAllocation(Number: Integer);

{ Whether one has failed since the last number above 0. }
function AnAllocationFailed: Boolean;

implementation

threadvar
  Left: Integer;
  Failed: Boolean;

procedure FailAllocation(Number: Integer);
begin
  {$IFDEF FPC}
  RaiseMaxFrameCount := 0; { the addresses of the callers are memory too }
  {$ENDIF}
  Left := Number;
  if Number > 0 then
    Failed := False;
end;

function AnAllocationFailed: Boolean;
begin
  Result := Failed;
end;

{$IFDEF FPC}
procedure HandleError(Number: LongInt); external name 'FPC_HANDLEERROR';

var
  Real: TMemoryManager;

procedure Count;
const
  OUT_OF_MEMORY = 203;
begin
  if Left = 0 then
    Exit;
  Dec(Left);
  if Left > 0 then
    Exit;
  Failed := True;
  HandleError(OUT_OF_MEMORY);
end;

function GetIt(Size: PtrUInt): Pointer;
begin
  if Size <> SizeOf(TExceptObject) then
    Count;
  Result := Real.GetMem(Size);
end;

function GetZeros(Size: PtrUInt): Pointer;
begin
  Count;
  Result := Real.AllocMem(Size);
end;

function Resize(var Place: Pointer; Size: PtrUInt): Pointer;
begin
  if Size > 0 then
    Count;
  Result := Real.ReAllocMem(Place, Size);
end;

procedure Install;
var
  Mine: TMemoryManager;
begin
  GetMemoryManager(Real);
  Mine := Real;
  Mine.GetMem := GetIt;
  Mine.AllocMem := GetZeros;
  Mine.ReAllocMem := Resize;
  SetMemoryManager(Mine);
end;

initialization
  Install;

finalization
  SetMemoryManager(Real);
{$ENDIF}

end.

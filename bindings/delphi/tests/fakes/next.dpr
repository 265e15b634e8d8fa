library next;

{ Says that its binary interface is the next version. }

function hr_abi_version: Integer; cdecl;
begin
  Result := 3;
end;

exports
  hr_abi_version name 'hr_abi_version';

begin
end.

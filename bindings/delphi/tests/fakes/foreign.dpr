library foreign;

{ A library without a single function of ours. }

begin
end.

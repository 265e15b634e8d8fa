namespace HealthRecord.Tests
{
    // A document in doubt, as the journal states it.
    internal static partial class Conformance
    {
        private static Report Journal(Stage stage)
        {
            using (var session = new Session(stage.ConfigJournal))
            using (var without = new Session(stage.Config))
            {
                Chain chain = Walk(session, stage);
                Error lost = Failure(() => Send(session, chain, stage));
                Journal listed = session.Journal(new JournalFilter
                {
                    Entry = lost.Entry, Sha256 = lost.Sha256, Outcome = "unknown", Doubt = true, Limit = 1,
                    Since = "2000-01-01T00:00:00Z"
                });
                var report = new Report().Add("entry", lost.Entry).Add("completed", lost.Journal?.Value)
                    .AddRaw("before", Of(listed.Entries[0])).Add("doubts", listed.Doubts).Add("uploads", listed.Uploads)
                    .Add("damaged", listed.Damaged).Add("torn", listed.Torn).Add("more", listed.More)
                    .Add("referenced", session.Journal(new JournalFilter { Reference = "none" }).Entries.Count);
                session.DmpResendAllow(lost.Entry);
                report.Add("permitted", session.Journal(new JournalFilter()).Entries[0].Permitted);
                session.DmpFound(lost.Entry);
                return report.AddRaw("after", Of(session.Journal().Entries[0]))
                    .Errors(Failure(() => without.Journal()), Failure(() => new Session(stage.ConfigNoJournal)));
            }
        }

        private static string Of(RecordedUpload upload)
        {
            return new Report().Add("entry", upload.Entry).Add("time", upload.Time)
                .Add("ended", upload.Ended).Add("outcome", upload.Outcome?.Value).Add("doubt", upload.Doubt)
                .Add("permitted", upload.Permitted).Add("found", upload.Found).Add("in_use", upload.InUse)
                .Add("bytes", upload.Bytes).Add("reference", upload.Reference).Add("name", upload.Code?.Value)
                .Add("http_status", upload.HttpStatus).Add("damaged", upload.Damaged).ToString();
        }
    }
}

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace HealthRecord
{
    // What both forms do. Arguments are checked at once; what comes back is run with a token.
    public sealed partial class DmpClient
    {
        private Func<ConnectResult> Logging(LoginRequest request, SynchronizationContext place, CancellationToken token)
        {
            return new LoginFlow(Session, request, new Person(place, token), token).Run;
        }

        private IReadOnlyList<Card> Waited(CardFilter card, TimeSpan time)
        {
            try { return Session.WaitCard(card == null ? null : card.ToJson(), time).Cards; }
            catch (HealthRecordException error) when (error.ErrorCode == ErrorCode.NoCard || error.ErrorReason == ErrorReason.CardAbsent) { return new Card[0]; }
        }

        private FindResult Found(Traits traits)
        {
            try
            {
                return new FindResult.One(new Patient(this, traits, Session.PatientFind(traits.ToJson()).Json));
            }
            catch (HealthRecordException error) when (error.ErrorCode == ErrorCode.NotFound)
            {
                return new FindResult.Nobody(error.MessageFr);
            }
            catch (HealthRecordException error) when (error.ErrorCode == ErrorCode.Choice && error.Ask == "patient")
            {
                return new FindResult.Unverified(new Patient(this, traits, error.Choices[0]["value"], error.Choices[0]));
            }
            catch (HealthRecordException error) when (error.ErrorCode == ErrorCode.Choice)
            {
                return new FindResult.Several(error.Choices, error.MessageFr);
            }
        }

        private Func<DepositResult> Sending(Patient patient, Document document, IProgress<SendProgress> progress)
        {
            if (document == null || !document.InMemory)
                return Sending(patient, new[] { document }, progress);
            CheckArguments(patient, new[] { document });
            string request = Request(patient, new[] { document });
            return () => Deposit(request, document.Data, new ProgressReporter(progress));
        }

        private Func<DepositResult> Sending(Patient patient, IReadOnlyList<Document> documents, IProgress<SendProgress> progress)
        {
            CheckArguments(patient, documents ?? throw new ArgumentNullException("documents"));
            if (documents.Any(document => document.InMemory))
                throw new ArgumentException("A document in memory can be sent alone only.", "documents");
            string request = Request(patient, documents);
            return () => Deposit(request, null, new ProgressReporter(progress));
        }

        private void CheckArguments(Patient patient, IReadOnlyList<Document> documents)
        {
            if (patient == null)
                throw new ArgumentNullException("patient");
            patient.Of(this);
            foreach (Document document in documents)
                (document ?? throw new ArgumentNullException("document")).Check();
        }

        // With traits and number: only a patient to whom both lead is sent for.
        private static string Request(Patient patient, IEnumerable<Document> documents)
        {
            var members = new List<string>();
            Configuration.Add(members, "patient", patient.Traits.ToJson());
            Configuration.Add(members, "patient_id", JsonValue.Quote(patient.PatientId));
            Configuration.Add(members, "update", patient.UpdateJson);
            Configuration.Add(members, "record", patient.RecordJson);
            Configuration.Add(members, "documents", Configuration.List(documents.Select(document => document.ToJson())));
            return "{" + string.Join(",", members) + "}";
        }

        private DepositResult Deposit(string request, byte[] data, ProgressReporter reporter)
        {
            DepositResult result;
            try { result = DepositResult.From(Session.Deposit(request, data, reporter)); }
            catch (HealthRecordException error)
            {
                result = DepositResult.From(error);
                if (result == null)
                    throw;
            }
            result.ProgressFailure = reporter.Failure;
            return result;
        }
    }
}

using System;
using System.Collections.Generic;
using System.Threading;

namespace HealthRecord
{
    /// <summary>
    /// Logs in, finds patients and sends documents, with one call each. What a program must handle is a result; a defect, or
    /// an outage before a document had its turn, is a <see cref="HealthRecordException"/>. Nothing is repeated by program, and
    /// no PIN is presented that no person typed for this try.
    /// <para>Each call blocks, and has an ...Async form on a thread of its own. A token counts from the beginning of the call:
    /// one that was cancelled between two calls stops the next. <see cref="OperationCanceledException"/> means that nothing
    /// took effect; when something did, or may have, its result or the library's exception comes instead.</para>
    /// <para>Threads and closing as for <see cref="HealthRecord.Session"/>, which stays there for the single steps.</para>
    /// </summary>
    public sealed partial class DmpClient : IDmpClient
    {
        /// <summary>Opens a session: checks the configuration, sends nothing.</summary>
        /// <param name="configuration">What to use.</param>
        /// <exception cref="CallerException">HR_E_CONFIG: a value cannot be used; the remedy names the key.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public DmpClient(Configuration configuration) : this(new Session(configuration)) { }

        /// <summary>As <see cref="DmpClient(Configuration)"/>.</summary>
        /// <param name="configurationJson">As for <see cref="HealthRecord.Session(string)"/>.</param>
        public DmpClient(string configurationJson) : this(new Session(configurationJson)) { }

        /// <summary>Above a session, which it closes when it is disposed.</summary>
        /// <param name="session">The session; a login that it has is used.</param>
        public DmpClient(Session session)
        {
            Session = session ?? throw new ArgumentNullException("session");
        }

        /// <summary>The session, for single steps, the journal, and what only a person decides.</summary>
        public Session Session { get; private set; }

        /// <summary>
        /// Logs in: finds the card, asks for the PIN, presents it once, and does step 4. After a PIN that was refused or is held
        /// back the person is asked again, until they give up; a PIN typed after reading that it is held confirms it, once in a login.
        /// </summary>
        /// <param name="request">How, and what asks the person.</param>
        /// <param name="token">Cancels it.</param>
        /// <exception cref="NetworkException">HR_E_IN_DOUBT: nobody knows whether the PIN was presented. Others.</exception>
        /// <exception cref="HealthRecordException">A defect or an outage. <see cref="HealthRecordException.SessionOpen"/> says whether a session is open.</exception>
        public ConnectResult Login(LoginRequest request, CancellationToken token = default(CancellationToken))
        {
            return Session.RunCancellable(Logging(request, null, token), token);
        }

        /// <summary>After <see cref="ConnectOutcome.SituationNeeded"/>: selects the situation. No PIN is presented.</summary>
        /// <param name="situationId">As for <see cref="Session.ProfileSelect"/>.</param>
        /// <param name="token">Cancels it.</param>
        public ConnectResult Select(string situationId, CancellationToken token = default(CancellationToken))
        {
            return Session.RunCancellable(() => LoginFlow.Select(Session, situationId), token);
        }

        /// <summary>Waits until a card is in the reader; presents no PIN.</summary>
        /// <param name="card">Which one; null: any.</param>
        /// <param name="time">How long.</param>
        /// <param name="token">Ends the wait.</param>
        /// <returns>Those that fit; empty when none came in time.</returns>
        public IReadOnlyList<Card> WaitForCard(CardFilter card, TimeSpan time, CancellationToken token = default(CancellationToken))
        {
            return Session.RunCancellable(() => Waited(card, time), token);
        }

        /// <summary>Finds a patient by traits and reads the parameters. Changes nothing.</summary>
        /// <param name="traits">One to four traits.</param>
        /// <param name="token">Cancels it.</param>
        /// <exception cref="CallerException">HR_E_STATE: not logged in. HR_E_ARGUMENT: no trait.</exception>
        public FindResult Find(Traits traits, CancellationToken token = default(CancellationToken))
        {
            Traits searched = (traits ?? throw new ArgumentNullException("traits")).Copy();
            return Session.RunCancellable(() => Found(searched), token);
        }

        /// <summary>
        /// Sends a document: searches the patient's traits again, makes the update that was signed for where one is asked for,
        /// opens the record, sends. A document that was accepted before is not sent again (<see cref="DocumentResult.Already"/>),
        /// and one in doubt is held back: so after a failure the same call may be made again.
        /// </summary>
        /// <param name="patient">Whom <see cref="Find"/> gave.</param>
        /// <param name="document">The document.</param>
        /// <param name="progress">Gets how far it is, on the thread of the call; null: nobody.</param>
        /// <param name="token">Cancels it. A document that was accepted, or may have been, gives its result all the same.</param>
        /// <exception cref="ArgumentException">The patient is of another client; a code of the document is null.</exception>
        public DepositResult Send(Patient patient, Document document, IProgress<SendProgress> progress = null,
            CancellationToken token = default(CancellationToken))
        {
            return Session.RunCancellable(Sending(patient, document, progress), token);
        }

        /// <summary>Sends several documents, in their order, each as in the other form; a refused one leaves the others their turn.</summary>
        /// <param name="patient">Whom <see cref="Find"/> gave.</param>
        /// <param name="documents">Documents in files; one in memory can be sent alone only.</param>
        /// <param name="progress">Gets how far all of them are; null: nobody.</param>
        /// <param name="token">Cancels it; when some had been accepted by then, the result tells which.</param>
        /// <exception cref="ArgumentException">Also when a document is in memory.</exception>
        public DepositResult Send(Patient patient, IReadOnlyList<Document> documents, IProgress<SendProgress> progress = null,
            CancellationToken token = default(CancellationToken))
        {
            return Session.RunCancellable(Sending(patient, documents, progress), token);
        }

        /// <summary>Closes the session; see <see cref="Session.Close"/>.</summary>
        public void Dispose()
        {
            Session.Dispose();
        }
    }
}

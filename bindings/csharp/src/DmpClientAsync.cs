using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord
{
    // Each runs the blocking form of the same name on a thread of its own.
    public sealed partial class DmpClient
    {
        /// <summary><see cref="Login"/> in the background; it asks where this was called (SynchronizationContext).</summary>
        /// <param name="request">How, and what asks the person.</param>
        /// <param name="token">Cancels it; an answer that comes later is not used.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled, and no PIN was presented.</exception>
        public Task<ConnectResult> LoginAsync(LoginRequest request, CancellationToken token = default(CancellationToken))
        {
            return Session.Start(Logging(request, SynchronizationContext.Current, token), token);
        }

        /// <summary><see cref="Select"/> in the background.</summary>
        /// <param name="situationId">As for <see cref="Session.ProfileSelect"/>.</param>
        /// <param name="token">Cancels it.</param>
        public Task<ConnectResult> SelectAsync(string situationId, CancellationToken token = default(CancellationToken))
        {
            return Session.Start(() => LoginFlow.Select(Session, situationId), token);
        }

        /// <summary><see cref="WaitForCard"/> in the background.</summary>
        /// <param name="card">Which one; null: any.</param>
        /// <param name="time">How long.</param>
        /// <param name="token">Ends the wait.</param>
        public Task<IReadOnlyList<Card>> WaitForCardAsync(CardFilter card, TimeSpan time, CancellationToken token = default(CancellationToken))
        {
            return Session.Start(() => Waited(card, time), token);
        }

        /// <summary><see cref="Find"/> in the background.</summary>
        /// <param name="traits">One to four traits.</param>
        /// <param name="token">Cancels it.</param>
        public Task<FindResult> FindAsync(Traits traits, CancellationToken token = default(CancellationToken))
        {
            Traits searched = (traits ?? throw new ArgumentNullException("traits")).Copy();
            return Session.Start(() => Found(searched), token);
        }

        /// <summary><see cref="Send(Patient, Document, IProgress{SendProgress}, CancellationToken)"/> in the background.</summary>
        /// <param name="patient">Whom <see cref="Find"/> gave.</param>
        /// <param name="document">The document.</param>
        /// <param name="progress">Gets how far it is; a <see cref="Progress{T}"/> brings it to where it was made.</param>
        /// <param name="token">Cancels it. A document that was accepted, or may have been, gives its result all the same.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled, and nothing arrived.</exception>
        public Task<DepositResult> SendAsync(Patient patient, Document document, IProgress<SendProgress> progress = null,
            CancellationToken token = default(CancellationToken))
        {
            return Session.Start(Sending(patient, document, progress), token);
        }

        /// <summary><see cref="Send(Patient, IReadOnlyList{Document}, IProgress{SendProgress}, CancellationToken)"/> in the background.</summary>
        /// <param name="patient">Whom <see cref="Find"/> gave.</param>
        /// <param name="documents">Documents in files.</param>
        /// <param name="progress">Gets how far all of them are.</param>
        /// <param name="token">Cancels it; when some had been accepted by then, the result tells which.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled, and nothing arrived.</exception>
        public Task<DepositResult> SendAsync(Patient patient, IReadOnlyList<Document> documents, IProgress<SendProgress> progress = null,
            CancellationToken token = default(CancellationToken))
        {
            return Session.Start(Sending(patient, documents, progress), token);
        }
    }
}

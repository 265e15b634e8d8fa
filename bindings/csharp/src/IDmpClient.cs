using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord
{
    /// <summary>
    /// What <see cref="DmpClient"/> does, so that a program's own tests can put another in its place: results, exceptions and
    /// <see cref="Patient.ForTests"/> can be made without the library.
    /// </summary>
    public interface IDmpClient : IDisposable
    {
        /// <summary>See <see cref="DmpClient.Login"/>.</summary>
        ConnectResult Login(LoginRequest request, CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.LoginAsync"/>.</summary>
        Task<ConnectResult> LoginAsync(LoginRequest request, CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.Select"/>.</summary>
        ConnectResult Select(string situationId, CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.SelectAsync"/>.</summary>
        Task<ConnectResult> SelectAsync(string situationId, CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.WaitForCard"/>.</summary>
        IReadOnlyList<Card> WaitForCard(CardFilter card, TimeSpan time, CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.WaitForCardAsync"/>.</summary>
        Task<IReadOnlyList<Card>> WaitForCardAsync(CardFilter card, TimeSpan time, CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.Find"/>.</summary>
        FindResult Find(Traits traits, CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.FindAsync"/>.</summary>
        Task<FindResult> FindAsync(Traits traits, CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.Send(Patient, Document, IProgress{SendProgress}, CancellationToken)"/>.</summary>
        DepositResult Send(Patient patient, Document document, IProgress<SendProgress> progress = null,
            CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.Send(Patient, IReadOnlyList{Document}, IProgress{SendProgress}, CancellationToken)"/>.</summary>
        DepositResult Send(Patient patient, IReadOnlyList<Document> documents, IProgress<SendProgress> progress = null,
            CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.SendAsync(Patient, Document, IProgress{SendProgress}, CancellationToken)"/>.</summary>
        Task<DepositResult> SendAsync(Patient patient, Document document, IProgress<SendProgress> progress = null,
            CancellationToken token = default(CancellationToken));
        /// <summary>See <see cref="DmpClient.SendAsync(Patient, IReadOnlyList{Document}, IProgress{SendProgress}, CancellationToken)"/>.</summary>
        Task<DepositResult> SendAsync(Patient patient, IReadOnlyList<Document> documents, IProgress<SendProgress> progress = null,
            CancellationToken token = default(CancellationToken));
    }
}

using System;
using System.Security;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord
{
    // Each method runs the blocking one of the same name on a thread of its own and binds the token to Cancel.
    // A cancelled token gives OperationCanceledException with the library's exception (and its Outcome) as
    // InnerException, or without one when nothing was begun. One case is never a cancellation: when the call may have
    // taken effect (InDoubt) the library's exception itself comes out, since a cancelled Task can lose what it carries.
    public sealed partial class Session
    {
        /// <summary><see cref="Ticket"/> in the background.</summary>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        public Task<TicketResult> TicketAsync(CancellationToken token = default(CancellationToken))
        {
            return Start(Ticket, token);
        }

        /// <summary><see cref="Ready"/> in the background.</summary>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        public Task<ReadyResult> ReadyAsync(CancellationToken token = default(CancellationToken))
        {
            return Start(Ready, token);
        }

        /// <summary><see cref="Login(string, string, bool)"/> in the background.</summary>
        /// <param name="cardToken"><see cref="Card.Token"/> of a card of the last <see cref="Ready"/>.</param>
        /// <param name="pin">The PIN.</param>
        /// <param name="token">Cancels the call.</param>
        /// <param name="confirmed">As in <see cref="Login(string, string, bool)"/>.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but the PIN was sent: HR_E_IN_DOUBT.</exception>
        public Task<LoginResult> LoginAsync(string cardToken, string pin, CancellationToken token = default(CancellationToken),
            bool confirmed = false)
        {
            return LoginAsync(cardToken, Utf8.Of(pin, "pin"), token, confirmed);
        }

        /// <summary><see cref="Login(string, char[], bool)"/> in the background.</summary>
        /// <param name="cardToken"><see cref="Card.Token"/> of a card of the last <see cref="Ready"/>.</param>
        /// <param name="pin">The PIN; may be wiped as soon as this method returns.</param>
        /// <param name="token">Cancels the call.</param>
        /// <param name="confirmed">As in <see cref="Login(string, string, bool)"/>.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but the PIN was sent: HR_E_IN_DOUBT.</exception>
        public Task<LoginResult> LoginAsync(string cardToken, char[] pin, CancellationToken token = default(CancellationToken),
            bool confirmed = false)
        {
            return LoginAsync(cardToken, Utf8.Of(pin, "pin"), token, confirmed);
        }

        /// <summary><see cref="Login(string, byte[], bool)"/> in the background.</summary>
        /// <param name="cardToken"><see cref="Card.Token"/> of a card of the last <see cref="Ready"/>.</param>
        /// <param name="pin">The PIN in UTF-8; may be wiped as soon as this method returns.</param>
        /// <param name="token">Cancels the call.</param>
        /// <param name="confirmed">As in <see cref="Login(string, string, bool)"/>.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but the PIN was sent: HR_E_IN_DOUBT.</exception>
        public Task<LoginResult> LoginAsync(string cardToken, byte[] pin, CancellationToken token = default(CancellationToken),
            bool confirmed = false)
        {
            return LoginAsync(cardToken, Utf8.Of(pin, "pin"), token, confirmed);
        }

        /// <summary><see cref="Login(string, SecureString, bool)"/> in the background.</summary>
        /// <param name="cardToken"><see cref="Card.Token"/> of a card of the last <see cref="Ready"/>.</param>
        /// <param name="pin">The PIN; may be disposed as soon as this method returns.</param>
        /// <param name="token">Cancels the call.</param>
        /// <param name="confirmed">As in <see cref="Login(string, string, bool)"/>.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but the PIN was sent: HR_E_IN_DOUBT.</exception>
        public Task<LoginResult> LoginAsync(string cardToken, SecureString pin, CancellationToken token = default(CancellationToken),
            bool confirmed = false)
        {
            return LoginAsync(cardToken, Reveal(pin), token, confirmed);
        }

        /// <summary><see cref="ProfilePut"/> in the background.</summary>
        /// <param name="payloadJson">The payload, one JSON value.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but all was sent: HR_E_IN_DOUBT.</exception>
        public Task<Result> ProfilePutAsync(string payloadJson, CancellationToken token = default(CancellationToken))
        {
            return Start(() => ProfilePut(payloadJson), token);
        }

        /// <summary><see cref="ProfileSelect"/> in the background.</summary>
        /// <param name="situationId">Identifier of the situation.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but all was sent: HR_E_IN_DOUBT.</exception>
        public Task<Result> ProfileSelectAsync(string situationId, CancellationToken token = default(CancellationToken))
        {
            return Start(() => ProfileSelect(situationId), token);
        }

        /// <summary><see cref="PatientSearch"/> in the background.</summary>
        /// <param name="nom">Last name, or null.</param>
        /// <param name="prenom">First name, or null.</param>
        /// <param name="dateNaissance">Birth date, or null.</param>
        /// <param name="sexe">Sex, or null.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        public Task<Result> PatientSearchAsync(string nom = null, string prenom = null, string dateNaissance = null,
            string sexe = null, CancellationToken token = default(CancellationToken))
        {
            return Start(() => PatientSearch(nom, prenom, dateNaissance, sexe), token);
        }

        /// <summary><see cref="PatientGet"/> in the background.</summary>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        public Task<PatientResult> PatientGetAsync(CancellationToken token = default(CancellationToken))
        {
            return Start(PatientGet, token);
        }

        /// <summary><see cref="PatientUpdate"/> in the background.</summary>
        /// <param name="bodyJson">The parameters to set, one JSON value.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but all was sent: HR_E_IN_DOUBT.</exception>
        public Task<Result> PatientUpdateAsync(string bodyJson, CancellationToken token = default(CancellationToken))
        {
            return Start(() => PatientUpdate(bodyJson), token);
        }

        /// <summary><see cref="Request"/> in the background.</summary>
        /// <param name="method">The method, in capitals.</param>
        /// <param name="path">What follows the service URL.</param>
        /// <param name="bodyJson">One JSON value, or null.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but all was sent: HR_E_IN_DOUBT.</exception>
        public Task<Result> RequestAsync(string method, string path, string bodyJson = null,
            CancellationToken token = default(CancellationToken))
        {
            return Start(() => Request(method, path, bodyJson), token);
        }

        /// <summary><see cref="DmpOpen"/> in the background.</summary>
        /// <param name="patientId">The patient's number.</param>
        /// <param name="bodyJson">One JSON value, or null.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but all was sent: HR_E_IN_DOUBT.</exception>
        public Task<Result> DmpOpenAsync(string patientId, string bodyJson = null, CancellationToken token = default(CancellationToken))
        {
            return Start(() => DmpOpen(patientId, bodyJson), token);
        }

        /// <summary><see cref="DmpSend"/> in the background; the progress callback comes on its thread.</summary>
        /// <param name="patientId">As given to <see cref="DmpOpen"/>.</param>
        /// <param name="path">The file.</param>
        /// <param name="activityType">Passed as given.</param>
        /// <param name="typeCode">Passed as given.</param>
        /// <param name="filename">The name to send; null: the last part of path.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error with its Outcome.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but all was sent: HR_E_IN_DOUBT.</exception>
        public Task<SendResult> DmpSendAsync(string patientId, string path, string activityType, string typeCode,
            string filename = null, CancellationToken token = default(CancellationToken))
        {
            return Start(() => DmpSend(patientId, path, activityType, typeCode, filename), token);
        }

        /// <summary><see cref="DmpSendBytes"/> in the background; the progress callback comes on its thread.</summary>
        /// <param name="patientId">As given to <see cref="DmpOpen"/>.</param>
        /// <param name="data">The document; not copied, must not change until the task has ended.</param>
        /// <param name="activityType">Passed as given.</param>
        /// <param name="typeCode">Passed as given.</param>
        /// <param name="filename">The name to send.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error with its Outcome.</exception>
        /// <exception cref="NetworkException">Also when the token was cancelled but all was sent: HR_E_IN_DOUBT.</exception>
        public Task<SendResult> DmpSendBytesAsync(string patientId, byte[] data, string activityType, string typeCode,
            string filename, CancellationToken token = default(CancellationToken))
        {
            return Start(() => DmpSendBytes(patientId, data, activityType, typeCode, filename), token);
        }

        /// <summary><see cref="Journal"/> in the background.</summary>
        /// <param name="filter">Which uploads; null: the newest 100.</param>
        /// <param name="token">Cancels the call.</param>
        /// <exception cref="OperationCanceledException">The token was cancelled; InnerException is the library's error.</exception>
        public Task<JournalResult> JournalAsync(JournalFilter filter = null, CancellationToken token = default(CancellationToken))
        {
            return Start(() => Journal(filter), token);
        }

        // The PIN is encoded before the thread starts, so that the caller may wipe it at once; a task that is cancelled
        // before it starts never runs its body, hence the continuation.
        private Task<LoginResult> LoginAsync(string cardToken, Utf8 pin, CancellationToken token, bool confirmed)
        {
            Task<LoginResult> task = Start(() => Login(cardToken, pin, confirmed), token);
            task.ContinueWith(_ => pin.Dispose(), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
            return task;
        }

        // A thread of its own, since an upload may take ten minutes: the pool's threads are for short work.
        internal Task<T> Start<T>(Func<T> call, CancellationToken token)
        {
            return Task.Factory.StartNew(() => RunCancellable(call, token), token,
                TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);
        }

        internal T RunCancellable<T>(Func<T> call, CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            using (new Canceller(calls, () => Native.hr_cancel(Handle), token))
            {
                try { return call(); }
                catch (HealthRecordException e) when (token.IsCancellationRequested && e.Code == Native.HR_E_CANCELLED && !e.InDoubt)
                {
                    throw new OperationCanceledException(e.Message, e, token);
                }
                catch (OperationCanceledException e) when (HealthRecordException.AttachedTo(e) != null)
                {
                    // A progress callback threw it; nothing took effect, or the library's error would have come out.
                    throw new OperationCanceledException(e.Message, HealthRecordException.AttachedTo(e), token.IsCancellationRequested ? token : e.CancellationToken);
                }
            }
        }
    }
}

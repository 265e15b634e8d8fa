using System;
using System.Runtime.InteropServices;

namespace HealthRecord
{
    public sealed partial class Session
    {
        /// <summary>Step 8: opens the patient's shared record.</summary>
        /// <param name="patientId"><see cref="PatientResult.PatientId"/>; percent-encoded by this call.</param>
        /// <param name="bodyJson">Null: no body (the usual case); or one JSON value, if the service asks for one.</param>
        /// <exception cref="CallerException">
        /// HR_E_STATE: no session, or step 6 asks for an update that was not made (the patient may have opposed).
        /// HR_E_ARGUMENT: cannot be one part of a path, or not JSON.
        /// </exception>
        /// <exception cref="PeerException">HR_E_NOT_FOUND, HR_E_CONFLICT, HR_E_UNAUTHORIZED and others.</exception>
        /// <exception cref="NetworkException">HR_E_IN_DOUBT: no answer. Others.</exception>
        public Result DmpOpen(string patientId, string bodyJson = null)
        {
            using (Utf8 patient = Utf8.Of(patientId, "patientId"))
            using (Utf8 body = Utf8.Of(bodyJson, "bodyJson"))
                return Call("hr_dmp_open", true,
                    (out IntPtr text) => Native.hr_dmp_open(Handle, patient.Bytes, body.Bytes, out text));
        }

        /// <summary>
        /// Step 9: uploads a document from a file, once. It returns only when the document was definitely accepted. The file
        /// is read while it is sent; memory does not grow with it.
        /// </summary>
        /// <param name="patientId">As given to <see cref="DmpOpen"/>.</param>
        /// <param name="path">The file; it must not change meanwhile.</param>
        /// <param name="activityType">Passed as given; the interface does not show the values. May be empty.</param>
        /// <param name="typeCode">Passed as given; the interface does not show the values. May be empty.</param>
        /// <param name="filename">The name to send; null: the last part of path.</param>
        /// <exception cref="CallerException">
        /// HR_E_STATE: the record is not open. HR_E_FILE: missing, not readable, or it changed. HR_E_ARGUMENT: a name that
        /// cannot be sent. HR_E_CANCELLED: <see cref="Cancel"/> or the progress callback. HR_E_JOURNAL: the journal cannot be
        /// used, nothing was sent.
        /// </exception>
        /// <exception cref="NetworkException">
        /// HR_E_IN_DOUBT: all was sent and no answer came: do not send it again. HR_E_TIMEOUT at "library": comparing it with
        /// a document in doubt took all the time, nothing was sent. Others.
        /// </exception>
        /// <exception cref="PeerException">
        /// HR_E_CONFLICT at "library": an earlier sending of the same document is in doubt, see <see cref="DmpFound"/> and
        /// <see cref="DmpResendAllow"/>. HR_E_REFUSED: such as 413. HR_E_UNAUTHORIZED and others.
        /// </exception>
        public SendResult DmpSend(string patientId, string path, string activityType, string typeCode, string filename = null)
        {
            using (Utf8 patient = Utf8.Of(patientId, "patientId"))
            using (Utf8 file = Utf8.Of(path, "path"))
            using (Utf8 name = Utf8.Of(filename, "filename"))
            using (Utf8 activity = Utf8.Of(activityType, "activityType"))
            using (Utf8 type = Utf8.Of(typeCode, "typeCode"))
                return progress.Run(() => Call("hr_dmp_send", true,
                    (out IntPtr text) => Native.hr_dmp_send(Handle, patient.Bytes, file.Bytes, name.Bytes,
                        activity.Bytes, type.Bytes, out text),
                    json => new SendResult(json)));
        }

        /// <summary>Step 9, from memory: as <see cref="DmpSend"/>, with the document's bytes instead of a path.</summary>
        /// <param name="patientId">As given to <see cref="DmpOpen"/>.</param>
        /// <param name="data">The document; not copied, must not change meanwhile.</param>
        /// <param name="activityType">Passed as given; may be empty.</param>
        /// <param name="typeCode">Passed as given; may be empty.</param>
        /// <param name="filename">The name to send.</param>
        /// <exception cref="ArgumentNullException">There is no document.</exception>
        public SendResult DmpSendBytes(string patientId, byte[] data, string activityType, string typeCode, string filename)
        {
            if (data == null)
                throw new ArgumentNullException("data");
            using (Utf8 patient = Utf8.Of(patientId, "patientId"))
            using (Utf8 name = Utf8.Of(filename, "filename"))
            using (Utf8 activity = Utf8.Of(activityType, "activityType"))
            using (Utf8 type = Utf8.Of(typeCode, "typeCode"))
                return progress.Run(() => Call("hr_dmp_send_bytes", true,
                    (out IntPtr text) => Native.hr_dmp_send_bytes(Handle, patient.Bytes, data, data.Length,
                        name.Bytes, activity.Bytes, type.Bytes, out text),
                    json => new SendResult(json)));
        }

        /// <summary>
        /// After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known whether the
        /// earlier sending arrived. Only because a person decided so, after looking into the record, never by program. It
        /// covers one sending; the document may then be in the record twice. Sends nothing.
        /// </summary>
        /// <param name="entry">
        /// <see cref="HealthRecordException.Entry"/> of the error, or <see cref="JournalEntry.Entry"/>: 32 hexadecimal digits.
        /// </param>
        /// <exception cref="CallerException">
        /// HR_E_ARGUMENT: there is no such doubt any more, a later one of the document has replaced it, or a sending of its
        /// document is on its way. HR_E_BUSY. HR_E_JOURNAL: the journal cannot be used, and nothing is permitted.
        /// </exception>
        public void DmpResendAllow(string entry)
        {
            using (Utf8 doubt = Utf8.Of(entry, "entry"))
                Done(Counted(() => Native.hr_dmp_resend_allow(Handle, doubt.Bytes)), "hr_dmp_resend_allow");
        }

        /// <summary>
        /// After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record. The doubt ends
        /// as "accepted". Only because a person looked into the record, never by program. Sends nothing.
        /// </summary>
        /// <param name="entry">As for <see cref="DmpResendAllow"/>.</param>
        /// <exception cref="CallerException">
        /// HR_E_ARGUMENT, HR_E_BUSY: as for <see cref="DmpResendAllow"/>. HR_E_JOURNAL: the journal cannot be used, and the doubt
        /// stays.
        /// </exception>
        public void DmpFound(string entry)
        {
            using (Utf8 doubt = Utf8.Of(entry, "entry"))
                Done(Counted(() => Native.hr_dmp_found(Handle, doubt.Bytes)), "hr_dmp_found");
        }

        /// <summary>
        /// The uploads that <see cref="Configuration.Journal"/> knows, of all processes that name it, the newest first: the order
        /// is that of the file. Sends nothing.
        /// </summary>
        /// <param name="filter">Which ones; null: the newest 100.</param>
        /// <exception cref="CallerException">
        /// HR_E_CONFIG: the configuration has no journal. HR_E_JOURNAL: it cannot be read, Reason says why. HR_E_ARGUMENT: a value of
        /// the filter that cannot be. HR_E_CANCELLED. HR_E_BUSY.
        /// </exception>
        public JournalResult Journal(JournalFilter filter = null)
        {
            using (Utf8 wanted = Utf8.Of(filter?.ToJson(), "filter"))
                return Call("hr_journal", false, (out IntPtr text) => Native.hr_journal(Handle, wanted.Bytes, out text),
                    json => new JournalResult(json));
        }

        /// <summary>
        /// Sets who receives the progress of this session's uploads. The session keeps the callback alive.
        /// </summary>
        /// <param name="callback">
        /// Called on the thread that runs the upload: with 0 at its start (again and again while the document is compared with
        /// one in doubt), at every hundredth or 100 ms, and with all of it once the server has answered. It may call
        /// <see cref="UploadProgress.Stop"/> to stop the upload: HR_E_CANCELLED, or HR_E_IN_DOUBT when all was sent. An
        /// exception that it throws stops the upload too and then comes out of the upload itself, with its own stack;
        /// <see cref="HealthRecordException.AttachedTo"/> gives the library's error with the outcome. It may call
        /// <see cref="Cancel"/> and <see cref="Close"/>; other calls on this session give HR_E_BUSY. Null: nobody receives it.
        /// </param>
        /// <exception cref="CallerException">HR_E_BUSY: a call runs; nothing was changed. HR_E_HANDLE: the session is closed.</exception>
        public void SetProgress(Action<UploadProgress> callback)
        {
            RegisterProgress(callback != null);
            progress.Receiver = callback;
        }

        // What is registered stays so: without a receiver it reports to nobody.
        private void RegisterProgress(bool wanted = true)
        {
            IntPtr fn = wanted ? Marshal.GetFunctionPointerForDelegate(progress.Trampoline) : IntPtr.Zero;
            Done(Native.hr_set_progress(Handle, fn, IntPtr.Zero), "hr_set_progress");
        }
    }
}

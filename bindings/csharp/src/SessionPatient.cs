using System;

namespace HealthRecord
{
    public sealed partial class Session
    {
        /// <summary>
        /// Step 4, first half: PUT user-profiles, only when the login did not identify the professional. The reply
        /// (<see cref="Result.RawJson"/>) is expected to list the situations to choose from; the interface does not show it.
        /// </summary>
        /// <param name="payloadJson">The payload, one JSON value, sent byte for byte; the interface does not show it.</param>
        /// <exception cref="CallerException">HR_E_ARGUMENT: null or not JSON. HR_E_STATE: no session.</exception>
        /// <exception cref="PeerException">HR_E_UNAUTHORIZED: 401 (ends the session) or 403. Others.</exception>
        /// <exception cref="NetworkException">HR_E_IN_DOUBT: no answer. Others.</exception>
        public Result ProfilePut(string payloadJson)
        {
            using (Utf8 payload = Utf8.Of(payloadJson, "payloadJson"))
                return Call("hr_profile_put", true,
                    (out IntPtr text) => Native.hr_profile_put(Handle, payload.Bytes, out text));
        }

        /// <summary>Step 4, second half: selects a situation.</summary>
        /// <param name="situationId">Identifier of the situation as the service gave it; percent-encoded by this call.</param>
        /// <exception cref="CallerException">HR_E_ARGUMENT: cannot be one part of a path. HR_E_STATE: no session.</exception>
        /// <exception cref="PeerException">HR_E_NOT_FOUND, HR_E_UNAUTHORIZED and others.</exception>
        /// <exception cref="NetworkException">HR_E_IN_DOUBT: no answer. Others.</exception>
        public Result ProfileSelect(string situationId)
        {
            using (Utf8 id = Utf8.Of(situationId, "situationId"))
                return Call("hr_profile_select", true,
                    (out IntPtr text) => Native.hr_profile_select(Handle, id.Bytes, out text));
        }

        /// <summary>
        /// Step 5: searches an identity (INS) by traits. Traits go out as given: the interface does not show their formats.
        /// Null leaves a trait out, an empty text sends it empty. The reply is in <see cref="Result.RawJson"/>.
        /// </summary>
        /// <param name="nom">Last name.</param>
        /// <param name="prenom">First name.</param>
        /// <param name="dateNaissance">Birth date.</param>
        /// <param name="sexe">Sex.</param>
        /// <exception cref="CallerException">HR_E_ARGUMENT: more than 1,024 bytes. HR_E_STATE: no session.</exception>
        /// <exception cref="PeerException">HR_E_NOT_FOUND: 404. HR_E_UNAUTHORIZED and others.</exception>
        /// <exception cref="NetworkException">The service was not reached or did not answer.</exception>
        public Result PatientSearch(string nom = null, string prenom = null, string dateNaissance = null, string sexe = null)
        {
            using (Utf8 last = Utf8.Of(nom, "nom"))
            using (Utf8 first = Utf8.Of(prenom, "prenom"))
            using (Utf8 birth = Utf8.Of(dateNaissance, "dateNaissance"))
            using (Utf8 sex = Utf8.Of(sexe, "sexe"))
                return Call("hr_patient_search", false,
                    (out IntPtr text) => Native.hr_patient_search(Handle, last.Bytes, first.Bytes, birth.Bytes,
                        sex.Bytes, out text));
        }

        /// <summary>Step 6: reads the parameters of the patient whom the search found.</summary>
        /// <exception cref="CallerException">HR_E_STATE: no session.</exception>
        /// <exception cref="PeerException">HR_E_REPLY: patient_id, insQualified or alimentationConsent is missing. Others.</exception>
        /// <exception cref="NetworkException">The service was not reached or did not answer.</exception>
        public PatientResult PatientGet()
        {
            return Call("hr_patient_get", false, (out IntPtr text) => Native.hr_patient_get(Handle, out text),
                json => new PatientResult(json));
        }

        /// <summary>
        /// Step 7: sets parameters of the patient, only when step 6 said <see cref="PatientResult.UpdateNeeded"/>. Consent is
        /// the patient's: ask before claiming it.
        /// </summary>
        /// <param name="bodyJson">The parameters to set, one JSON value, sent byte for byte; the interface does not show it.</param>
        /// <exception cref="CallerException">HR_E_ARGUMENT: null or not JSON. HR_E_STATE: step 6 is missing or asked for no update.</exception>
        /// <exception cref="PeerException">HR_E_CONFLICT: such as a patient who opposes. HR_E_UNAUTHORIZED and others.</exception>
        /// <exception cref="NetworkException">HR_E_IN_DOUBT: no answer. Others.</exception>
        public Result PatientUpdate(string bodyJson)
        {
            using (Utf8 body = Utf8.Of(bodyJson, "bodyJson"))
                return Call("hr_patient_update", true,
                    (out IntPtr text) => Native.hr_patient_update(Handle, body.Bytes, out text));
        }

        /// <summary>
        /// Any other call under the service URL, with the session's bearer. The rules of order and the refusal to send a
        /// document twice do not see what is sent this way.
        /// </summary>
        /// <param name="method">GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, in capitals.</param>
        /// <param name="path">What follows the service URL: begins with "/", percent-encoded, may carry a query.</param>
        /// <param name="bodyJson">One JSON value, sent byte for byte; null: no body.</param>
        /// <exception cref="CallerException">HR_E_ARGUMENT: another method, an unusable path, not JSON. HR_E_STATE: no session.</exception>
        /// <exception cref="PeerException">The service refused.</exception>
        /// <exception cref="NetworkException">HR_E_IN_DOUBT: no answer to a method that changes something. Others.</exception>
        public Result Request(string method, string path, string bodyJson = null)
        {
            using (Utf8 verb = Utf8.Of(method, "method"))
            using (Utf8 target = Utf8.Of(path, "path"))
            using (Utf8 body = Utf8.Of(bodyJson, "bodyJson"))
                return Call("hr_request", method != "GET" && method != "HEAD" && method != "OPTIONS",
                    (out IntPtr text) => Native.hr_request(Handle, verb.Bytes, target.Bytes, body.Bytes, out text));
        }
    }
}

using System;
using System.Runtime.InteropServices;

namespace HealthRecord
{
    /// <summary>
    /// The raw layer: the functions and constants of hr.h, with the same names in the same order, without logic.
    /// Texts are UTF-8 with a terminating zero; a text received through out_json is freed with hr_free.
    /// Call <see cref="Library.Load()"/> first, in another method: Mono looks the library up when it compiles the
    /// method that calls it. <see cref="Session"/> is what a program normally uses.
    /// </summary>
    public static class Native
    {
        /// <summary>The call did what it was asked to do.</summary>
        public const int HR_OK = 0;
        /// <summary>An argument is NULL, not UTF-8, empty where it may not be, or of the wrong form.</summary>
        public const int HR_E_ARGUMENT = -1;
        /// <summary>The handle is 0, was closed, was never given out, or belongs to the process that forked this one.</summary>
        public const int HR_E_HANDLE = -2;
        /// <summary>Another call on the same handle is running. Nothing was sent.</summary>
        public const int HR_E_BUSY = -3;
        /// <summary>A step that must come before this one is missing; the remedy names it. Nothing was sent.</summary>
        public const int HR_E_STATE = -4;
        /// <summary>The configuration cannot serve this call; the remedy names the key.</summary>
        public const int HR_E_CONFIG = -5;
        /// <summary>The file cannot be opened or read, or it changed while it was being sent.</summary>
        public const int HR_E_FILE = -6;
        /// <summary>Something exceeds what can be handled: no memory for it, or no handle left.</summary>
        public const int HR_E_TOO_LARGE = -7;
        /// <summary>The PIN was not presented, because that could spend a try of the card without need.</summary>
        public const int HR_E_PIN_GUARD = -8;
        /// <summary>hr_cancel, hr_close or the progress callback stopped the call.</summary>
        public const int HR_E_CANCELLED = -9;
        /// <summary>Several things fit what was given and a person must choose. Nothing was done.</summary>
        public const int HR_E_CHOICE = -10;
        /// <summary>Nothing is at the place of a JSON text that the pointer leads to, or null.</summary>
        public const int HR_E_ABSENT = -14;
        /// <summary>Nothing listens at the card client's address: it is not installed or not running.</summary>
        public const int HR_E_CARD_CLIENT_ABSENT = -100;
        /// <summary>The server could not be reached: unknown name, refused connection, no route.</summary>
        public const int HR_E_CONNECT = -101;
        /// <summary>The time allowed by timeouts ran out; phase says where.</summary>
        public const int HR_E_TIMEOUT = -102;
        /// <summary>The server's certificate was refused, or no TLS connection could be set up.</summary>
        public const int HR_E_TLS = -103;
        /// <summary>The proxy refused or could not be used.</summary>
        public const int HR_E_PROXY = -104;
        /// <summary>The connection ended before the call was complete.</summary>
        public const int HR_E_INTERRUPTED = -105;
        /// <summary>Everything was sent and no answer came: the call may or may not have taken effect.</summary>
        public const int HR_E_IN_DOUBT = -106;
        /// <summary>The reply is not what the interface describes; the remedy names what is missing or wrong.</summary>
        public const int HR_E_REPLY = -200;
        /// <summary>The server refused the request (a 4xx status that has no code of its own here).</summary>
        public const int HR_E_REFUSED = -201;
        /// <summary>The server did not accept the credential (401 or 403).</summary>
        public const int HR_E_UNAUTHORIZED = -202;
        /// <summary>The server does not know what was asked for (404).</summary>
        public const int HR_E_NOT_FOUND = -203;
        /// <summary>The request contradicts what the server holds (409), or what is known of an earlier sending.</summary>
        public const int HR_E_CONFLICT = -204;
        /// <summary>The server asks to wait (429); retry_after_s says how long when the server said so.</summary>
        public const int HR_E_RATE_LIMITED = -205;
        /// <summary>The server failed (5xx).</summary>
        public const int HR_E_SERVER = -206;
        /// <summary>The card client answered with a status.code other than 0; service_code holds it.</summary>
        public const int HR_E_CARD_STATUS = -207;
        /// <summary>The server answered with a redirection, which is never followed.</summary>
        public const int HR_E_REDIRECT = -208;
        /// <summary>The library failed inside. The handle still answers; please report it.</summary>
        public const int HR_E_PANIC = -900;
        /// <summary>The version of the binary contract that this wrapper was written for.</summary>
        public const int HR_ABI_VERSION = 1;
        /// <summary>No log (the state at start).</summary>
        public const int HR_LOG_OFF = 0;
        /// <summary>Calls that failed.</summary>
        public const int HR_LOG_ERROR = 1;
        /// <summary>Also calls that succeeded: method, path template, status, duration.</summary>
        public const int HR_LOG_INFO = 2;
        /// <summary>Also handles opened and closed.</summary>
        public const int HR_LOG_DEBUG = 3;

        /// <summary>Receives log lines; text is UTF-8, valid during the callback only. No exception may leave it.</summary>
        [UnmanagedFunctionPointer(C)] public delegate void hr_log_fn(IntPtr user, int level, IntPtr text);
        /// <summary>Told how far an upload is; 0 goes on, anything else stops. No exception may leave it.</summary>
        [UnmanagedFunctionPointer(C)] public delegate int hr_progress_fn(IntPtr user, int done, int total);

        private const CallingConvention C = CallingConvention.Cdecl;

        /// <summary>The version of the binary contract of the library that is loaded.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_abi_version();
        /// <summary>The version of the library; static text, never freed.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern IntPtr hr_version();
        /// <summary>The name of a code; static text, never freed.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern IntPtr hr_code_name(int code);
        /// <summary>Wipes and frees a text that this library gave through out_json.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern void hr_free(IntPtr text);
        /// <summary>Copies a text into a buffer; gives the bytes needed with the final zero, or a code.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_text_copy(IntPtr text, byte[] buffer, int capacity);
        /// <summary>Copies a text into a buffer as UTF-16; gives the units needed with the final zero, or a code.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_text_copy_utf16(IntPtr text, ushort[] buffer, int capacity);
        /// <summary>Sets who receives log lines, for the whole process; fn is a function pointer or zero.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_set_log(IntPtr fn, IntPtr user, int level);
        /// <summary>Reads one value out of a JSON text, by a JSON pointer (RFC 6901).</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_json_get(byte[] json, byte[] pointer, out IntPtr out_text);
        /// <summary>The kind of a value in a JSON text: 0 absent, 1 null, 2 boolean, 3 number, 4 string, 5 array, 6 object; or a code.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_json_kind(byte[] json, byte[] pointer);
        /// <summary>The number of elements or members of a value in a JSON text, or a code.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_json_count(byte[] json, byte[] pointer);
        /// <summary>The name of one member of an object in a JSON text.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_json_key(byte[] json, byte[] pointer, int index, out IntPtr out_text);
        /// <summary>Writes a text as a JSON string.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_json_quote(byte[] text, out IntPtr out_json);
        /// <summary>Opens a handle: reads the configuration, checks it, sends nothing.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_open(byte[] config_json, out int out_handle, out IntPtr out_json);
        /// <summary>Closes a handle, drops its secrets and cancels what runs on it.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_close(int handle);
        /// <summary>Stops the call that runs on a handle.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_cancel(int handle);
        /// <summary>Sets who receives the progress of this handle's uploads; fn is a function pointer or zero.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_set_progress(int handle, IntPtr fn, IntPtr user);
        /// <summary>Tells what a handle holds. Sends nothing.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_state(int handle, out IntPtr out_json);
        /// <summary>Step 1: gets a license ticket from the license server.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_ticket(int handle, out IntPtr out_json);
        /// <summary>Step 1, elsewhere: takes over a ticket that the vendor's own server fetched.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_ticket_set(int handle, byte[] ticket);
        /// <summary>Step 2: asks the card client which cards are in the reader.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_ready(int handle, out IntPtr out_json);
        /// <summary>Step 3: presents a PIN to a card, once, and opens a session with the resource service.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_login(int handle, byte[] card_token, byte[] pin_code, out IntPtr out_json);
        /// <summary>After HR_E_PIN_GUARD: a person is sure of the PIN, so let one more presentation through; null: of the card held back last.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_pin_retry_allow(int handle, byte[] card_token);
        /// <summary>Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_session_set(int handle, byte[] service_url, byte[] bearer);
        /// <summary>Step 4, first half: PUT user-profiles.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_profile_put(int handle, byte[] payload_json, out IntPtr out_json);
        /// <summary>Step 4, second half: GET user-profiles/{situation.id}/select.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_profile_select(int handle, byte[] situation_id, out IntPtr out_json);
        /// <summary>Step 5: GET patient/search, the search of an identity (INS) by traits; null leaves a trait out.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_patient_search(int handle, byte[] nom, byte[] prenom, byte[] date_naissance, byte[] sexe, out IntPtr out_json);
        /// <summary>Step 6: GET patient, the parameters of the patient.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_patient_get(int handle, out IntPtr out_json);
        /// <summary>Step 7: POST patient, only when hr_patient_get said updateNeeded.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_patient_update(int handle, byte[] body_json, out IntPtr out_json);
        /// <summary>Any other call under the service URL, with the session's bearer.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_request(int handle, byte[] method, byte[] path, byte[] body_json, out IntPtr out_json);
        /// <summary>Step 8: PUT dmp/{patient_id}, opens the patient's shared record.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_dmp_open(int handle, byte[] patient_id, byte[] body_json, out IntPtr out_json);
        /// <summary>Step 9: uploads a document from a file.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_dmp_send(int handle, byte[] patient_id, byte[] path, byte[] filename, byte[] activity_type, byte[] type_code, out IntPtr out_json);
        /// <summary>Step 9, from memory: uploads a document's bytes.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_dmp_send_bytes(int handle, byte[] patient_id, byte[] data, int length, byte[] filename, byte[] activity_type, byte[] type_code, out IntPtr out_json);
        /// <summary>After HR_E_CONFLICT at "library": a person decided to send a document again.</summary>
        [DllImport("hr", CallingConvention = C, ExactSpelling = true)] public static extern int hr_dmp_resend_allow(int handle, byte[] entry);
    }
}

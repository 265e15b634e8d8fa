using System;
using System.Runtime.InteropServices;
using System.Security;

namespace HealthRecord
{
    public sealed partial class Session
    {
        /// <summary>Step 1: gets a license ticket from the license server; the session keeps it.</summary>
        /// <exception cref="CallerException">HR_E_CONFIG: license_url or license_bearer is not configured.</exception>
        /// <exception cref="PeerException">HR_E_UNAUTHORIZED: the license bearer is not accepted. HR_E_REPLY and others.</exception>
        /// <exception cref="NetworkException">The license server was not reached.</exception>
        public TicketResult Ticket()
        {
            return Call("hr_ticket", false, (out IntPtr text) => Native.hr_ticket(Handle, out text),
                json => new TicketResult(json));
        }

        /// <summary>
        /// Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer stays off
        /// the workstation. Sends nothing.
        /// </summary>
        /// <param name="ticket">The license ticket: visible ASCII.</param>
        /// <exception cref="CallerException">HR_E_ARGUMENT: null, empty, or not fit for a header. HR_E_BUSY.</exception>
        public void TicketSet(string ticket)
        {
            using (Utf8 value = Utf8.Of(ticket, "ticket"))
                Done(Native.hr_ticket_set(Handle, value.Bytes), "hr_ticket_set");
        }

        /// <summary>Step 2: asks the card client which cards are in the reader. Changes nothing on a card.</summary>
        /// <exception cref="CallerException">HR_E_STATE: no ticket. HR_E_CONFIG: local_url leads to another computer, or to another session.</exception>
        /// <exception cref="NetworkException">HR_E_CARD_CLIENT_ABSENT: nothing listens at local_url. Others.</exception>
        /// <exception cref="PeerException">HR_E_CARD_STATUS: the card client reports a problem. HR_E_UNAUTHORIZED: get a new ticket.</exception>
        public ReadyResult Ready()
        {
            return Call("hr_ready", false, (out IntPtr text) => Native.hr_ready(Handle, out text),
                json => new ReadyResult(json));
        }

        /// <summary>
        /// Step 3: presents a PIN to a card, once, and opens a session with the resource service. A PIN whose presentation did
        /// not succeed, however it ended, is held back: HR_E_PIN_GUARD, nothing sent (hr.h says more, at hr_login). Needs
        /// <see cref="Ready"/> before, and again before a second try.
        /// </summary>
        /// <param name="cardToken"><see cref="Card.Token"/> of a card of the last <see cref="Ready"/>.</param>
        /// <param name="pin">
        /// The PIN as the person typed it. No copy is kept, but a string cannot be wiped: the overloads with char[], byte[]
        /// or SecureString let the program wipe its own copy.
        /// </param>
        /// <param name="confirmed">
        /// True only because a person typed the PIN again after an error whose <see cref="HealthRecordException.Reason"/> was
        /// "pin_held": calls <see cref="PinRetryAllow"/> with cardToken first; when that throws, no PIN is presented. Never by
        /// program. <see cref="Ready"/> is needed all the same.
        /// </param>
        /// <exception cref="CallerException">
        /// HR_E_ARGUMENT: null, an empty PIN, an unknown token; confirmed, and no PIN of this card is held. HR_E_STATE: no
        /// ticket or no list. HR_E_PIN_GUARD: held back, Reason says why ("pin_in_use", "ready_needed", "pin_held"). HR_E_JOURNAL:
        /// the journal cannot be used, nothing was sent.
        /// </exception>
        /// <exception cref="PeerException">HR_E_CARD_STATUS: such as a wrong PIN. HR_E_UNAUTHORIZED. HR_E_REPLY. Others.</exception>
        /// <exception cref="NetworkException">HR_E_IN_DOUBT: no answer; counts as a spent try. Others.</exception>
        public LoginResult Login(string cardToken, string pin, bool confirmed = false)
        {
            using (Utf8 secret = Utf8.Of(pin, "pin"))
                return Login(cardToken, secret, confirmed);
        }

        /// <summary>Step 3, as <see cref="Login(string, string, bool)"/>, with a PIN that the caller can wipe afterwards.</summary>
        /// <param name="cardToken"><see cref="Card.Token"/> of a card of the last <see cref="Ready"/>.</param>
        /// <param name="pin">The PIN's characters; not changed by this call.</param>
        /// <param name="confirmed">As in <see cref="Login(string, string, bool)"/>.</param>
        public LoginResult Login(string cardToken, char[] pin, bool confirmed = false)
        {
            using (Utf8 secret = Utf8.Of(pin, "pin"))
                return Login(cardToken, secret, confirmed);
        }

        /// <summary>Step 3, as <see cref="Login(string, string, bool)"/>, with a PIN that the caller can wipe afterwards.</summary>
        /// <param name="cardToken"><see cref="Card.Token"/> of a card of the last <see cref="Ready"/>.</param>
        /// <param name="pin">The PIN in UTF-8, without a terminating zero; not changed by this call.</param>
        /// <param name="confirmed">As in <see cref="Login(string, string, bool)"/>.</param>
        public LoginResult Login(string cardToken, byte[] pin, bool confirmed = false)
        {
            using (Utf8 secret = Utf8.Of(pin, "pin"))
                return Login(cardToken, secret, confirmed);
        }

        /// <summary>Step 3, as <see cref="Login(string, string, bool)"/>, with the PIN of a password box.</summary>
        /// <param name="cardToken"><see cref="Card.Token"/> of a card of the last <see cref="Ready"/>.</param>
        /// <param name="pin">The PIN; not changed by this call.</param>
        /// <param name="confirmed">As in <see cref="Login(string, string, bool)"/>.</param>
        public LoginResult Login(string cardToken, SecureString pin, bool confirmed = false)
        {
            using (Utf8 secret = Reveal(pin))
                return Login(cardToken, secret, confirmed);
        }

        /// <summary>
        /// After HR_E_PIN_GUARD: a person is sure of the PIN, so let one more presentation through. Only because a person
        /// decided so, never by program. A fresh <see cref="Ready"/> is needed all the same. Sends nothing.
        /// </summary>
        /// <param name="cardToken">
        /// <see cref="Card.Token"/> of a card of the last <see cref="Ready"/>; null: the card of the login that was held back last.
        /// </param>
        /// <exception cref="CallerException">
        /// HR_E_ARGUMENT: unknown token, or no PIN of this card is held back. HR_E_STATE: no list. HR_E_JOURNAL: nothing is permitted.
        /// </exception>
        public void PinRetryAllow(string cardToken = null)
        {
            using (Utf8 token = Utf8.Of(cardToken, "cardToken"))
                Permit(token);
        }

        /// <summary>Step 3, elsewhere: adopts a login that was made by a browser page calling the card client. Sends nothing.</summary>
        /// <param name="serviceUrl">serviceUrl of that login, unchanged.</param>
        /// <param name="bearer">bearer of the same login; it is sent to serviceUrl only.</param>
        /// <exception cref="CallerException">HR_E_ARGUMENT: an address or a bearer that cannot be used. HR_E_BUSY.</exception>
        public void SessionSet(string serviceUrl, string bearer)
        {
            using (Utf8 url = Utf8.Of(serviceUrl, "serviceUrl"))
            using (Utf8 secret = Utf8.Of(bearer, "bearer"))
                Done(Native.hr_session_set(Handle, url.Bytes, secret.Bytes), "hr_session_set");
        }

        private LoginResult Login(string cardToken, Utf8 pin, bool confirmed)
        {
            using (Utf8 token = Utf8.Of(cardToken, "cardToken"))
            {
                if (confirmed && cardToken != null) // null would mean the card held back last; the login refuses it
                    Permit(token);
                return Call("hr_login", true,
                    (out IntPtr text) => Native.hr_login(Handle, token.Bytes, pin.Bytes, out text),
                    json => new LoginResult(json));
            }
        }

        private void Permit(Utf8 token)
        {
            Done(Counted(() => Native.hr_pin_retry_allow(Handle, token.Bytes)), "hr_pin_retry_allow");
        }

        private static Utf8 Reveal(SecureString pin)
        {
            if (pin == null)
                return Utf8.Of((string)null, "pin");
            var characters = new char[pin.Length];
            GCHandle pinned = GCHandle.Alloc(characters, GCHandleType.Pinned);
            IntPtr revealed = Marshal.SecureStringToGlobalAllocUnicode(pin);
            try
            {
                Marshal.Copy(revealed, characters, 0, characters.Length);
                return Utf8.Of(characters, "pin");
            }
            finally
            {
                Marshal.ZeroFreeGlobalAllocUnicode(revealed);
                Array.Clear(characters, 0, characters.Length);
                pinned.Free();
            }
        }
    }
}

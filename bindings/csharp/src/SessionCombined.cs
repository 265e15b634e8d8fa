using System;

namespace HealthRecord
{
    // The calls that make several steps, for DmpClient.
    public sealed partial class Session
    {
        internal ReadyResult WaitCard(string cardJson, TimeSpan time)
        {
            int milliseconds = CardFilter.Milliseconds(time);
            using (Utf8 card = Utf8.Of(cardJson, "card"))
                return Call("hr_wait_card", false,
                    (out IntPtr text) => Native.hr_wait_card(Handle, card.Bytes, milliseconds, out text),
                    json => new ReadyResult(json));
        }

        internal Result Connect(string requestJson, char[] pin)
        {
            using (Utf8 request = Utf8.Of(requestJson, "request"))
            using (Utf8 secret = Utf8.Of(pin, "pin"))
                return Call("hr_connect", true,
                    (out IntPtr text) => Native.hr_connect(Handle, request.Bytes, secret.Bytes, out text));
        }

        internal Result PatientFind(string traitsJson)
        {
            using (Utf8 traits = Utf8.Of("{\"patient\":" + traitsJson + "}", "traits"))
                return Call("hr_patient_find", false,
                    (out IntPtr text) => Native.hr_patient_find(Handle, traits.Bytes, out text));
        }

        // data: the only document, where it is in no file.
        internal Result Deposit(string requestJson, byte[] data, ProgressReporter reporter)
        {
            using (Utf8 request = Utf8.Of(requestJson, "request"))
                return Reporting(reporter, () => data == null
                    ? Call("hr_deposit", true, (out IntPtr text) => Native.hr_deposit(Handle, request.Bytes, out text))
                    : Call("hr_deposit_bytes", true,
                        (out IntPtr text) => Native.hr_deposit_bytes(Handle, request.Bytes, data, data.Length, out text)));
        }

        private T Reporting<T>(ProgressReporter reporter, Func<T> upload) where T : Result
        {
            if (reporter.Wanted)
                RegisterProgress();
            return progress.Run(upload, reporter.Report);
        }
    }
}

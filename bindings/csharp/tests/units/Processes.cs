using System;
using System.Threading;

namespace HealthRecord.Tests
{
    /// <summary>What needs a process of its own; the scripts start it and look at what it prints.</summary>
    internal static class Processes
    {
        internal static int Run(string name)
        {
            switch (name)
            {
                case "where": return Where();
                case "unreadable": return Unreadable();
                case "domain": return Domain();
                case "ends": return Ends();
                case "send": return Send();
                default: throw new ArgumentException(name);
            }
        }

        private static int Where()
        {
            try
            {
                Library.Load();
                Console.WriteLine(Library.Path);
                return 0;
            }
            catch (LibraryException e)
            {
                Console.WriteLine(e.Failure + ": " + e.Message);
                return 1;
            }
        }

        /// <summary>Each call of a library that succeeds without giving a result: its function and its outcome.</summary>
        private static int Unreadable()
        {
            using (var session = new Session("{}"))
            {
                Action[] calls =
                {
                    () => session.State(), () => session.Ticket(), () => session.Ready(), () => session.Login("t", "1234"),
                    () => session.ProfilePut("{}"), () => session.ProfileSelect("1"), () => session.PatientSearch("A"),
                    () => session.PatientGet(), () => session.PatientUpdate("{}"), () => session.Request("GET", "/a"),
                    () => session.Request("HEAD", "/a"), () => session.Request("OPTIONS", "/a"),
                    () => session.Request("POST", "/a"), () => session.Request("DELETE", "/a"), () => session.DmpOpen("1"),
                    () => session.DmpSend("1", "/a", "10", "11503-0"),
                    () => session.DmpSendBytes("1", new byte[1], "10", "11503-0", "a.pdf"),
                    () => session.Journal()
                };
                foreach (Action call in calls)
                {
                    HealthRecordException error = Check.Throws<HealthRecordException>(call);
                    Console.WriteLine(error.Operation + " " + (error.Outcome ?? "none"));
                }
            }
            return 0;
        }

        /// <summary>A domain sets the log and is unloaded; then the library has something to log.</summary>
        private static int Domain()
        {
            Library.Load();
            AppDomain second = AppDomain.CreateDomain("second", null, AppDomain.CurrentDomain.SetupInformation);
            second.DoCallBack(LogHere);
            AppDomain.Unload(second);
            new Session("{}").Close();
            Console.WriteLine("alive");
            return 0;
        }

        /// <summary>The program ends while a thread is in the receiver of the log, or about to be.</summary>
        private static int Ends()
        {
            int lines = 0;
            Library.SetLog(LogLevel.Debug, (level, line) =>
            {
                lines++;
                Thread.Sleep(1);
            });
            for (int i = 0; i < 3; i++)
                new Thread(() =>
                {
                    for (;;)
                        new Session("{}").Close();
                }) { IsBackground = true }.Start();
            while (Volatile.Read(ref lines) < 10)
                Thread.Sleep(1);
            Console.WriteLine("over");
            return 0;
        }

        /// <summary>Sends a document with the configuration and the login on standard input; see JournalTests.</summary>
        private static int Send()
        {
            using (var session = new Session(Console.ReadLine()))
            {
                session.SessionSet(Console.ReadLine(), Console.ReadLine());
                session.PatientSearch("EXEMPLE", "Hélène");
                string patient = session.PatientGet().PatientId;
                session.DmpOpen(patient);
                session.DmpSendBytes(patient, JournalTests.Document, "10", "11503-0", "a.pdf");
            }
            return 0;
        }

        private static void LogHere()
        {
            Library.SetLog(LogLevel.Debug, (level, line) => Console.WriteLine(AppDomain.CurrentDomain.FriendlyName));
            new Session("{}").Close();
        }
    }
}

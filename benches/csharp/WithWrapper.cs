// WithWrapper.cs - the workloads with the library's wrapper for .NET.
using System;
using System.IO;
using System.Linq;
using HealthRecord;

public static class WithWrapper
{
    private const string Bearer = "a.bearer.of.the.usual.length.0123456789abcdef";
    private const string Patient = "255081416802538";

    public static int Main(string[] args)
    {
        return Timing.Run(args, Find, Chain);
    }

    private static Workload Find(string name)
    {
        switch (name)
        {
            case "get": return Get;
            case "search": return Search;
            case "ready": return Ready;
            case "upload": return Upload;
            default: throw new ArgumentException("no workload " + name);
        }
    }

    // An upload's time is that of the whole, however large it is: it keeps the default.
    private static Session Opened(string localUrl = null)
    {
        return new Session(new Configuration
        {
            LocalUrl = localUrl, CaFile = Timing.Authority,
            Timeouts = new Timeouts { ConnectMs = 30000, CallMs = 30000, LoginMs = 30000 }
        });
    }

    private static Session WithService(string url)
    {
        Session session = Opened();
        session.SessionSet(url, Bearer);
        return session;
    }

    private static Action Get(string url, string file)
    {
        Session session = WithService(url);
        return () => Read(session);
    }

    private static Action Search(string url, string file)
    {
        Session session = WithService(url);
        return () => Search(session, "LEFÈVRE-ÇELIK", "Anaïs Noëlle", "1955-08-14", "F");
    }

    private static Action Ready(string url, string file)
    {
        Session session = Opened(url);
        session.TicketSet("a.license.ticket");
        return () => Ready(session);
    }

    private static Action Upload(string url, string file)
    {
        Session session = WithService(url);
        session.PatientGet();
        session.DmpOpen(Patient);
        return () => Send(session, Patient, file);
    }

    private static string Read(Session session)
    {
        Patient patient = session.PatientGet();
        string number = patient.PatientId;
        Timing.Check(number != null && patient.InsQualified && patient.AlimentationConsent, "patient: fields");
        return number;
    }

    private static void Search(Session session, string nom, string prenom, string birth, string sexe)
    {
        Timing.Check(session.PatientSearch(nom, prenom, birth, sexe).Raw["nom"].AsString() == nom, "search: another patient");
    }

    private static void Ready(Session session)
    {
        var cards = session.Ready().Cards.Select(card => new
        {
            card.Token, Type = Text(card, "cardType"), First = Text(card, "firstName"), Last = Text(card, "lastName"),
            Attempt = card.Json["pinAttempt"].AsInt64(), card.ModelText
        }).ToList();
        Timing.Check(cards.Count > 0 && cards.All(card => card.Token != null && card.Type != null && card.First != null
            && card.Last != null && card.Attempt.HasValue && card.ModelText != null), "ready: no card, or fields");
    }

    private static string Text(Card card, string name)
    {
        return card.Json[name].AsString();
    }

    private static void Send(Session session, string patient, string file)
    {
        Upload sent = session.DmpSend(patient, file, "10", "11490-0");
        Timing.Check(sent.Raw["documentId"].AsString() != null && sent.Sha256.Length == 64, "send: no documentId, or no SHA-256");
    }

    private static void Chain(string path, string file)
    {
        using (var session = new Session(File.ReadAllText(path)))
        {
            session.Ticket();
            Card card = session.Ready().Cards.First(candidate => Text(candidate, "serial") == "2000000002");
            session.Login(card.Token, "5678".ToCharArray());
            session.ProfileSelect(session.ProfilePut("{}").Raw["situations"][0]["id"].AsString());
            Search(session, "EXEMPLE", "Hélène", "1955-08-14", "F");
            string patient = Read(session);
            // The sandbox's patient needs no update, and PatientUpdate would not send one.
            session.Request("POST", "/patient", "{\"insQualified\":true,\"alimentationConsent\":true}");
            session.DmpOpen(patient);
            Send(session, patient, file);
        }
    }
}

// ByHand.cs - the workloads with ByHandClient.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Web.Script.Serialization;

public static class ByHand
{
    private const string Bearer = "a.bearer.of.the.usual.length.0123456789abcdef";

    public static int Main(string[] args)
    {
        ServicePointManager.Expect100Continue = false;
        ServicePointManager.UseNagleAlgorithm = false;
        ServicePointManager.DefaultConnectionLimit = 64;
        ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12;
        if (Timing.Authority != null)
            ByHandTls.Trust(Timing.Authority);
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

    private static Action Get(string url, string file)
    {
        var client = new Client(url, Bearer);
        return () => client.Patient();
    }

    private static Action Search(string url, string file)
    {
        var client = new Client(url, Bearer);
        return () => client.Search("LEFÈVRE-ÇELIK", "Anaïs Noëlle", "1955-08-14", "F");
    }

    private static Action Ready(string url, string file)
    {
        var client = new Client(url);
        return () => client.Ready("a.license.ticket");
    }

    private static Action Upload(string url, string file)
    {
        var client = new Client(url, Bearer);
        return () => client.Send("255081416802538", file);
    }

    private static void Chain(string path, string file)
    {
        var settings = new JavaScriptSerializer().Deserialize<Dictionary<string, object>>(File.ReadAllText(path));
        Func<string, string> given = name => (string)settings[name];
        if (settings.ContainsKey("ca_file"))
            ByHandTls.Trust(given("ca_file"));
        string ticket = new Client(given("license_url"), given("license_bearer")).Ticket();
        var local = new Client(given("local_url"));
        Card card = local.Ready(ticket).First(candidate => candidate.Serial == "2000000002");
        Client service = local.Login(card.Token, "5678", ticket);
        service.Select(service.FirstSituation());
        service.Search("EXEMPLE", "Hélène", "1955-08-14", "F");
        Patient patient = service.Patient();
        service.Update();
        service.Open(patient.Id);
        service.Send(patient.Id, file);
    }
}

// ByHandClient.cs - the calls as a vendor writes them in C# with HttpWebRequest and JavaScriptSerializer.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;
using System.Threading;
using System.Web.Script.Serialization;

public sealed class Card
{
    public string Token, Serial, CardType, FirstName, LastName, Model;
    public int PinAttempt;
}

public sealed class Patient
{
    public string Id;
    public bool Qualified, Consent;
}

/// <summary>One server, one connection.</summary>
public sealed class Client
{
    private const int Milliseconds = 30000;
    private const int PieceSize = 128 << 10;
    private const int ReadSize = 4 << 10; // the default of 1 KiB makes large replies slow, much more makes small ones slow
    private static int clients;

    private readonly JavaScriptSerializer json = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };
    private readonly string connection = Interlocked.Increment(ref clients).ToString();
    private readonly string url;
    private readonly string bearer;

    public Client(string url, string bearer = null)
    {
        this.url = url;
        this.bearer = bearer;
    }

    public string Ticket()
    {
        return Text(Ask("POST", "/v1/license/ticket", ""), "licenseTicket");
    }

    public List<Card> Ready(string ticket)
    {
        var reply = Ask("POST", "/direct/ready", json.Serialize(new { licenseTicket = ticket }));
        Timing.Check(Field<int>(Field<Dictionary<string, object>>(reply, "status"), "code") == 0, "ready: a problem");
        var byToken = Field<Dictionary<string, object>>(Field<Dictionary<string, object>>(reply, "data"), "data");
        var cards = byToken.Values.SelectMany(entries => (object[])entries)
            .Select(entry => CardOf((Dictionary<string, object>)entry)).ToList();
        Timing.Check(cards.Count > 0, "ready: no card");
        return cards;
    }

    /// <summary>Gives the client of the service.</summary>
    public Client Login(string token, string pin, string ticket)
    {
        var reply = Ask("POST", "/direct/login", json.Serialize(new { token = token, pinCode = pin, licenseTicket = ticket }));
        return new Client(Text(reply, "serviceUrl"), Text(reply, "bearer"));
    }

    public string FirstSituation()
    {
        var situations = Field<object[]>(Ask("PUT", "/user-profiles", "{}"), "situations");
        return Text((Dictionary<string, object>)situations[0], "id");
    }

    public void Select(string situation)
    {
        Ask("GET", "/user-profiles/" + Uri.EscapeDataString(situation) + "/select");
    }

    public void Search(string nom, string prenom, string birth, string sexe)
    {
        string query = "?nom=" + Uri.EscapeDataString(nom) + "&prenom=" + Uri.EscapeDataString(prenom)
            + "&date_naissance=" + Uri.EscapeDataString(birth) + "&sexe=" + Uri.EscapeDataString(sexe);
        Timing.Check(Text(Ask("GET", "/patient/search" + query), "nom") == nom, "search: another patient");
    }

    public Patient Patient()
    {
        var reply = Ask("GET", "/patient");
        return new Patient
        {
            Id = Text(reply, "patient_id"),
            Qualified = Field<bool>(reply, "insQualified"),
            Consent = Field<bool>(reply, "alimentationConsent")
        };
    }

    public void Update()
    {
        Ask("POST", "/patient", json.Serialize(new { insQualified = true, alimentationConsent = true }));
    }

    public void Open(string patient)
    {
        Ask("PUT", "/dmp/" + Uri.EscapeDataString(patient), "");
    }

    public void Send(string patient, string path)
    {
        using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read))
        {
            var form = new Form(Path.GetFileName(path), "10", "11490-0");
            HttpWebRequest request = Request("POST", "/dmp/" + Uri.EscapeDataString(patient) + "/unique/doc/send");
            request.AllowWriteStreamBuffering = false;
            request.ContentType = form.ContentType;
            request.ContentLength = form.Head.Length + file.Length + form.Tail.Length;
            using (Stream stream = request.GetRequestStream())
            {
                stream.Write(form.Head, 0, form.Head.Length);
                file.CopyTo(stream, PieceSize);
                stream.Write(form.Tail, 0, form.Tail.Length);
            }
            Text(Reply(request), "documentId");
        }
    }

    private Dictionary<string, object> Ask(string method, string path, string body = null)
    {
        HttpWebRequest request = Request(method, path);
        if (body != null)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(body);
            request.ContentType = "application/json";
            request.ContentLength = bytes.Length;
            using (Stream stream = request.GetRequestStream())
                stream.Write(bytes, 0, bytes.Length);
        }
        return Reply(request);
    }

    private HttpWebRequest Request(string method, string path)
    {
        var request = (HttpWebRequest)WebRequest.Create(url + path);
        request.Method = method;
        request.Proxy = null;
        request.AllowAutoRedirect = false;
        request.ConnectionGroupName = connection;
        request.Timeout = request.ReadWriteTimeout = Milliseconds;
        if (bearer != null)
            request.Headers[HttpRequestHeader.Authorization] = "Bearer " + bearer;
        return request;
    }

    private Dictionary<string, object> Reply(HttpWebRequest request)
    {
        using (var response = (HttpWebResponse)request.GetResponse()) // throws from 400 on
        using (var reader = new StreamReader(response.GetResponseStream(), Encoding.UTF8, false, ReadSize))
        {
            Timing.Check((int)response.StatusCode < 300, "status " + (int)response.StatusCode);
            return (Dictionary<string, object>)json.DeserializeObject(reader.ReadToEnd());
        }
    }

    private static Card CardOf(Dictionary<string, object> entry)
    {
        return new Card
        {
            Token = Text(entry, "token"),
            Serial = Text(entry, "serial"),
            CardType = Text(entry, "cardType"),
            FirstName = Text(entry, "firstName"),
            LastName = Text(entry, "lastName"),
            PinAttempt = Field<int>(entry, "pinAttempt"),
            Model = Uri.UnescapeDataString(Text(entry, "model")).Split('\0')[0]
        };
    }

    private static string Text(Dictionary<string, object> from, string name)
    {
        return Field<string>(from, name);
    }

    private static T Field<T>(Dictionary<string, object> from, string name)
    {
        object value;
        Timing.Check(from.TryGetValue(name, out value) && value is T, name + " is missing");
        return (T)value;
    }
}

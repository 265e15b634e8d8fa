// ByHandForm.cs - what stands before and behind the file in a multipart/form-data body.
using System;
using System.Text;

public sealed class Form
{
    private readonly string boundary = "--------" + Guid.NewGuid().ToString("N");

    public Form(string name, string activityType, string typeCode)
    {
        string file = Begin("file", "; filename=\"" + name.Replace("\"", "%22") + "\"\r\nContent-Type: application/octet-stream");
        Head = Encoding.UTF8.GetBytes(Field("filename", name) + Field("activity_type", activityType) + Field("type_code", typeCode) + file);
        Tail = Encoding.UTF8.GetBytes("\r\n--" + boundary + "--\r\n");
    }

    public string ContentType { get { return "multipart/form-data; boundary=" + boundary; } }
    public byte[] Head { get; private set; }
    public byte[] Tail { get; private set; }

    private string Field(string name, string value)
    {
        return Begin(name, "") + value + "\r\n";
    }

    private string Begin(string name, string more)
    {
        return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"" + more + "\r\n\r\n";
    }
}

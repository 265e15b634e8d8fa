// ByHandTls.cs - trust in the authority of BENCH_CA.
using System.Linq;
using System.Net;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Mono.Security.Interface;
using Mono.Security.X509.Extensions;

public static class ByHandTls
{
    private const string AlternativeNames = "2.5.29.17";

    // X509Chain of Mono cannot read keys of elliptic curves. With the authority as trust anchor Mono's TLS checks the chain.
    public static void Trust(string path)
    {
        MonoTlsSettings.DefaultSettings.TrustAnchors = new X509CertificateCollection { new X509Certificate2(path) };
        ServicePointManager.ServerCertificateValidationCallback = IsServer;
    }

    // Mono's TLS compares an address with the certificate's names only, not with its addresses.
    private static bool IsServer(object sender, X509Certificate certificate, X509Chain chain, SslPolicyErrors errors)
    {
        return errors == SslPolicyErrors.None || (errors == SslPolicyErrors.RemoteCertificateNameMismatch
            && Addresses(certificate).Contains(((HttpWebRequest)sender).Address.Host));
    }

    private static string[] Addresses(X509Certificate certificate)
    {
        var extension = new Mono.Security.X509.X509Certificate(certificate.GetRawCertData()).Extensions[AlternativeNames];
        return extension == null ? new string[0] : new SubjectAltNameExtension(extension).IPAddresses;
    }
}

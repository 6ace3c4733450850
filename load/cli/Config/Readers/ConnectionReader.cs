using System.Net;
using System.Security.Cryptography.X509Certificates;

namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>Reads from the options how connections are opened.</summary>
internal sealed class ConnectionReader(OptionValues options)
{
    public ClientOptions Read()
    {
        RejectCombinations();
        return new ClientOptions
        {
            Streams = options.GetValue(ConnectionKeys.Streams),
            AcceptsAnyCertificate = options.GetValue(ConnectionKeys.AcceptAnyCertificate),
            Authorities = options.GetValue(ConnectionKeys.CaCertificate),
            ClientCertificates = ReadClientCertificates(),
            ConnectToRules = options.GetValues(ConnectionKeys.ConnectToRules),
            Proxy = options.GetValue(ConnectionKeys.Proxy),
            UnixSocket = options.GetValue(ConnectionKeys.UnixSocket) is { } path ? path.ResolvePath(path.Text) : null,
        };
    }

    private X509Certificate2Collection ReadClientCertificates()
    {
        var key = options.GetValue(ConnectionKeys.PrivateKey);
        if (options.GetValue(ConnectionKeys.Certificate) is not { } certificate)
        {
            if (key is not null)
                options.Diagnostics.Add(key, "needs --cert", "--cert client.pem");
            return [];
        }

        try
        {
            return ConnectionKeys.ReadClientCertificates(
                certificate.ResolvePath(certificate.Text), key?.ResolvePath(key.Text));
        }
        catch (FormatException e)
        {
            options.Diagnostics.Add(certificate, e);
            return [];
        }
    }

    private void RejectCombinations()
    {
        var isHttp2 = options.GetValue(RequestKeys.HttpVersion) == HttpVersion.Version20;
        if (options.IsGiven(ConnectionKeys.Streams) && !isHttp2)
        {
            options.Diagnostics.Add(
                options.GetLocation(ConnectionKeys.Streams), "needs HTTP/2", "--http-version 2 --streams 10");
        }

        if (options.GetValue(ConnectionKeys.DisableKeepAlive) && isHttp2)
        {
            options.Diagnostics.Add(
                options.GetLocation(ConnectionKeys.DisableKeepAlive),
                "has no effect with HTTP/2",
                "--http-version 1.1");
        }
    }
}

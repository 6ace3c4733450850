namespace TwoTier.Load.Http.Connections;

/// <summary>
/// A rule to connect to another address than that in the URL, as in curl's option --connect-to. The URL, the Host
/// header and the expected name in the certificate stay the same.
/// </summary>
internal sealed partial record ConnectToRule(string Host, int? Port, string Address, int? AddressPort)
{
    public static ConnectToRule Parse(string text)
    {
        if (Pattern().Match(text) is { Success: true } match
            && TryParsePort(match.Groups["port"].Value, out var port)
            && TryParsePort(match.Groups["toPort"].Value, out var toPort))
        {
            return new ConnectToRule(Trim(match.Groups["host"].Value), port, Trim(match.Groups["to"].Value), toPort);
        }

        throw ParseException.CreateForUnexpectedText(text, "host:port:address:port", "example.com:443:127.0.0.1:8443");
    }

    public DnsEndPoint? GetReplacementEndPoint(DnsEndPoint url) =>
        (Host.Length == 0 || Host.Equals(url.Host, StringComparison.OrdinalIgnoreCase))
        && (Port ?? url.Port) == url.Port
            ? new DnsEndPoint(Address.Length == 0 ? url.Host : Address, AddressPort ?? url.Port)
            : null;

    public override string ToString() => $"connections to {Host}:{Port} opened to {Address}:{AddressPort}";

    private static string Trim(string host) => host.Trim('[', ']');

    private static bool TryParsePort(string text, out int? port)
    {
        port = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
        return text.Length == 0 || port is > 0 and <= 65535;
    }

    [GeneratedRegex(
        @"^(?<host>\[[^\]]*\]|[^:\[\]]*):(?<port>\d*):(?<to>\[[^\]]*\]|[^:\[\]]*):(?<toPort>\d*)$",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}

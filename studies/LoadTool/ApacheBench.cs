namespace Studies.LoadTool;

/// <summary>The load tool ab of Apache, with the command line of Prodan, 2016.</summary>
internal static partial class ApacheBench
{
    public static bool IsInstalled => ProgramLocator.IsInstalled("ab");

    /// <summary>Creates the published command line: 10,000 payloads over 50 connections that are kept open.</summary>
    public static ProcessStartInfo CreateStartInfo(Uri url, string payloadPath) =>
        new("ab", ["-k", "-l", "-p", payloadPath, "-T", "application/json", "-c", "50", "-n", "10000", $"{url}"]);

    public static double ParseRate(string output)
    {
        var failed = FailurePattern().Matches(output).Sum(line => int.Parse(line.Groups["count"].ValueSpan, null));
        if (failed > 0)
            throw new StudyException($"{failed} requests of ab failed.");
        return RatePattern().Match(output) is { Success: true } rate
            ? double.Parse(rate.Groups["rate"].ValueSpan, CultureInfo.InvariantCulture)
            : throw new StudyException("ab printed no requests per second.");
    }

    [GeneratedRegex(@"^(Failed requests|Non-2xx responses): +(?<count>\d+)",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex FailurePattern();

    [GeneratedRegex(@"^Requests per second: +(?<rate>[\d.]+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex RatePattern();
}

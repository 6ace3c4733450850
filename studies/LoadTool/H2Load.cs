namespace Studies.LoadTool;

/// <summary>The load tool h2load of nghttp2, whose HTTP/2 has nothing in common with that of .NET.</summary>
internal static partial class H2Load
{
    /// <summary>The program, which the Debian package nghttp2-client contains.</summary>
    public const string Program = "h2load";

    /// <summary>Creates a command line for HTTP/2 without TLS, in a closed loop with one thread.</summary>
    public static ProcessStartInfo CreateStartInfo(
        Uri url, int connections, int streams, TimeSpan warmUp, TimeSpan duration) =>
        new(Program,
        [
            "-t", "1", "-c", $"{connections}", "-m", $"{streams}", $"--warm-up-time={warmUp.TotalSeconds:0}s",
            "-D", $"{duration.TotalSeconds:0}s", $"{url}",
        ]);

    public static double ParseRate(string output)
    {
        var requests = RequestsPattern().Match(output);
        var failed = requests.Groups["count"].Captures.Sum(count => int.Parse(count.ValueSpan, null));
        if (failed > 0)
            throw new StudyException($"{failed} requests of h2load failed.");
        return requests.Success && RatePattern().Match(output) is { Success: true } rate
            ? double.Parse(rate.Groups["rate"].ValueSpan, CultureInfo.InvariantCulture)
            : throw new StudyException("h2load printed no requests per second.");
    }

    [GeneratedRegex(@"^requests: .* succeeded, (?<count>\d+) failed, (?<count>\d+) errored, (?<count>\d+) timeout",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex RequestsPattern();

    [GeneratedRegex(@"^finished in .*?, (?<rate>[\d.]+) req/s", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex RatePattern();
}

namespace Studies.LoadTool;

/// <summary>Apache's load tool ab, with the command line that Prodan published in 2016.</summary>
internal static partial class ApacheBench
{
    public static bool IsInstalled => ProgramLocator.IsInstalled("ab");

    /// <summary>Creates the published command line: 10,000 payloads over 50 connections that are kept open.</summary>
    public static ProcessStartInfo CreateStartInfo(Uri url, string payloadPath) =>
        new("ab", ["-k", "-l", "-p", payloadPath, "-T", "application/json", "-c", "50", "-n", "10000", $"{url}"]);

    public static double ParseRate(string output) =>
        PrintedRate.Parse("ab", output, FailurePattern(), @"^Requests per second: +(?<rate>[\d.]+)");

    [GeneratedRegex(@"^(Failed requests|Non-2xx responses): +(?<count>\d+)",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex FailurePattern();
}

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

    public static double ParseRate(string output) =>
        PrintedRate.Parse(Program, output, FailurePattern(), @"^finished in .*?, (?<rate>[\d.]+) req/s");

    [GeneratedRegex(@"^requests: .* succeeded, (?<count>\d+) failed, (?<count>\d+) errored, (?<count>\d+) timeout",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex FailurePattern();
}

/// <summary>The requests per second that another load tool printed.</summary>
internal static class PrintedRate
{
    public static double Parse(string tool, string output, Regex failures, string rate)
    {
        var failed = failures.Matches(output).SelectMany(line => line.Groups["count"].Captures)
            .Sum(count => int.Parse(count.ValueSpan, null));
        if (failed > 0)
            throw new StudyException($"{failed} requests of {tool} failed.");
        return Regex.Match(output, rate, RegexOptions.Multiline) is { Success: true } match
            ? double.Parse(match.Groups["rate"].ValueSpan, CultureInfo.InvariantCulture)
            : throw new StudyException($"{tool} printed no requests per second.");
    }
}

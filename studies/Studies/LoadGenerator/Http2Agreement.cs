namespace Studies.Studies.LoadGenerator;

/// <summary>
/// The throughput of the load tool and of h2load in one round, in successful requests per second over HTTP/2. The
/// HTTP/2 of h2load, which is in the Debian package nghttp2-client, has nothing in common with that of .NET.
/// </summary>
internal sealed partial record Http2Agreement(int Connections, int Streams, int Round, double Load, double H2Load)
{
    public const string Program = "h2load";
    private const double LowestRatio = 0.9;
    private const double HighestRatio = 1.1;

    public static IReadOnlyList<(int Connections, int Streams)> Loads { get; } = [(1, 50), (10, 5)];

    /// <summary>Creates a command line for HTTP/2 without TLS, in a closed loop with one thread.</summary>
    public static ProcessStartInfo CreateStartInfo(
        Uri url, int connections, int streams, TimeSpan warmUp, TimeSpan duration) =>
        new(Program,
        [
            "-t", "1", "-c", $"{connections}", "-m", $"{streams}", $"--warm-up-time={warmUp.TotalSeconds:0}s",
            "-D", $"{duration.TotalSeconds:0}s", $"{url}",
        ]);

    /// <summary>Reads the requests per second that h2load printed.</summary>
    public static double ParseRate(string output) => PrintedPattern().Match(output) is { Success: true } printed
        && printed.Groups["failed"].Captures.All(count => count.Value is "0")
            ? double.Parse(printed.Groups["rate"].ValueSpan, CultureInfo.InvariantCulture)
            : throw new StudyException($"Requests of {Program} failed, or it printed no rate: {output}");

    /// <summary>Checks that the tools agree for each load. It fails if the interval is not within the limits.</summary>
    public static void Check(CheckReporter checks, IEnumerable<Http2Agreement> results)
    {
        foreach (var load in results.GroupBy(result => (result.Connections, result.Streams)))
        {
            var ratio = StudyRatio.FromRounds(load.Select(result => ((double?)result.Load, (double?)result.H2Load)));
            checks.Add(
                (ratio?.Low ?? ratio?.Value) >= LowestRatio && (ratio?.High ?? ratio?.Value) <= HighestRatio,
                $"{load.Key.Connections} connections with {load.Key.Streams} streams each: {ratio} × the throughput "
                + $"of {Program}\n    (all of it from {LowestRatio} to {HighestRatio} required)");
        }
    }

    [GeneratedRegex(
        @"^finished in .*?, (?<rate>[\d.]+) req/s.*?^requests: [^\n]* succeeded, (?<failed>\d+) failed, (?<failed>\d+) errored, (?<failed>\d+) timeout",
        RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex PrintedPattern();
}

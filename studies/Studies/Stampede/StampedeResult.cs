namespace Studies.Studies.Stampede;

/// <summary>The measurements of requests for one customer, with one value of the setting Client:Cache.</summary>
internal sealed record StampedeResult(
    string Cache, double Requests, double Calls, double MostCallsAtOnce, double? P50Ms, double? P99Ms)
{
    /// <summary>
    /// The share of requests by which the number of calls may differ, because the load may end during requests.
    /// </summary>
    private const double Tolerance = 0.02;

    public static IReadOnlyList<string> Headings { get; } =
        ["cache", "requests", "calls", "calls per request", "most calls at once", "p50 ms", "p99 ms"];

    public double CallsPerRequest => Calls / Requests;

    public IReadOnlyList<string> ToCells() =>
    [
        Cache, TableNumbers.Format(Requests, "0"), TableNumbers.Format(Calls, "0"),
        TableNumbers.Format(CallsPerRequest), TableNumbers.Format(MostCallsAtOnce, "0"), TableNumbers.Format(P50Ms),
        TableNumbers.Format(P99Ms),
    ];

    /// <summary>
    /// Checks what the value of the setting promises. All requests are for one resource of the back-end, so calls at
    /// the same moment are calls for the same resource.
    /// </summary>
    public void Check(CheckReporter checks)
    {
        var calls = $"cache={Cache}: {TableNumbers.Format(CallsPerRequest)} calls per request";
        var atOnce = $"cache={Cache}: {MostCallsAtOnce} calls at the same moment";
        if (Cache is "none")
            checks.Add(Math.Abs(CallsPerRequest - 1) <= Tolerance, $"{calls} (1 expected)");
        else
            checks.Add(Calls > 0 && CallsPerRequest < 1 - Tolerance, $"{calls} (fewer than 1 expected)");
        if (Cache is "hybrid" or "output")
            checks.Add(MostCallsAtOnce is 1, $"{atOnce} (1 expected)");
        else
            checks.Add(MostCallsAtOnce > 1, $"{atOnce} (more than 1 expected)");
    }
}

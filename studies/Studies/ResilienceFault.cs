namespace Studies.Studies;

/// <summary>A fault of the back-end; without settings, the open HTTP/2 connections to it fall silent.</summary>
internal sealed record ResilienceFault(string Name, string Title, object? Settings)
{
    public int Seconds { get; private init; } = 4;

    public int PatienceS { get; private init; } = 5;

    public static IReadOnlyList<ResilienceFault> All { get; } =
    [
        new("errors-1", "1 % errors", new { errorShare = 0.01 }),
        new("errors-10", "10 % errors", new { errorShare = 0.1 }),
        new("errors-50", "50 % errors", new { errorShare = 0.5 }),
        new("errors-100", "100 % errors", new { errorShare = 1 }),
        new("cut-10", "10 % cut off", new { cutBeforeShare = 0.1 }),
        new("slow-5", "5 % slow by 2 s", new { latencyMs = 2000, latencyShare = 0.05 }),
        new("slow-all", "all slow by 0.3 s", new { latencyMs = 300 }),
        new("silent", "silent, patience 1 s", new { latencyMs = 60_000 }) { Seconds = 7, PatienceS = 1 },
        new("dead-http2", "dead HTTP/2", null) { Seconds = 11 },
    ];
}

/// <summary>The median, the least and the most of several starts of the processes.</summary>
internal sealed record StartRange(double Median, double Low, double High)
{
    public static StartRange? Create(IEnumerable<double?> starts) =>
        starts.OfType<double>().Order().ToArray() is { Length: > 0 } values
            ? new(values.Median(), values[0], values[^1])
            : null;

    // Starts that do not differ have no range.
    public override string ToString()
    {
        var (low, high) = (TableNumbers.Format(Low), TableNumbers.Format(High));
        return low == high ? TableNumbers.Format(Median) : $"{TableNumbers.Format(Median)} ({low} to {high})";
    }
}

/// <summary>
/// What a mode does with a fault in one start. All times count from the beginning or the end of the fault.
/// </summary>
internal sealed record ResilienceMeasurement(
    string Fault, string Mode, double GoodPercent, double CallsPerRequest, double? P50Ms, double? P99Ms,
    double? FirstRejectionS, double? RecoveryS);

/// <summary>What a mode does with a fault in several starts.</summary>
internal sealed record ResilienceRow(
    string Fault, string Mode, StartRange GoodPercent, StartRange CallsPerRequest, StartRange? P50Ms, StartRange? P99Ms,
    StartRange? FirstRejectionS, StartRange? RecoveryS)
{
    public static ResilienceRow Create(IReadOnlyList<ResilienceMeasurement> starts)
    {
        return new(
            starts[0].Fault, starts[0].Mode, Summarize(one => one.GoodPercent)!,
            Summarize(one => one.CallsPerRequest)!, Summarize(one => one.P50Ms), Summarize(one => one.P99Ms),
            Summarize(one => one.FirstRejectionS), Summarize(one => one.RecoveryS));

        StartRange? Summarize(Func<ResilienceMeasurement, double?> get) => StartRange.Create(starts.Select(get));
    }
}

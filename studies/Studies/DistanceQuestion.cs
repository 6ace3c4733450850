namespace Studies.Studies;

/// <summary>
/// A question about the response time, and the variants whose medians answer it. This was fixed before the first
/// measurement. With two variants, the share is what the second saves of the time of the first; with more, it is the
/// difference between the slowest and the fastest, of the slowest.
/// </summary>
internal sealed record DistanceQuestion(string Name, bool IsDrawn, params string[] Variants)
{
    /// <summary>The first is the share that the strategy decides, as long as the number of calls stays.</summary>
    public static IReadOnlyList<DistanceQuestion> All { get; } =
    [
        new("way of reading", true, "webclient-sync", "read-as-async-2014", "string-jsonconvert", "get-from-json"),
        new("the same twice", false, "get-from-json", "again"),
        new("parallel calls", true, "get-from-json", "parallel"),
        new("one call", true, "get-from-json", "one-call"),
        new("kept connection", true, "per-request", "get-from-json"),
        new("HTTP/2", false, "get-from-json", "http-2"),
    ];

    /// <summary>Gets the share in percent, from the median response time of each variant.</summary>
    public double GetPercent(Func<string, double> getMedian)
    {
        double[] times = [.. Variants.Select(getMedian)];
        return 100 * (1 - (times is [var first, var second] ? second / first : times.Min() / times.Max()));
    }
}

/// <summary>What one start measured at one distance: a request with curl, and the median of each variant.</summary>
internal sealed record DistanceMeasurement(
    double RttMs, double CurlMs, bool IsValid, IReadOnlyDictionary<string, double> P50Ms);

/// <summary>The shares of all questions at a round-trip time, and the times behind them, over the starts.</summary>
internal sealed record DistanceRow(
    double RttMs, StartRange CurlMs, IReadOnlyDictionary<string, StartRange> Percent,
    IReadOnlyDictionary<string, StartRange> P50Ms)
{
    public static DistanceRow Create(IReadOnlyList<DistanceMeasurement> starts)
    {
        return new(
            starts[0].RttMs, Summarize(start => start.CurlMs),
            DistanceQuestion.All.ToDictionary(
                question => question.Name,
                question => Summarize(start => question.GetPercent(variant => start.P50Ms[variant]))),
            starts[0].P50Ms.Keys.ToDictionary(variant => variant, variant => Summarize(start => start.P50Ms[variant])));

        StartRange Summarize(Func<DistanceMeasurement, double> read) =>
            StartRange.Create(starts.Select(start => (double?)read(start)))!;
    }
}

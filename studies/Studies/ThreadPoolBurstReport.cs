namespace Studies.Studies;

/// <summary>The table and the checks of the thread pool study, which sends bursts of requests.</summary>
internal sealed class ThreadPoolBurstReport(IReadOnlyDictionary<BurstSeries, IReadOnlyList<BurstResult>> results)
{
    public string Format()
    {
        var table = new TextTable(0, ["burst", .. results.Keys.Select(series => $"{series.Name} req/s")]);
        var sizes = results.Values.SelectMany(bursts => bursts).Select(burst => burst.Requests).Distinct().Order();
        foreach (var size in sizes)
            table.Add([$"{size}", .. results.Keys.Select(series => FormatRate(series, size))]);
        return table.ToString();
    }

    /// <summary>Checks that blocking has at most a share of the throughput of async, which must not fail.</summary>
    public bool Check(double? highestShare)
    {
        var checks = new CheckReporter();
        var sizes = GetSizes(BurstSeries.BlockingWithPrestartedPool);
        if (sizes.Length > 0 && GetRate(BurstSeries.AsyncWithCappedPool, sizes[^1]) is { } async)
        {
            var share = (GetRate(BurstSeries.BlockingWithCappedPool, sizes[^1]) ?? 0) / async;
            var text = $"burst of {sizes[^1]}, at most {BurstSeries.PoolLimit} pool threads: blocking has "
                + $"{TableNumbers.Format(share)} × the throughput\n      of async";
            if (highestShare is { } highest)
                checks.Add(share <= highest, $"{text} (at most {highest} allowed)");
            else
                Console.WriteLine($"    {text}");
        }

        var failures =
            results.Where(series => series.Key.Kind is "async").Sum(series => series.Value.Sum(burst => burst.Errors));
        var largest = GetSizes(BurstSeries.AsyncWithCappedPool).LastOrDefault();
        checks.Add(failures is 0, $"async, bursts of up to {largest} requests: {failures} failed (0 allowed)");
        return !checks.HasFailure;
    }

    private long[] GetSizes(BurstSeries series) =>
        [.. results[series].Select(burst => burst.Requests).Distinct().Order()];

    private string FormatRate(BurstSeries series, long size) =>
        GetRate(series, size) is { } rate ? TableNumbers.Format(rate, "0.0") : TableNumbers.NotMeasured;

    private double? GetRate(BurstSeries series, long size)
    {
        double[] rates = [.. results[series].Where(burst => burst.Requests == size).Select(burst => burst.Rps)];
        return rates is [] ? null : TableNumbers.Median(rates);
    }
}

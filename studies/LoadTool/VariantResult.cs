namespace Studies.LoadTool;

/// <summary>What the load tool measured of one variant; of a run, what it measured of the target.</summary>
internal sealed record VariantResult
{
    /// <summary>The name that the load tool gives to what it loads.</summary>
    public const string TargetProcess = "target";

    public required string Name { get; init; }
    public string? Summary { get; init; }
    public required string Url { get; init; }
    public required long Requests { get; init; }
    public required long Errors { get; init; }
    public IReadOnlyDictionary<string, long> Statuses { get; init; } = new Dictionary<string, long>();
    public IReadOnlyDictionary<string, long> TransportErrors { get; init; } = new Dictionary<string, long>();
    public double? MeasuredS { get; init; }
    public required RateSummary Throughput { get; init; }

    /// <summary>The throughput as a ratio to the baseline's. Null for the baseline.</summary>
    public RatioSummary? Ratio { get; init; }

    /// <summary>The target's CPU time for each request as a ratio to the baseline's. Null for the baseline.</summary>
    public RatioSummary? CpuRatio { get; init; }

    public required LatencySummary Latency { get; init; }

    /// <summary>The delay of the load tool's own schedule, in milliseconds. Null without a schedule.</summary>
    public LatencySummary? Lateness { get; init; }

    public IReadOnlyList<BurstResult>? Bursts { get; init; }
    public IReadOnlyDictionary<string, ProcessUsage?> Processes { get; init; } =
        new Dictionary<string, ProcessUsage?>();
    public IReadOnlyList<RoundSummary> Rounds { get; init; } = [];

    /// <summary>The resources that the target used, as far as its metrics could be read.</summary>
    public ProcessUsage Target => Processes.GetValueOrDefault(TargetProcess) ?? new ProcessUsage();

    /// <summary>The number of requests by status code or by transport error, in one list.</summary>
    public IEnumerable<KeyValuePair<string, long>> Outcomes => Statuses.Concat(TransportErrors);
}

/// <summary>Successful responses per second: the median of the rounds, and a 95 % interval.</summary>
internal sealed record RateSummary(double Median, double? Lo, double? Hi);

/// <summary>A ratio to the baseline: the mean of the rounds, a 95 % interval and the load tool's verdict.</summary>
internal sealed record RatioSummary(double Value, double? Lo, double? Hi, string Verdict)
{
    public const string NoDifference = "no difference";
}

/// <summary>Percentiles in milliseconds. Null where there are too few requests.</summary>
internal sealed record LatencySummary(double? P50, double? P90, double? P99, double? P999, double? Max);

/// <summary>One round of a comparison.</summary>
internal sealed record RoundSummary(int N, double Rps);

/// <summary>Requests that were sent at the same time.</summary>
/// <param name="Requests">The number of requests.</param>
/// <param name="Errors">The number of requests without a successful response.</param>
/// <param name="DurationS">Seconds from the release to the last response.</param>
/// <param name="Rps">Successful responses per second.</param>
internal sealed record BurstResult(long Requests, long Errors, double DurationS, double Rps)
{
    /// <summary>Reads the only burst of a result file.</summary>
    public static BurstResult Read(string path) => LoadResult.Read(path).Run.Bursts![0];
}

/// <summary>Resources that a process used. A null was not measured.</summary>
internal sealed record ProcessUsage
{
    /// <summary>CPU time for each request, in milliseconds.</summary>
    public double? CpuMs { get; init; }

    /// <summary>Outbound connections that were opened.</summary>
    public double? ConnectionsOpened { get; init; }

    public double? ConnectionsPerS { get; init; }

    /// <summary>The highest number of sockets in TIME_WAIT.</summary>
    public double? TimeWait { get; init; }

    /// <summary>The highest working set under load, in megabytes.</summary>
    public double? WorkingSetMb { get; init; }

    /// <summary>The highest anonymous memory under load, in megabytes.</summary>
    public double? AnonymousMb { get; init; }

    /// <summary>The working set some time after the load, in megabytes.</summary>
    public double? WorkingSetAfterMb { get; init; }

    /// <summary>The anonymous memory some time after the load, in megabytes.</summary>
    public double? AnonymousAfterMb { get; init; }
}

using System.Text.Json.Serialization;

namespace Studies.LoadTool;

/// <summary>The measurements of one variant of a comparison, or of the target of a run.</summary>
internal sealed record VariantResult
{
    /// <summary>The name under which the load tool reports the process that receives the load.</summary>
    public const string TargetProcess = "target";

    /// <summary>The name under which studies monitor the back-end.</summary>
    public const string BackendProcess = "back-end";

    /// <summary>The option with which the load tool reads the metrics of the back-end, too.</summary>
    public static (string Name, string Value) MonitorBackend(Uri backend) =>
        ("--monitor", $"{BackendProcess}={backend}");

    public required string Name { get; init; }
    public string? Summary { get; init; }
    public required string Url { get; init; }
    public required long Requests { get; init; }
    public required long Errors { get; init; }
    public IReadOnlyDictionary<string, long> Statuses { get; init; } = new Dictionary<string, long>();
    public IReadOnlyDictionary<string, long> TransportErrors { get; init; } = new Dictionary<string, long>();
    public double? MeasuredS { get; init; }
    public required RateSummary Throughput { get; init; }

    /// <summary>
    /// The throughput of the variant as a ratio to the throughput of the baseline; null for the baseline.
    /// </summary>
    public RatioSummary? Ratio { get; init; }

    /// <summary>
    /// The CPU time of the target per response as a ratio to the CPU time with the baseline; null for the baseline.
    /// </summary>
    public RatioSummary? CpuRatio { get; init; }

    public required LatencySummary Latency { get; init; }

    /// <summary>
    /// The schedule delay of the requests in milliseconds: how late the load tool sent them. Null for a run without a
    /// schedule.
    /// </summary>
    [JsonPropertyName("lateness")]
    public LatencySummary? ScheduleDelay { get; init; }

    public IReadOnlyList<BurstResult>? Bursts { get; init; }

    /// <summary>The result of a search for the capacity of the target; null for a run or a comparison.</summary>
    public CapacityEstimate? Capacity { get; init; }

    public IReadOnlyDictionary<string, ProcessUsage?> Processes { get; init; } =
        new Dictionary<string, ProcessUsage?>();
    public IReadOnlyList<RoundSummary> Rounds { get; init; } = [];

    /// <summary>
    /// Gets the resources that the target used. A value is null if the metrics of the target do not report it.
    /// </summary>
    public ProcessUsage Target => Processes.GetValueOrDefault(TargetProcess) ?? new ProcessUsage();

    /// <summary>Gets the resources that the back-end used.</summary>
    public ProcessUsage Backend => Processes.GetValueOrDefault(BackendProcess) ?? new ProcessUsage();

    /// <summary>Gets the number of requests by outcome, which is a status code or a transport error.</summary>
    public IEnumerable<KeyValuePair<string, long>> Outcomes => Statuses.Concat(TransportErrors);
}

/// <summary>The number of successful responses per second: the median of the rounds and its 95 % interval.</summary>
internal sealed record RateSummary(double Median, double? Lo, double? Hi);

/// <summary>
/// The highest arrival rate at which the target meets its objectives, with its 95 % interval, in requests per second.
/// </summary>
internal sealed record CapacityEstimate(
    double? RatePerS, double? LoPerS, double? HiPerS, IReadOnlyList<CapacityTrial> Trials);

/// <summary>A trial of a capacity search, which tests whether the target can sustain one arrival rate.</summary>
internal sealed record CapacityTrial(double RatePerS, string Outcome);

/// <summary>A ratio to the baseline: the mean of the rounds, its interval and the load tool's verdict.</summary>
internal sealed record RatioSummary(double Value, double? Lo, double? Hi, string Verdict)
{
    public const string Same = "same";
    public const string CannotTell = "cannot tell";

    /// <summary>The comparison is not valid, so it has no verdict.</summary>
    public const string Withheld = "withheld";
}

/// <summary>
/// Percentiles of a time, in milliseconds. A percentile is null if there are too few requests to compute it.
/// </summary>
internal sealed record LatencySummary(double? P50, double? P90, double? P99, double? P999, double? Max);

/// <summary>One round of a comparison: its number and the throughput in requests per second.</summary>
internal sealed record RoundSummary(int N, double Rps)
{
    /// <summary>
    /// The CPU time per response of each monitored process, in milliseconds; null where it was not measured.
    /// </summary>
    public IReadOnlyDictionary<string, double?> CpuMs { get; init; } = new Dictionary<string, double?>();

    /// <summary>The CPU time of the target per response, in milliseconds; null if it was not measured.</summary>
    public double? TargetCpuMs => CpuMs.GetValueOrDefault(VariantResult.TargetProcess);
}

/// <summary>The measurements of a burst: requests that were sent at the same time.</summary>
internal sealed record BurstResult(long Requests, long Errors, double DurationS, double Rps)
{
    /// <summary>The median response time in milliseconds; null if no request was answered.</summary>
    public double? P50 { get; init; }

    /// <summary>Reads the measurements of the only burst in a result file of the load tool.</summary>
    public static BurstResult Read(string path) => LoadResult.Read(path).SingleVariant.Bursts![0];
}

/// <summary>The resources that a process used. The value of a resource is null if it was not measured.</summary>
internal sealed record ProcessUsage
{
    /// <summary>The CPU time per response, in milliseconds.</summary>
    public double? CpuMs { get; init; }

    /// <summary>The bytes allocated per response, in kilobytes; null if the runtime's count stood still.</summary>
    public double? AllocKb { get; init; }

    /// <summary>The number of outbound connections that the process opened.</summary>
    public double? ConnectionsOpened { get; init; }

    public double? ConnectionsPerS { get; init; }

    /// <summary>The highest number of sockets in the state TIME_WAIT.</summary>
    public double? TimeWait { get; init; }

    /// <summary>The highest working set under load, in megabytes.</summary>
    public double? WorkingSetMb { get; init; }

    /// <summary>The highest anonymous memory under load, in megabytes.</summary>
    public double? AnonymousMb { get; init; }

    /// <summary>The working set some time after the end of the load, in megabytes.</summary>
    public double? WorkingSetAfterMb { get; init; }

    /// <summary>The anonymous memory some time after the end of the load, in megabytes.</summary>
    public double? AnonymousAfterMb { get; init; }
}

using System.Text.Json.Serialization;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>The result of a run, or of one variant of a comparison.</summary>
public sealed record VariantResult
{
    /// <summary>The name of the variant.</summary>
    public required string Name { get; init; }

    /// <summary>The name of the group to which the variant belongs, or null if it belongs to none.</summary>
    public string? Group { get; init; }

    /// <summary>A sentence that describes the variant, or null if there is no description.</summary>
    public string? Summary { get; init; }

    /// <summary>The URL of the requests, with placeholders instead of parameter values.</summary>
    public required string Url { get; init; }

    /// <summary>
    /// The length of the warm-up before the first round, in seconds. The warm-up is repeated while the target still
    /// compiles, so it can be longer than planned.
    /// </summary>
    public double? WarmupS { get; init; }

    /// <summary>The number of requests that ended, with or without success.</summary>
    public required long Requests { get; init; }

    /// <summary>
    /// The number of unsuccessful requests: unexpected statuses, failed body checks and transport errors.
    /// </summary>
    public required long Errors { get; init; }

    /// <summary>The number of responses by HTTP status code.</summary>
    public required IReadOnlyDictionary<string, long> Statuses { get; init; }

    /// <summary>The number of responses by unexpected HTTP status code.</summary>
    [JsonPropertyName("unexpected")]
    public IReadOnlyDictionary<string, long>? UnexpectedStatuses { get; init; }

    /// <summary>The total size of all received bodies in bytes.</summary>
    public long? Bytes { get; init; }

    /// <summary>Seconds from the first request to the last response, added up over all trials.</summary>
    public double? MeasuredS { get; init; }

    /// <summary>The number of transport errors by kind.</summary>
    public required IReadOnlyDictionary<string, long> TransportErrors { get; init; }

    /// <summary>The transport errors with their causes, the most frequent first.</summary>
    public IReadOnlyList<FailureResult>? Failures { get; init; }

    /// <summary>The time until the transport error of each request that ended in one. Null if there was none.</summary>
    public LatencyResult? FailureLatency { get; init; }

    /// <summary>
    /// The number of requests that the HTTP client sent again, and that the target may have processed twice.
    /// </summary>
    public long? Resent { get; init; }

    /// <summary>
    /// The number of connections that the client closed because the server had sent bytes that belong to no response.
    /// </summary>
    public long? UnexpectedBytes { get; init; }

    /// <summary>
    /// The number of requests that had no complete response when the run was stopped; they are in no other count.
    /// </summary>
    public long? Unfinished { get; init; }

    /// <summary>The pauses of the load tool itself. Null if they were not measured.</summary>
    public ToolPauses? Pauses { get; init; }

    /// <summary>The phases of the requests.</summary>
    public TimingsResult? Timings { get; init; }

    /// <summary>The number of responses with an expected status whose body failed a check.</summary>
    public long CheckFailures { get; init; }

    /// <summary>The throughput in successful responses per second.</summary>
    public required Throughput Throughput { get; init; }

    /// <summary>
    /// The ratio of the variant's throughput to the baseline's. Null for the baseline itself, or if either throughput
    /// was not measured.
    /// </summary>
    public RatioResult? Ratio { get; init; }

    /// <summary>
    /// The ratio of the target's CPU time per request to that of the baseline. Null for the baseline itself, or if the
    /// CPU time was not measured.
    /// </summary>
    public RatioResult? CpuRatio { get; init; }

    /// <summary>
    /// The ratio of the bytes that the target allocated per request to those of the baseline. Null for the baseline
    /// itself, or if the allocated bytes were not measured.
    /// </summary>
    public RatioResult? AllocRatio { get; init; }

    /// <summary>
    /// The ratio of the median latency to that of the baseline. Null for the baseline itself, or if there were too few
    /// requests.
    /// </summary>
    public RatioResult? P50Ratio { get; init; }

    /// <summary>
    /// The ratio of the 99th percentile of the latency to that of the baseline. Null for the baseline itself, or if
    /// there were too few requests.
    /// </summary>
    public RatioResult? P99Ratio { get; init; }

    /// <summary>The response time of an open loop or of bursts, or the service time of a closed loop.</summary>
    public required LatencyResult Latency { get; init; }

    /// <summary>
    /// The service time, from the sending of a request to the last byte of its response. Null unless the loop is open.
    /// </summary>
    [JsonPropertyName("service")]
    public LatencyResult? ServiceTime { get; init; }

    /// <summary>
    /// The delay that the load tool itself caused: from the intended start of a request to its sending, or to its
    /// queueing or dropping if no connection was free. Null unless the loop is open.
    /// </summary>
    [JsonPropertyName("lateness")]
    public LatencyResult? ScheduleDelay { get; init; }

    /// <summary>The number of requests that the arrival schedule planned. Null unless the loop is open.</summary>
    public long? Planned { get; init; }

    /// <summary>The number of requests that were sent. Null unless the loop is open.</summary>
    public long? Sent { get; init; }

    /// <summary>
    /// The number of requests that waited for a connection before they were sent. Null unless the loop is open.
    /// </summary>
    public long? Queued { get; init; }

    /// <summary>
    /// The number of requests that were never sent because the queue was full. Null unless the loop is open.
    /// </summary>
    public long? Dropped { get; init; }

    /// <summary>The bursts in the order in which they were sent. Null if there were no bursts.</summary>
    public IReadOnlyList<BurstResult>? Bursts { get; init; }

    /// <summary>The steps of the arrival rate, or the equal parts of a long run. Null for any other run.</summary>
    public IReadOnlyList<TimeWindowResult>? Windows { get; init; }

    /// <summary>
    /// The steps of the arrival rate (several in <c>--rate</c>), each judged on its own. Null for any other run.
    /// </summary>
    public IReadOnlyList<StepResult>? Steps { get; init; }

    /// <summary>
    /// The arrival rate of the last step that held before the first one that did not, in requests per second. It is the
    /// result of a run with steps. Null if no step held, or if there are no steps.
    /// </summary>
    public double? LastHeld { get; init; }

    /// <summary>The result of a search for the capacity of the target. Null for any other command.</summary>
    public CapacityResult? Capacity { get; init; }

    /// <summary>The phases of the run in the order in which they ran. Null if there is only one phase.</summary>
    public IReadOnlyList<RunPartResult>? Phases { get; init; }

    /// <summary>The kinds of request of the run. Null if there is only one kind.</summary>
    public IReadOnlyList<RunPartResult>? Kinds { get; init; }

    /// <summary>The slowest requests, the slowest first. Null for a run that was not traced.</summary>
    public IReadOnlyList<TraceResult>? Traces { get; init; }

    /// <summary>
    /// The resource usage of each monitored process, keyed by process name. A value is null if the metrics could not be
    /// read.
    /// </summary>
    public IReadOnlyDictionary<string, ProcessResult?> Processes { get; init; } =
        new Dictionary<string, ProcessResult?>();

    /// <summary>The variant's trial in each round. A run has one trial.</summary>
    public IReadOnlyList<RoundResult> Rounds { get; init; } = [];

    /// <summary>
    /// The heat map: counts of responses, with columns separated by | and rows by a space. <see
    /// cref="Result.HeatMapScale"/> describes the axes. Null if there is no heat map.
    /// </summary>
    [JsonPropertyName("heat")]
    public string? HeatMap { get; init; }

    /// <summary>
    /// Creates a variant's result from its trials, without its ratios and without the parts of a run.
    /// </summary>
    internal static VariantResult Create(
        string name,
        string url,
        Measurement whole,
        IReadOnlyList<Trial> trials,
        IEnumerable<string> processes,
        IReadOnlyDictionary<string, ProcessMetrics?>? afterCooldown)
    {
        var (counters, openLoop) = (whole.Counters, whole.OpenLoop);
        return new VariantResult
        {
            Name = name,
            Url = url,
            Requests = counters.Requests,
            Errors = counters.Errors,
            Statuses = OutcomeCounts.GetStatuses(counters),
            UnexpectedStatuses = OutcomeCounts.GetUnexpectedStatuses(counters),
            Bytes = counters.Bytes,
            MeasuredS = RoundToFiveDigits(whole.ElapsedSeconds),
            TransportErrors = OutcomeCounts.GetTransportErrors(counters),
            Failures = FailureResult.Create(whole),
            FailureLatency =
                counters.FailureLatency is { } failures ? LatencySummary.Summarize(failures, "failed") : null,
            Resent = whole.ResentRequests,
            UnexpectedBytes = whole.UnexpectedBytes,
            Pauses = whole.Pauses,
            Unfinished = whole.UnfinishedRequests,
            Timings = TimingsResult.Create(whole.Timings),
            CheckFailures = counters.CheckFailures,
            Throughput = new Throughput(RoundToFiveDigits(whole.Goodput ?? 0), null, null)
            {
                BusyS = RoundToFiveDigits(whole.BusySeconds),
            },
            Latency = LatencySummary.Summarize(counters.Latency, LatencySummary.GetClock(whole)),
            ServiceTime = openLoop is null ? null : LatencySummary.Summarize(openLoop.ServiceTime),
            ScheduleDelay = openLoop is null ? null : LatencySummary.Summarize(openLoop.ScheduleDelay, "lateness"),
            Planned = openLoop?.PlannedRequests,
            Sent = openLoop?.SentRequests,
            Queued = openLoop?.QueuedRequests,
            Dropped = openLoop?.DroppedRequests,
            Processes = processes.ToDictionary(
                process => process, process => ProcessCost.Calculate(trials, process, afterCooldown)),
            Rounds = [.. trials.Select(RoundResult.Create)],
            HeatMap = string.Join(
                '|', trials.Select(trial => trial.HeatMap).Where(columns => columns.Length > 0)),
        };
    }
}

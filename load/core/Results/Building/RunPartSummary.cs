using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>Summarizes the parts of a run: its phases and its kinds of request.</summary>
internal static class RunPartSummary
{
    /// <summary>Converts a load profile to the load model that the result file stores.</summary>
    public static LoadModel CreateModel(LoadProfile profile) => profile is OpenLoopProfile open
        ? new(
            open.Model, open.Connections, RoundToFiveDigits(open.Schedule.MeanRate), open.QueueLimit, GetStreams(open))
        : new(profile.Model, CountConnections(profile), Streams: GetStreams(profile));

    // All requests of a burst are sent at once, so a burst needs as many connections as it has requests, divided by the
    // number of streams on each connection.
    private static int CountConnections(LoadProfile profile) => profile is BurstProfile
        ? (profile.Connections + profile.Streams - 1) / profile.Streams
        : profile.Connections;

    private static int? GetStreams(LoadProfile profile) => profile.Streams > 1 ? profile.Streams : null;

    /// <summary>
    /// Summarizes the phases of a run. Returns null for a single phase, whose values equal those of the whole run.
    /// </summary>
    public static IReadOnlyList<RunPartResult>? SummarizePhases(
        IReadOnlyList<StageResult> stages, ResourceLevelSummary levels)
    {
        return stages.Count == 1 ? null : [.. stages.Select(Summarize)];

        RunPartResult Summarize(StageResult stage)
        {
            var end = stage.Start + TimeSpan.FromSeconds(stage.Measurement.ElapsedSeconds);
            return Create(stage) with { Processes = levels.Summarize(stage.Start, end) };
        }
    }

    /// <summary>
    /// Summarizes the kinds of request of a run. Returns null for a single kind, whose values equal those of the whole
    /// run.
    /// </summary>
    public static IReadOnlyList<RunPartResult>? SummarizeKinds(
        IReadOnlyList<RequestKind> kinds, Measurement measurement) =>
        measurement.CountersByKind.Count == 0
            ? null
            : [.. kinds.Zip(
                measurement.CountersByKind, (kind, counters) => Create(kind.Name, counters, measurement))];

    private static RunPartResult Create(StageResult stage)
    {
        var all = MeasurementSummary.Summarize(stage.Stage.Name, "", stage.Measurement);
        return Create(stage.Stage.Name, stage.Measurement.Counters, stage.Measurement) with
        {
            StartS = RoundToFiveDigits(stage.Start.TotalSeconds),
            MeasuredS = all.MeasuredS,
            Model = CreateModel(stage.Stage.Profile),
            Latency = all.Latency,
            ServiceTime = all.ServiceTime,
            Planned = all.Planned,
            Queued = all.Queued,
            Dropped = all.Dropped,
        };
    }

    private static RunPartResult Create(string name, RequestCounters counters, Measurement whole) => new(
        name,
        counters.Requests,
        counters.Errors,
        whole.BusySeconds > 0 ? RoundToFiveDigits(counters.Successes / whole.BusySeconds) : 0,
        OutcomeCounts.GetStatuses(counters),
        OutcomeCounts.GetTransportErrors(counters),
        LatencySummary.Summarize(counters.Latency, MeasurementSummary.GetLatencyKind(whole)));
}

using Load.Engine;
using Load.Http;
using Load.Metrics;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>The parts of a run, where it has several.</summary>
internal static class PartSummary
{
    public static LoadModel ModelOf(LoadProfile workload) => workload is OpenLoopProfile open
        ? new(open.Model, open.Connections, RoundToFiveDigits(open.Schedule.MeanRate), open.QueueLimit)
        : new(workload.Model, workload.Connections);

    /// <summary>Null of a single one: the run says it all.</summary>
    public static IReadOnlyList<PartResult>? Phases(IReadOnlyList<StageResult> phases, LevelSummary levels) =>
        phases.Count == 1 ? null : [.. phases.Select(phase => Create(phase) with
        {
            Processes = levels.Between(phase.Start, phase.Start + TimeSpan.FromSeconds(phase.Measurement.ElapsedSeconds)),
        })];

    /// <summary>Null of a single one: the run says it all.</summary>
    public static IReadOnlyList<PartResult>? Kinds(IReadOnlyList<RequestKind> kinds, Measurement recorded) =>
        recorded.CountersByKind.Count == 0
            ? null
            : [.. kinds.Zip(recorded.CountersByKind, (kind, tally) => Create(kind.Name, tally, recorded))];

    private static PartResult Create(StageResult phase)
    {
        var recorded = phase.Measurement;
        var all = MeasurementSummary.Summarize(phase.Stage.Name, "", recorded);
        return Create(phase.Stage.Name, recorded.Counters, recorded) with
        {
            StartS = RoundToFiveDigits(phase.Start.TotalSeconds),
            MeasuredS = all.MeasuredS,
            Model = ModelOf(phase.Stage.Profile),
            Latency = all.Latency,
            Service = all.Service,
            Planned = all.Planned,
            Queued = all.Queued,
            Dropped = all.Dropped,
        };
    }

    private static PartResult Create(string name, RequestCounters tally, Measurement whole) => new(
        name,
        tally.Requests,
        tally.Errors,
        whole.ElapsedSeconds > 0 ? RoundToFiveDigits(tally.Successes / whole.ElapsedSeconds) : 0,
        OutcomeCounts.StatusesOf(tally),
        OutcomeCounts.TransportErrorsOf(tally),
        LatencySummary.Summarize(tally.Latency, MeasurementSummary.Clock(whole)));
}

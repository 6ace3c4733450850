using Load.Engine;
using Load.Http;
using Load.Metrics;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>The parts of a run, where it has several.</summary>
internal static class PartSummary
{
    public static LoadModel ModelOf(LoadProfile workload) => workload is OpenLoopProfile open
        ? new(open.Kind, open.Connections, Short(open.Schedule.Rate), open.MaxBacklog)
        : new(workload.Kind, workload.Connections);

    /// <summary>Null of a single one: the run says it all.</summary>
    public static IReadOnlyList<PartResult>? Phases(IReadOnlyList<StageResult> phases, LevelSummary levels) =>
        phases.Count == 1 ? null : [.. phases.Select(phase => Create(phase) with
        {
            Processes = levels.Between(phase.Start, phase.Start + TimeSpan.FromSeconds(phase.Recorded.Seconds)),
        })];

    /// <summary>Null of a single one: the run says it all.</summary>
    public static IReadOnlyList<PartResult>? Kinds(IReadOnlyList<RequestKind> kinds, Measurement recorded) =>
        recorded.Kinds.Count == 0
            ? null
            : [.. kinds.Zip(recorded.Kinds, (kind, tally) => Create(kind.Name, tally, recorded))];

    private static PartResult Create(StageResult phase)
    {
        var recorded = phase.Recorded;
        var all = MeasurementSummary.Summarize(phase.Phase.Name, "", recorded);
        return Create(phase.Phase.Name, recorded.Tally, recorded) with
        {
            StartS = Short(phase.Start.TotalSeconds),
            MeasuredS = all.MeasuredS,
            Model = ModelOf(phase.Phase.Workload),
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
        whole.Seconds > 0 ? Short(tally.Successes / whole.Seconds) : 0,
        OutcomeCounts.StatusesOf(tally),
        OutcomeCounts.TransportErrorsOf(tally),
        LatencySummary.Summarize(tally.Latency, MeasurementSummary.Clock(whole)));
}

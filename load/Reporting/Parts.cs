using Load.Recording;
using Load.Reporting.Model;
using Load.Running;
using Load.Targeting;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>The parts of a run, where it has several.</summary>
internal static class Parts
{
    public static Model.Model ModelOf(Workload workload) => workload is OpenWorkload open
        ? new(open.Kind, open.Connections, Short(open.Schedule.Rate), open.MaxBacklog)
        : new(workload.Kind, workload.Connections);

    /// <summary>Null of a single one: the run says it all.</summary>
    public static IReadOnlyList<PartResult>? Phases(IReadOnlyList<PhaseRan> phases, Levels levels) =>
        phases.Count == 1 ? null : [.. phases.Select(phase => Of(phase) with
        {
            Tiers = levels.Between(phase.Start, phase.Start + TimeSpan.FromSeconds(phase.Recorded.Seconds)),
        })];

    /// <summary>Null of a single one: the run says it all.</summary>
    public static IReadOnlyList<PartResult>? Kinds(IReadOnlyList<RequestKind> kinds, Recorder recorded) =>
        recorded.Kinds.Count == 0
            ? null
            : [.. kinds.Zip(recorded.Kinds, (kind, tally) => Of(kind.Name, tally, recorded))];

    private static PartResult Of(PhaseRan phase)
    {
        var recorded = phase.Recorded;
        var all = Measured.Of(phase.Phase.Name, "", recorded);
        return Of(phase.Phase.Name, recorded.Tally, recorded) with
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

    private static PartResult Of(string name, Tally tally, Recorder whole) => new(
        name,
        tally.Requests,
        tally.Errors,
        whole.Seconds > 0 ? Short(tally.Successes / whole.Seconds) : 0,
        Outcomes.StatusesOf(tally),
        Outcomes.TransportErrorsOf(tally),
        Latencies.Of(tally.Latency, Measured.Clock(whole)));
}

namespace TwoTier.Load.Results;

/// <summary>
/// The result of a part of a run: one of its phases, or one of its kinds of request. What only a phase has is null for
/// a kind of request.
/// </summary>
internal sealed record RunPartResult : RequestsResult
{
    public RunPartResult()
    {
    }

    [SetsRequiredMembers]
    private RunPartResult(string name, Measurement measurement, RequestCounters? kind = null)
        : base(name, measurement, kind)
    {
        var successes = (kind ?? measurement.Counters).Successes;
        Rps = measurement.BusySeconds > 0 ? RoundToFiveDigits(successes / measurement.BusySeconds) : 0;
    }

    /// <summary>Successful responses per second: of the phase, or of the whole run for a kind of request.</summary>
    public required double Rps { get; init; }

    public double? StartS { get; init; }
    public LoadModel? Model { get; init; }
    public IReadOnlyDictionary<string, ProcessResult.Levels?>? Processes { get; init; }

    internal static IReadOnlyList<RunPartResult>? CreateKinds(IReadOnlyList<RequestKind> kinds, Measurement whole) =>
        whole.CountersByKind.Count == 0
            ? null
            : [.. kinds.Zip(whole.CountersByKind, (kind, counters) => new RunPartResult(kind.Name, whole, counters))];

    /// <summary>Summarizes the phases of a run; null for a single one, whose values are those of the run.</summary>
    internal static IReadOnlyList<RunPartResult>? CreatePhases(RunResult run) => run.Stages.Count == 1
        ? null
        : [.. run.Stages.Select(stage => new RunPartResult(stage.Stage.Name, stage.Measurement)
        {
            StartS = RoundToFiveDigits(stage.Start.TotalSeconds),
            Model = LoadModel.Create(stage.Stage.Profile),
            Processes = ProcessResult.Levels.Summarize(
                run.Sampler, stage.Start, stage.Start + TimeSpan.FromSeconds(stage.Measurement.ElapsedSeconds)),
        })];
}

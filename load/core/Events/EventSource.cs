namespace TwoTier.Load.Events;

/// <summary>Something that is measured or shown, as its events need it.</summary>
internal abstract class EventSource(RunProgress progress)
{
    public RunProgress Progress => progress;

    /// <summary>The time from which its events count; null before it is published.</summary>
    public long? StartTimestamp { get; set; }

    public abstract Result CreatePlan(DateTimeOffset time);

    /// <summary>Describes a turn, or a phase, that begins after some parts of a run have ended.</summary>
    public abstract TurnStart Describe(ActiveStage stage, int endedParts);

    public abstract IReadOnlyList<MonitoredProcess> GetProcesses(ActiveStage stage);

    /// <summary>
    /// Gets the share of failed requests, from 0 to 1, above which a turn is failing; null without a limit.
    /// </summary>
    public abstract double? GetMaxErrorShare(ActiveStage stage);

    /// <summary>
    /// Judges what has changed since the last time, on a thread that does not measure; null if nothing has.
    /// </summary>
    public abstract ResultLine? Judge(ActiveStage? stage);

    /// <summary>Whether turns are too short to be shown one by one, and metrics must not be read between them.</summary>
    public virtual bool HasShortTurns => false;
}

/// <summary>A run of one variant.</summary>
internal sealed class RunEvents(
    RunResultBuilder builder, IReadOnlyList<MonitoredProcess> processes, RunLimits limits, RunProgress progress)
    : EventSource(progress)
{
    private CheckState _publishedState = CheckState.Pass;

    public override Result CreatePlan(DateTimeOffset time) => builder.BuildPlannedResult(time);

    public override TurnStart Describe(ActiveStage stage, int endedParts) => new(
        stage.Variant, stage.IsMeasured, stage.Round, endedParts + 1, stage.Name, null);

    public override IReadOnlyList<MonitoredProcess> GetProcesses(ActiveStage stage) => processes;

    // The errors of a run can be what it is meant to show.
    public override double? GetMaxErrorShare(ActiveStage stage) =>
        limits.ExpectedErrors.Count > 0 || HasSteps(stage) ? null : limits.MaxErrorShare;

    public override ResultLine? Judge(ActiveStage? stage)
    {
        if (stage is not { IsMeasured: true, Measurement.Counters: { Requests: > 0 } counters } || HasSteps(stage))
            return null;
        var errors = RunChecks.CheckErrors(counters, limits);

        // The errors that the run is meant to show can still come.
        if (errors is { Id: ValidityCheck.ExpectedErrorsId, State: CheckState.Fail })
            errors = errors with { State = CheckState.Note };
        if (errors.State == _publishedState)
            return null;
        _publishedState = errors.State;
        return new ResultLine { Validity = RunValidity.FromChecks([errors]) };
    }

    // The last steps of an arrival rate may be meant to overload the target. Each is judged on its own after the run.
    private static bool HasSteps(ActiveStage stage) => stage.Measurement.Intervals is { StepCount: > 0 };
}

/// <summary>A comparison, or load to one of its variants at a time, which is shown and not measured.</summary>
internal sealed class ComparisonEvents(
    RunDescription description, ExperimentPlan plan, RunProgress progress, TimeProvider time) : EventSource(progress)
{
    // Judging grows with the comparison, so it is done every two seconds at most.
    private static readonly TimeSpan JudgingInterval = TimeSpan.FromSeconds(2);

    private readonly ComparisonProgress? _comparison = progress as ComparisonProgress;
    private long _lastJudged;
    private int _judgedRounds;

    public override bool HasShortTurns => _comparison is not null && plan.HasShortTurns;

    public override Result CreatePlan(DateTimeOffset now)
    {
        var builder = new ComparisonResultBuilder(description, plan, _comparison?.Warmups ?? []);
        var planned = builder.BuildPlannedResult(now);
        return _comparison is null ? planned with { Kind = ResultLine.StageKind, DurationS = 0 } : planned;
    }

    public override TurnStart Describe(ActiveStage stage, int endedParts)
    {
        var place = stage.Round == 0 ? GetIndex(stage)
            : Array.IndexOf(plan.ShuffleRound(stage.Round - 1), GetIndex(stage));
        return _comparison is null
            ? new TurnStart(stage.Variant, stage.IsMeasured, stage.Round, 1, null, stage.Measurement.Workers)
            : new TurnStart(stage.Variant, stage.IsMeasured, stage.Round, place + 1, null, null);
    }

    public override IReadOnlyList<MonitoredProcess> GetProcesses(ActiveStage stage) =>
        plan.Variants[GetIndex(stage)].Processes;

    public override double? GetMaxErrorShare(ActiveStage stage) => plan.Limits.MaxErrorShare;

    public override ResultLine? Judge(ActiveStage? stage)
    {
        if (_comparison is null || _comparison.Rounds.Count == _judgedRounds
            || time.GetElapsedTime(_lastJudged) < JudgingInterval)
        {
            return null;
        }

        (_judgedRounds, _lastJudged) = (_comparison.Rounds.Count, time.GetTimestamp());
        return _comparison.Judge(rounds => new ResultLine
        {
            Standings = Standings.Create(plan, rounds),
            // What can only be told at the end is no note before.
            Validity = RunValidity.FromChecks(
            [
                .. ComparisonChecks.Evaluate(plan, rounds, Environment.ProcessorCount, plan.CreateTable(rounds))
                    .Where(check => check.State == CheckState.Fail),
            ]),
        });
    }

    private int GetIndex(ActiveStage stage) =>
        plan.Variants.Index().First(variant => variant.Item.Name == stage.Variant).Index;
}

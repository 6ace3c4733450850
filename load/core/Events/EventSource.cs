namespace TwoTier.Load.Events;

/// <summary>A run, a comparison, or load that is only shown, as its events need it.</summary>
internal sealed class EventSource(
    string name, RunProgress progress, RunLimits limits, Func<DateTimeOffset, Result> createPlan)
{
    // Judging grows with the comparison, so it is done every two seconds at most.
    private static readonly TimeSpan JudgingInterval = TimeSpan.FromSeconds(2);

    private ExperimentPlan? _comparison;
    private long _lastJudged;
    private int _judgedRounds;

    public string Name => name;
    public RunProgress Progress => progress;

    /// <summary>The time from which its events count; null before it is published.</summary>
    public long? StartTimestamp { get; set; }

    /// <summary>Whether turns are too short to be shown one by one, and metrics must not be read between them.</summary>
    public bool HasShortTurns => _comparison is { HasShortTurns: true };

    public static EventSource FromComparison(
        RunDescription description, ExperimentPlan plan, ComparisonProgress progress) =>
        new(description.Name, progress, plan.Limits, time =>
            new ComparisonResultBuilder(description, plan).BuildPlannedResult(time))
        {
            _comparison = plan,
        };

    /// <summary>Creates the source of load to one variant at a time, which is shown and not compared.</summary>
    public static EventSource FromStage(RunDescription description, ExperimentPlan plan) =>
        new(description.Name, new RunProgress(), plan.Limits, time =>
            new ComparisonResultBuilder(description, plan).BuildPlannedResult(time) with
            {
                Kind = ResultLine.StageKind,
                DurationS = 0,
            });

    public Result CreatePlan(DateTimeOffset time) => createPlan(time);

    /// <summary>
    /// Gets the share of failed requests, from 0 to 1, above which a stage is failing; null without a limit: the last
    /// steps of an arrival rate may be meant to overload the target.
    /// </summary>
    public double? GetMaxErrorShare(ActiveStage stage) =>
        stage.Measurement.Intervals is { StepCount: > 0 } ? null : limits.MaxErrorShare;

    /// <summary>
    /// Judges a comparison if it has new rounds, on a thread that does not measure; null if not.
    /// </summary>
    public ResultLine? Judge(TimeProvider time)
    {
        if (_comparison is not { } plan || progress is not ComparisonProgress comparison
            || comparison.Rounds.Count == _judgedRounds || time.GetElapsedTime(_lastJudged) < JudgingInterval)
        {
            return null;
        }

        (_judgedRounds, _lastJudged) = (comparison.Rounds.Count, time.GetTimestamp());
        return comparison.Judge(rounds => new ResultLine
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
}

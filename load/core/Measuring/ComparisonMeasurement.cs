namespace TwoTier.Load.Measuring;

internal sealed class ComparisonMeasurement(
    LoadSession session,
    RunDescription description,
    ExperimentPlan plan,
    Func<int, CancellationToken, Task<StartedTargets>>? startTargets = null)
{
    private ComparisonRunner? _runner;

    public ComparisonProgress Progress { get; } = new();
    public DateTimeOffset Started { get; private set; } = session.Time.GetUtcNow();

    /// <summary>Why the comparison ended before its last start; null if it did not.</summary>
    public TargetUnreachableException? Failure => _runner?.Failure;

    /// <summary>Warms up the variants and measures them in rounds, in each start of their targets.</summary>
    /// <exception cref="OperationCanceledException">The comparison was stopped during the first round.</exception>
    /// <exception cref="TargetUnreachableException">The targets did not start, or ended in their first start.</exception>
    public async Task<CompleteRounds> RunRoundsAsync(CancellationToken stop)
    {
        Started = session.Time.GetUtcNow();
        _runner = new ComparisonRunner(
            plan,
            startTargets ?? ((_, _) => Task.FromResult(new StartedTargets())),
            variant => session.CreateContext(variant.Requests),
            session.Scraper,
            variants => session.CreateMachineMeter(
                variants.Select(variant => variant.Requests.BaseUrl), variants.SelectMany(one => one.Processes)),
            session.Time,
            session.GetOwnCpuTime,
            Progress);
        var rounds = await _runner.RunAsync(stop);
        return rounds.Count > 0
            ? rounds
            : throw new OperationCanceledException("Stopped during the first round. There is nothing to report.", stop);
    }

    public Result Complete(CompleteRounds rounds) =>
        new ComparisonResultBuilder(description, plan, Progress.Warmups).Build(
            rounds, Started, session.Time.GetUtcNow());
}

namespace TwoTier.Load.Measuring;

internal sealed class ComparisonMeasurement(
    LoadSession session, RunDescription description, ExperimentPlan plan, Func<RequestMix, RunContext> createContext)
{
    private readonly long _startTimestamp = session.Time.GetTimestamp();
    private (ComparisonRunner Runner, MachineMeter Machine)? _run;

    public ExperimentPlan Plan { get; private set; } = plan;
    public ComparisonProgress Progress { get; } = new();
    public DateTimeOffset Started { get; private set; }

    public Task ProbeAsync(CancellationToken stop) =>
        new TargetProbe(session.Sender, description.Timeout).ProbeAllAsync(Plan.Variants, stop);

    /// <exception cref="TargetUnreachableException">The pilot got no response from a variant.</exception>
    public async Task RunPilotAsync(CancellationToken stop)
    {
        if (await new SlicePilot(Plan, CreateContext).RunAsync(stop) is { } chosen)
        {
            Plan = Plan.WithPilot(chosen, session.Time.GetElapsedTime(_startTimestamp));
            return;
        }

        const string problem = "The pilot was stopped, or got no response. There is nothing to report.";
        if (stop.IsCancellationRequested)
            throw new OperationCanceledException(problem, stop);
        throw new TargetUnreachableException(problem);
    }

    /// <summary>Warms up the variants and measures them in rounds.</summary>
    /// <exception cref="OperationCanceledException">The comparison was stopped during the first round.</exception>
    public async Task<CompleteRounds> RunRoundsAsync(CancellationToken stop)
    {
        var machine = session.CreateMachineMeter(
            Plan.Variants.Select(variant => variant.Requests.BaseUrl), Plan.Variants.SelectMany(one => one.Processes));
        var runner = new ComparisonRunner(
            Plan, CreateContext, session.Scraper, machine, session.Time, session.GetOwnCpuTime, Progress);
        (_run, Started) = ((runner, machine), session.Time.GetUtcNow());
        var rounds = await runner.RunAsync(stop);
        Plan = runner.Plan;
        return rounds.Count > 0
            ? rounds
            : throw new OperationCanceledException("Stopped during the first round. There is nothing to report.", stop);
    }

    public async Task<Result> CompleteAsync(CompleteRounds rounds, CancellationToken stop)
    {
        var (runner, machine) = _run!.Value;
        var builder = new ComparisonResultBuilder(description, Plan, Progress.Warmups)
        {
            MetricsAfterCooldown = await runner.CoolDownAsync(stop),
            Machine = machine.Summarize(rounds.Trials.Select(trial => trial.Machine)
                .Aggregate((sum, trial) => sum + trial)),
            Target = await session.DescribeTargetsAsync(
                Plan.Variants.Select(variant => (variant.Name, variant.Processes))),
        };
        return builder.Build(rounds, Started, session.Time.GetUtcNow());
    }

    private RunContext CreateContext(Variant variant) => createContext(variant.Requests);
}

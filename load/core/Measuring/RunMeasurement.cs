namespace TwoTier.Load.Measuring;

/// <summary>What a run sends, and by which limits it is judged.</summary>
internal sealed record RunPlan(IReadOnlyList<Stage> Stages, TimeSpan Warmup)
{
    public TimeSpan CoolDown { get; init; }

    public IReadOnlyList<MonitoredProcess> Processes { get; init; } = [];

    public RunLimits Limits { get; init; } = RunLimits.Default;

    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];
}

/// <summary>Measures a run: the warm-up, the stages one after the other, and the cool-down.</summary>
internal sealed class RunMeasurement(
    LoadSession session, RunContext context, RunDescription description, RunPlan plan, RunProgress progress)
{
    private readonly ScenarioRunner _runner = new(
        description.Name,
        context,
        plan.Stages,
        new UsageMeter(session.Scraper, plan.Processes, session.Time),
        session.CreateMachineMeter(context.Requests.BaseUrls, plan.Processes),
        session.GetOwnCpuTime,
        progress,
        () => new MetricsSampler(session.Scraper, plan.Processes, session.Time));

    /// <summary>Warms up the target.</summary>
    /// <returns>The measurement of the warm-up; null if its duration is 0.</returns>
    /// <exception cref="TargetUnreachableException">No request got a connection.</exception>
    public async Task<Measurement?> WarmUpAsync(CancellationToken stop)
    {
        var warmup = await _runner.WarmUpAsync(plan.Warmup, stop);
        return warmup is not null && HasNoConnection(warmup, stop)
            ? throw TargetProbe.CreateException(context.Requests, warmup)
            : warmup;
    }

    /// <summary>Sends and measures all stages.</summary>
    public Task<RunResult> MeasureAsync(RequestLog? log, TraceCollector? traces, CancellationToken stop) =>
        _runner.MeasureAsync(log, traces, stop);

    /// <summary>Waits for the cool-down, and judges the run.</summary>
    /// <exception cref="OperationCanceledException">The run was stopped before its first response.</exception>
    public async Task<RunResult> CompleteAsync(RunResult run, CancellationToken stop)
    {
        if (run.Measurement.Counters.Requests == 0)
        {
            throw new OperationCanceledException(
                "Stopped before the first response. There is nothing to report.", stop);
        }

        run = run with
        {
            MetricsAfterCooldown = await _runner.CoolDownAsync(plan.CoolDown, stop),
            Target = await session.DescribeTargetsAsync([("", plan.Processes)]),
        };
        return new RunEvaluator(plan.Limits, plan.Thresholds)
            .Evaluate(run, plan.Processes, Environment.ProcessorCount);
    }

    /// <summary>
    /// Describes why the target gave no response; null if it gave one, or if the run was stopped or expects that.
    /// </summary>
    public TargetUnreachableException? DescribeUnreachableTarget(RunResult run) =>
        run is { IsCutShort: false, Validity.State: not RunValidity.FailedAsPlannedState }
        && run.Measurement.Counters.Responses == 0
            ? TargetProbe.CreateException(context.Requests, run.Measurement)
            : null;

    // If no request of the warm-up got a connection, there is nothing to measure. If a target answers wrongly, or not
    // at all, the failures are measured.
    private static bool HasNoConnection(Measurement warmup, CancellationToken stopping) =>
        !stopping.IsCancellationRequested
        && warmup.Counters is { Requests: > 0, Responses: 0 } counters
        && counters.GetTransportErrors().All(error => error.Kind.IsBeforeConnection());
}

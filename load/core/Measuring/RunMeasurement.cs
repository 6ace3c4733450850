using TwoTier.Load.Events;

namespace TwoTier.Load.Measuring;

internal sealed record RunPlan(LoadProfile Profile, TimeSpan Warmup)
{
    public IReadOnlyList<MonitoredProcess> Processes { get; init; } = [];
    public RunLimits Limits { get; init; } = RunLimits.Default;
    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];
}

internal sealed class RunMeasurement(
    LoadSession session, RequestMix requests, RunDescription description, RunPlan plan)
{
    private const int SamplesPerInterval = 4;
    private static readonly TimeSpan MinSamplingPeriod = TimeSpan.FromMilliseconds(500);

    private readonly RunContext _context = session.CreateContext(requests);
    private readonly RunResultBuilder _builder = new(description, requests, plan.Profile, plan.Warmup);
    private readonly UsageMeter _meter = new(session.Scraper, plan.Processes, session.Time);
    private readonly MachineMeter _machine = session.CreateMachineMeter(requests.BaseUrls, plan.Processes);

    public RunProgress Progress { get; } = new();

    public EventSource Source => new(description.Name, Progress, plan.Limits, _builder.BuildPlannedResult);

    /// <summary>Warms up the target with the profile of the run.</summary>
    /// <returns>The measurement of the warm-up; null if its duration is 0.</returns>
    /// <exception cref="TargetUnreachableException">No request got a connection.</exception>
    public async Task<Measurement?> WarmUpAsync(CancellationToken stop)
    {
        await _meter.StartAsync();
        if (plan.Warmup <= TimeSpan.Zero)
            return null;
        var profile = plan.Profile.CreateWarmup(plan.Warmup);
        var warmup = profile.CreateMeasurement(_context);
        Progress.StartStage(new ActiveStage(description.Name, ActiveStage.WarmupStageName, 0, warmup)
        {
            Processes = plan.Processes,
        });
        await profile.SendAsync(_context, warmup, LoadProfile.WarmupIndex, stop);
        await _meter.MeasureAsync(SentCount.Of(warmup));

        // If no request got a connection, there is nothing to measure. If a target answers wrongly, or not at all, the
        // failures are measured.
        return !stop.IsCancellationRequested
            && warmup.Counters is { Requests: > 0, Responses: 0 } counters
            && counters.GetTransportErrors().All(error => error.Kind.IsBeforeConnection())
            ? throw TargetProbe.CreateException(requests, warmup)
            : warmup;
    }

    /// <summary>Measures and judges the run.</summary>
    /// <returns>The result, and why the target gave no response; null if it gave one, or was stopped.</returns>
    /// <exception cref="OperationCanceledException">The run was stopped before its first response.</exception>
    public async Task<(Result Result, TargetUnreachableException? Unreachable)> MeasureAsync(CancellationToken stop)
    {
        _machine.Start();
        var machineBefore = _machine.Read();
        var (started, cpuBefore) = (session.Time.GetUtcNow(), session.GetOwnCpuTime());
        var intervals = plan.Profile.CreateIntervals();
        await using var sampler = StartSampler(intervals is { HasWindows: true } ? intervals : null);
        var measured = _context with { Sampler = sampler };
        var whole = plan.Profile.CreateMeasurement(measured);
        whole.Intervals = intervals;
        Progress.StartStage(new ActiveStage(description.Name, ActiveStage.MeasuredStageName, 1, whole)
        {
            Processes = plan.Processes,
        });
        await plan.Profile.SendAsync(measured, whole, 0, stop);
        var toolCpu = session.GetOwnCpuTime() - cpuBefore;
        var machineUse = _machine.Read() - machineBefore;
        if (sampler is not null)
            await sampler.ReadAsync();
        var seconds = whole.ElapsedSeconds;
        var toolCores = seconds > 0 ? toolCpu.TotalSeconds / seconds : 0;
        var ended = session.Time.GetUtcNow();
        var usage = await _meter.MeasureAsync(SentCount.Of(whole));
        if (whole.Counters.Requests == 0)
        {
            throw new OperationCanceledException(
                "Stopped before the first response. There is nothing to report.", stop);
        }

        var run = new RunResult(
            whole, plan.Profile, started, ended, usage, toolCores, [], [], stop.IsCancellationRequested, sampler)
        {
            Machine = _machine.Summarize(MachineMeter.Attribute(machineUse, toolCpu, usage)),
            Target = await session.Scraper.DescribeTargetsAsync([("", plan.Processes)]),
        };
        run = RunEvaluator.Evaluate(run, plan.Limits, plan.Thresholds, Environment.ProcessorCount);
        return (_builder.Build(run), run is { IsCutShort: false, Measurement.Counters.Responses: 0 }
            ? TargetProbe.CreateException(requests, whole)
            : null);
    }

    // Without intervals or bursts, one reading of the metrics before the load and one after it are enough.
    private MetricsSampler? StartSampler(IntervalSeries? intervals)
    {
        if (intervals is null && plan.Profile is not BurstProfile)
            return null;
        var sampler = new MetricsSampler(session.Scraper, plan.Processes, session.Time);
        var period = intervals?.IntervalLength / SamplesPerInterval ?? MinSamplingPeriod;
        sampler.Start(period > MinSamplingPeriod ? period : MinSamplingPeriod);
        return sampler;
    }
}

namespace TwoTier.Load.Cli.Events;

/// <summary>
/// Publishes the progress of a run as events, as a single variant with one trial for each phase and each burst.
/// </summary>
internal sealed class RunReporter(
    EventWriter writer,
    RunResultBuilder plan,
    IReadOnlyList<MonitoredProcess> processes,
    RunLimits limits,
    RunProgress progress,
    TimeProvider time)
    : EventReporter(writer, progress, time)
{
    private static readonly IReadOnlyDictionary<string, double?> NoProcessValues = new Dictionary<string, double?>();
    private readonly Lock _gate = new();
    private double _measuredSeconds;
    private int _publishedTrials;
    private int _publishedBursts;
    private CheckState _publishedState = CheckState.Pass;

    public override RunHeader Header
    {
        get
        {
            string[] parts = [.. plan.Stages.SelectMany(GetPartNames)];
            return new RunHeader
            {
                Kind = Result.RunKind,
                Scenario = plan.Name,
                Workload = plan.WorkloadText,
                Plan = plan.CreatePlan(Stage.GetTotalDuration(plan.Stages)?.TotalSeconds ?? 0),
                Model = plan.Model,
                Baseline = plan.Name,
                Variants = [new HeaderVariant(plan.Name, null, plan.Request)],
                Order = [[.. parts.Select(_ => 0)]],
                Parts = parts,
                DurationS = Duration,
            };
        }
    }

    // The errors of a run can be what it is meant to show.
    public override double? MaxErrorShare =>
        limits.ExpectedErrors.Count > 0 || HasRateSteps ? null : limits.MaxErrorShare;

    // During a run with steps of the arrival rate, errors are not published as a failed check: the last steps may be
    // meant to overload the target, and each step is judged on its own after the run.
    private bool HasRateSteps => RunningStage is { Stage.Measurement.Intervals: { StepCount: > 0 } };

    private double? Duration => (Stage.GetTotalDuration(plan.Stages) + plan.Warmup)?.TotalSeconds;

    public override void Update()
    {
        if (RunningStage is not { Stage: { IsMeasured: true, Measurement: var measurement } })
            return;
        lock (_gate)
        {
            PublishEndedBursts(measurement.Bursts);
            if (measurement.Counters.Requests == 0 || HasRateSteps)
                return;
            var errors = RunChecks.CheckErrors(measurement.Counters, limits);

            // The errors that the run is meant to show can still come.
            if (errors is { Id: RunChecks.ExpectedErrorsId, State: CheckState.Fail })
                errors = errors with { State = CheckState.Note };
            if (errors.State != _publishedState)
            {
                _publishedState = errors.State;
                Writer.Publish(RunEvent.ValidityType, RunValidity.FromChecks([errors]));
            }
        }
    }

    protected override (CurrentStage Current, PhaseStartedEvent Phase) Describe(ActiveStage stage, long startTimestamp)
    {
        lock (_gate)
        {
            _publishedBursts = 0;
            return (
                new CurrentStage(stage, startTimestamp, plan.Name, _measuredSeconds, processes),
                new PhaseStartedEvent(
                    ElapsedSeconds,
                    GetKind(stage),
                    stage.Round,
                    _publishedTrials + 1,
                    plan.Name,
                    IsBaselineReplicate: false,
                    stage.Name,
                    Duration));
        }
    }

    private static IEnumerable<string> GetPartNames(Stage stage) =>
        stage.Profile is BurstProfile bursts ? bursts.Sizes.Select(size => GetBurstName(size)) : [stage.Name];

    private static string GetBurstName(long size) => $"burst of {size}";

    protected override void EndStage(StageResult stage)
    {
        var measurement = stage.Measurement;
        lock (_gate)
        {
            PublishEndedBursts(measurement.Bursts);
            if (measurement.Bursts.Count > 0)
                return;
            PublishTrial(
                stage.Stage.Name,
                measurement.Counters,
                measurement.ElapsedSeconds,
                measurement.Goodput ?? 0,
                LatencySummary.GetPercentile);
        }
    }

    private void PublishEndedBursts(IReadOnlyList<BurstMeasurement> bursts)
    {
        foreach (var burst in bursts.Skip(_publishedBursts))
        {
            var (counters, seconds) = (burst.Counters, burst.Duration.TotalSeconds);
            PublishTrial(
                GetBurstName(counters.Requests),
                counters,
                seconds,
                counters.Successes / seconds,
                LatencySummary.GetExactPercentile,
                burst.Progress);
        }

        _publishedBursts = bursts.Count;
    }

    private void PublishTrial(
        string part,
        RequestCounters counters,
        double seconds,
        double goodput,
        Func<LatencyHistogram, double, double?> getPercentile,
        IReadOnlyList<BurstProgress>? burst = null)
    {
        _publishedTrials++;
        _measuredSeconds += seconds;
        Writer.Publish(
            RunEvent.TrialType,
            new TrialEndedEvent(
                ElapsedSeconds,
                plan.Name,
                IsBaselineReplicate: false,
                Round: 1,
                part,
                RoundToFiveDigits(_measuredSeconds),
                RoundToFiveDigits(seconds),
                RoundToFiveDigits(goodput),
                getPercentile(counters.Latency, 0.5),
                getPercentile(counters.Latency, 0.99),
                counters.Requests,
                counters.Errors,
                NoProcessValues,
                NoProcessValues,
                NoProcessValues)
            {
                Burst = burst,
            });
    }
}

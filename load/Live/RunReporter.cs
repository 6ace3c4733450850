using Load.Engine;
using Load.Metrics;
using Load.Results.Building;
using Load.Target;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Live;

/// <summary>Of a run: one variant, and a slice for each phase and each burst.</summary>
/// <param name="feed">Is told.</param>
/// <param name="plan">What is going to be done.</param>
/// <param name="tiers">That take part.</param>
/// <param name="progress">What it is at.</param>
/// <param name="time">The clock.</param>
internal sealed class RunReporter(EventFeed feed, RunResultBuilder plan, IReadOnlyList<MonitoredProcess> tiers, RunProgress progress, TimeProvider time)
    : LiveReporter(feed, time)
{
    private static readonly IReadOnlyDictionary<string, double?> NotKnown = new Dictionary<string, double?>();
    private readonly Lock _gate = new();
    private double _measured;
    private int _slices;
    private int _bursts;
    private CheckState _judged = CheckState.Pass;

    public override RunHeader Header
    {
        get
        {
            string[] parts = [.. plan.Stages.SelectMany(PartsOf)];
            return new RunHeader
            {
                Kind = RunResultBuilder.Kind,
                Scenario = plan.Name,
                Workload = plan.WorkloadText,
                Plan = plan.CreatePlan(Stage.GetTotalDuration(plan.Stages)?.TotalSeconds ?? 0),
                Model = plan.Model,
                Baseline = plan.Name,
                Groups = new Dictionary<string, string>(),
                Variants = [new HeaderVariant(plan.Name, null, plan.Request)],
                Order = [[.. parts.Select(_ => 0)]],
                Parts = parts,
                DurationS = Duration,
            };
        }
    }

    private double? Duration => (Stage.GetTotalDuration(plan.Stages) + plan.Warmup)?.TotalSeconds;

    public override void Start()
    {
        base.Start();
        progress.StageStarted += Enter;
        progress.StageEnded += Publish;
    }

    /// <summary>Bursts that are over, and errors.</summary>
    public override void Update()
    {
        if (Current is not { Stage: { IsMeasured: true, Measurement: var recorder } })
            return;
        lock (_gate)
        {
            TellBursts(recorder.Bursts);
            if (recorder.Counters.Requests > 0 && RunChecks.CheckErrors(recorder.Counters) is var errors && errors.State != _judged)
            {
                _judged = errors.State;
                Feed.Publish(LiveEvent.Validity, RunValidity.From([errors]), LiveJson.Default.RunValidity);
            }
        }
    }

    protected override (CurrentStage Now, PhaseEvent Phase) Describe(ActiveStage stage, long entered)
    {
        lock (_gate)
        {
            _bursts = 0;
            return (
                new CurrentStage(stage, entered, plan.Name, _measured, tiers),
                new PhaseEvent(
                    ElapsedSeconds,
                    stage.IsMeasured ? PhaseEvent.Measure : PhaseEvent.Warmup,
                    stage.Round,
                    _slices + 1,
                    plan.Name,
                    false,
                    stage.Name,
                    Duration));
        }
    }

    private static IEnumerable<string> PartsOf(Stage phase) =>
        phase.Profile is BurstProfile bursts ? bursts.Sizes.Select(NameOfBurst) : [phase.Name];

    private static string NameOfBurst(int size) => $"burst of {size}";

    private void Publish(StageResult phase)
    {
        var recorded = phase.Measurement;
        lock (_gate)
        {
            TellBursts(recorded.Bursts);
            if (recorded.Bursts.Count > 0)
                return;
            Publish(phase.Stage.Name, recorded.Counters, recorded.ElapsedSeconds, MeasurementSummary.GetThroughput(recorded), LatencySummary.GetPercentile);
        }
    }

    private void TellBursts(IReadOnlyList<BurstMeasurement> bursts)
    {
        foreach (var burst in bursts.Skip(_bursts))
        {
            var (tally, seconds) = (burst.Counters, burst.Duration.TotalSeconds);
            Publish(NameOfBurst((int)tally.Requests), tally, seconds, tally.Successes / seconds, LatencySummary.GetPercentileOfAll);
        }

        _bursts = bursts.Count;
    }

    private void Publish(string part, RequestCounters tally, double seconds, double rate, Func<LatencyHistogram, double, double?> percentile)
    {
        _slices++;
        _measured += seconds;
        Feed.Publish(
            LiveEvent.Trial,
            new TrialEvent(
                ElapsedSeconds,
                plan.Name,
                false,
                1,
                part,
                RoundToFiveDigits(_measured),
                RoundToFiveDigits(seconds),
                RoundToFiveDigits(rate),
                percentile(tally.Latency, 0.5),
                percentile(tally.Latency, 0.99),
                tally.Errors,
                NotKnown,
                NotKnown,
                NotKnown),
            LiveJson.Default.TrialEvent);
    }
}

namespace TwoTier.Load.Results.Building;

internal sealed class RunResultBuilder(
    RunDescription description, RequestMix requests, LoadProfile profile, TimeSpan warmup)
    : ResultBuilder(description)
{
    private readonly LoadModel _model = profile.DescribeModel();

    /// <summary>Builds a result of only the plan and the machine, before anything is measured.</summary>
    public Result BuildPlannedResult(DateTimeOffset time)
    {
        var seconds = profile.Duration?.TotalSeconds ?? 0;
        var whole = PartResultBuilder.Create(Description.Name, new Measurement(TimeProvider.System));
        return Create(time, time, seconds) with
        {
            DurationS = seconds > 0 ? seconds + warmup.TotalSeconds : 0,
            Variants = [new VariantResult(whole, requests.Url)],
        };
    }

    public Result Build(RunResult run)
    {
        // The planned length of the run, or the measured length if the run ends after a number of requests.
        var seconds = profile.Duration?.TotalSeconds ?? run.Measurement.ElapsedSeconds;
        return Create(run.Started, run.Ended, seconds, run.Target) with
        {
            Validity = run.Validity,
            Thresholds = run.Thresholds,
            Variants = [BuildVariant(run)],
        };
    }

    private Result Create(DateTimeOffset started, DateTimeOffset ended, double seconds, string? target = null) =>
        Create(Result.RunKind, Description.Name, started, ended) with
        {
            Model = _model,
            Workload = profile.Description,
            Plan = new MeasurementPlan(
                1, RoundToFiveDigits(seconds), warmup.TotalSeconds, Description.Seed, Description.Timeout.TotalSeconds),
            Method = new StatisticalMethod("one run", "none", 1),
            Provenance = Describe(
                target,
                $"{profile.Description}, {_model.FormatConnections()}, warm-up {warmup.TotalSeconds} s, "
                + $"seed {Description.Seed}"),
        };

    private VariantResult BuildVariant(RunResult run)
    {
        var measured = CreateVariant(
            Description.Name,
            requests.Url,
            run.Measurement,
            [new UsagePeriod(run.Measurement.ElapsedSeconds, run.Measurement.Counters.Responses, run.Usage.Processes)],
            run.Usage.Processes.Keys,
            afterCooldown: null);
        var (goodput, errors) = (Round(run.Parts?.GetGoodput()), Round(run.Parts?.GetErrorShare()));
        return measured with
        {
            Latency = measured.Latency with
            {
                P50Interval = run.Parts?.GetQuantile(0.5),
                P99Interval = run.Parts?.GetQuantile(0.99),
            },
            Throughput = measured.Throughput with { Lo = goodput?.Lo, Hi = goodput?.Hi },
            ErrorShareInterval = errors,
            LastHeld = run.Steps.TakeWhile(step => step.IsSustained).LastOrDefault()?.Rate,
            Parts = PartResultBuilder.CreateParts(run, requests.Kinds),
        };

        static ConfidenceInterval? Round(ConfidenceInterval? interval) => interval is var (lo, hi)
            ? new ConfidenceInterval(RoundToFiveDigits(lo), RoundToFiveDigits(hi))
            : null;
    }
}

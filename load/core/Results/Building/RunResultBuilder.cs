namespace TwoTier.Load.Results.Building;

internal sealed class RunResultBuilder(
    RunDescription description, RequestMix requests, IReadOnlyList<Stage> stages, TimeSpan warmup)
{
    /// <summary>
    /// The load model of the run. If there are several phases, it holds only the kind of loop and the highest number of
    /// connections.
    /// </summary>
    private LoadModel Model
    {
        get
        {
            LoadModel[] all = [.. stages.Select(stage => LoadModelBuilder.Create(stage.Profile))];
            return all is [var only] ? only : new LoadModel(
                all.DistinctBy(model => model.Kind).Count() == 1 ? all[0].Kind : "mixed",
                all.Max(model => model.Connections),
                Streams: all[0].Streams);
        }
    }

    /// <summary>Builds a result of only the plan and the machine, before anything is measured.</summary>
    public Result BuildPlannedResult(DateTimeOffset time)
    {
        var seconds = Stage.GetTotalDuration(stages)?.TotalSeconds ?? 0;
        var whole = PartResultBuilder.Create(description.Name, new Measurement(TimeProvider.System));
        return Create(time, seconds) with
        {
            DurationS = seconds > 0 ? seconds + warmup.TotalSeconds : 0,
            Variants =
            [
                new VariantResult(whole, requests.Url)
                {
                    Parts = [.. stages.SelectMany(PartResultBuilder.CreatePlannedParts)],
                },
            ],
        };
    }

    public Result Build(RunResult run)
    {
        // The planned length of the run, or the measured length if the run ends after a number of requests.
        var seconds = Stage.GetTotalDuration(stages)?.TotalSeconds ?? run.Measurement.ElapsedSeconds;
        return Create(run.Started, seconds, run.Target) with
        {
            Ended = Provenance.FormatTimestamp(run.Ended),
            DurationS = RoundToFiveDigits((run.Ended - run.Started).TotalSeconds),
            Validity = run.Validity,
            Thresholds = run.Thresholds,
            Variants = [BuildVariant(run)],
        };
    }

    private Result Create(DateTimeOffset started, double seconds, string? target = null) => new()
    {
        Kind = Result.RunKind,
        Id = Provenance.CreateResultId(started, description.Name),
        Tool = Provenance.GetTool(),
        Cores = description.Cores,
        Started = Provenance.FormatTimestamp(started),
        Ended = Provenance.FormatTimestamp(started),
        DurationS = 0,
        Scenario = description.Scenario,
        Command = description.Command,
        RepeatCommand = description.RepeatCommand,
        Model = Model,
        Workload = stages.Count == 1 ? stages[0].Profile.Description : $"{stages.Count} phases",
        Plan = new MeasurementPlan(
            1, RoundToFiveDigits(seconds), warmup.TotalSeconds, description.Seed, description.Timeout.TotalSeconds)
        {
            Part = description.SequencePart,
        },
        Method = new StatisticalMethod("one run", "none", 1),
        Baseline = description.Name,
        Validity = RunValidity.FromChecks([]),
        Provenance =
        [
            .. Provenance.ReadMachine(),
            .. Provenance.DescribeTarget(description, target),
            ["Load", FormatLoad()],
        ],
        Variants = [],
    };

    private string FormatLoad()
    {
        var profiles = stages.Select(stage =>
            $"{stage.Profile.Description}, {LoadModelBuilder.Create(stage.Profile).FormatConnections()}");
        return $"{string.Join("; ", profiles)}, warm-up {warmup.TotalSeconds} s, seed {description.Seed}";
    }

    private VariantResult BuildVariant(RunResult run)
    {
        var counters = run.Measurement.Counters;
        var measured = VariantResultBuilder.Create(
            description.Name,
            requests.Url,
            run.Measurement,
            [new UsagePeriod(run.Measurement.ElapsedSeconds, counters.Responses, run.Usage.Processes)],
            run.Usage.Processes.Keys,
            run.MetricsAfterCooldown);
        var clocks = run.Stages.Select(stage => LatencySummary.GetClock(stage.Measurement)).Distinct();
        return measured with
        {
            Latency = measured.Latency with
            {
                Clock = clocks.Count() == 1 ? measured.Latency.Clock : "mixed",
                P50Interval = run.Parts?.GetQuantile(0.5),
                P99Interval = run.Parts?.GetQuantile(0.99),
            },
            Throughput = run.Parts?.GetGoodput() is { } goodput
                ? measured.Throughput with { Lo = RoundToFiveDigits(goodput.Lo), Hi = RoundToFiveDigits(goodput.Hi) }
                : measured.Throughput,
            ErrorShareInterval = run.Parts?.GetErrorShare() is { } share
                ? new ConfidenceInterval(RoundToFiveDigits(share.Lo), RoundToFiveDigits(share.Hi))
                : null,
            LastHeld = run.Steps.TakeWhile(step => step.IsSustained).LastOrDefault()?.Rate,
            Parts = PartResultBuilder.CreateParts(run, requests.Kinds),
        };
    }
}

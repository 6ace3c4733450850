namespace TwoTier.Load.Results.Building;

internal sealed class RunResultBuilder(
    RunDescription description, RequestMix requests, IReadOnlyList<Stage> stages, TimeSpan warmup)
{
    public string Name => description.Name;
    public string Request => description.Scenario.Request;
    public IReadOnlyList<Stage> Stages => stages;
    public TimeSpan Warmup => warmup;

    public string WorkloadText => stages.Count == 1 ? stages[0].Profile.Description : $"{stages.Count} phases";

    /// <summary>
    /// The load model of the run. If there are several phases, it holds only the kind of loop and the highest number of
    /// connections.
    /// </summary>
    public LoadModel Model
    {
        get
        {
            LoadModel[] all = [.. stages.Select(stage => LoadModel.Create(stage.Profile))];
            return all is [var only] ? only : new LoadModel(
                all.DistinctBy(model => model.Kind).Count() == 1 ? all[0].Kind : "mixed",
                all.Max(model => model.Connections),
                Streams: all[0].Streams);
        }
    }

    public MeasurementPlan CreatePlan(double seconds) =>
        new(1, RoundToFiveDigits(seconds), warmup.TotalSeconds, 0, description.Seed, description.Timeout.TotalSeconds)
        {
            Part = description.SequencePart,
        };

    public Result Build(RunResult run)
    {
        return new Result
        {
            Kind = Result.RunKind,
            Id = Provenance.CreateResultId(run.Started, description.Name),
            Tool = Provenance.GetTool(),
            Started = Provenance.FormatTimestamp(run.Started),
            Ended = Provenance.FormatTimestamp(run.Ended),
            DurationS = RoundToFiveDigits((run.Ended - run.Started).TotalSeconds),
            Scenario = description.Scenario,
            Command = description.Command,
            RepeatCommand = description.RepeatCommand,
            Model = Model,
            Workload = WorkloadText,
            // The planned length of the run, or the measured length if the run ends after a number of requests.
            Plan = CreatePlan(Stage.GetTotalDuration(stages)?.TotalSeconds ?? run.Measurement.ElapsedSeconds),
            Method = new StatisticalMethod("one run", "none", 1),
            Baseline = description.Name,
            Groups = new Dictionary<string, string>(),
            Order = [[0]],
            Validity = run.Validity,
            Thresholds = run.Thresholds,
            HeatMapScale = run.Measurement.HeatMap.ColumnCount == 0 ? null : new Result.HeatMapAxes(
                HeatMap.RowCount, HeatMap.LowestMs, HeatMap.HighestMs, HeatMap.ColumnWidth.TotalSeconds),
            Provenance =
            [
                .. Provenance.ReadMachine(),
                .. Provenance.DescribeTarget(description, run.Target),
                ["Load", FormatLoad()],
            ],
            Variants = [BuildVariant(run)],
        };
    }

    private string FormatLoad()
    {
        var profiles = stages.Select(stage =>
            $"{stage.Profile.Description}, {LoadModel.Create(stage.Profile).FormatConnections()}");
        return $"{string.Join("; ", profiles)}, warm-up {warmup.TotalSeconds} s, seed {description.Seed}";
    }

    private VariantResult BuildVariant(RunResult run)
    {
        var trial = new Trial(0, 1, 1, 0, run.Measurement, run.Usage, run.ToolCores);
        var measured = VariantResultBuilder.Create(
            description.Name,
            requests.Url,
            run.Measurement,
            [trial],
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

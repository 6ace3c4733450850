using Load.Engine;
using Load.Experiment;
using Load.Http;
using Load.Metrics;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>Makes the result of <c>load run</c>: one variant, one round.</summary>
internal sealed class RunResultBuilder(RunDescription request, RequestMix target, IReadOnlyList<Stage> phases, TimeSpan warmup)
{
    public const string Kind = "run";

    public string Name => request.Name;

    /// <summary>Method and URL.</summary>
    public string Request => request.Scenario.Request;

    public IReadOnlyList<Stage> Phases => phases;

    public TimeSpan Warmup => warmup;

    /// <summary>The model in words.</summary>
    public string Text => phases.Count == 1 ? phases[0].Profile.Description : $"{phases.Count} phases";

    /// <summary>Of several phases, what they have in common.</summary>
    public LoadModel Model
    {
        get
        {
            LoadModel[] all = [.. phases.Select(phase => PartSummary.ModelOf(phase.Profile))];
            return all is [var only] ? only : new LoadModel(
                all.DistinctBy(model => model.Kind).Count() == 1 ? all[0].Kind : "mixed",
                all.Max(model => model.Connections));
        }
    }

    /// <param name="seconds">Without the warm-up.</param>
    public Plan PlanOf(double seconds) =>
        new(1, RoundToFiveDigits(seconds), warmup.TotalSeconds, 0, request.Seed, request.Timeout.TotalSeconds);

    public Result Build(RunResult ran)
    {
        var columns = ran.Measurement.HeatMap.GetColumns().Count();
        return new Result
        {
            Kind = Kind,
            Id = OutcomeCounts.Id(ran.Started, request.Name),
            Tool = Provenance.ThisTool(),
            Started = OutcomeCounts.Rfc3339(ran.Started),
            Ended = OutcomeCounts.Rfc3339(ran.Ended),
            DurationS = RoundToFiveDigits((ran.Ended - ran.Started).TotalSeconds),
            Scenario = request.Scenario,
            Command = request.Command,
            Repeat = request.Repeat,
            Model = Model,
            Workload = Text,
            Plan = PlanOf(Seconds(ran)),
            Method = new Method("one run", "none", 1),
            Baseline = request.Name,
            Groups = new Dictionary<string, string>(),
            Order = [[0]],
            Validity = new RunValidity(ran.State, ran.Checks),
            Thresholds = ran.Thresholds,
            Heat = columns == 0 ? null : new HeatScale(
                HeatMap.RowCount, columns, HeatMap.LowestMs, HeatMap.HighestMs, HeatMap.ColumnWidth.TotalSeconds),
            Marks = [],
            Provenance = [.. Provenance.ReadMachine(), ["Load", Load()]],
            Variants = [Variant(ran)],
        };
    }

    // What was planned, or took as long as it took.
    private double Seconds(RunResult ran) => Stage.GetTotalDuration(phases)?.TotalSeconds ?? ran.Measurement.ElapsedSeconds;

    private string Load() =>
        $"{string.Join("; ", phases.Select(phase => $"{phase.Profile.Description}, {phase.Profile.Connections} connections"))}, "
        + $"warm-up {warmup.TotalSeconds} s, seed {request.Seed}";

    private VariantResult Variant(RunResult ran)
    {
        var slice = new Trial(0, 1, 1, 0, ran.Measurement, ran.Usage, ran.ToolCores);
        var measured = MeasurementSummary.Summarize(request.Name, target.Url, ran.Measurement);
        var levels = new LevelSummary(ran.Sampler);
        var clocks = ran.Stages.Select(phase => MeasurementSummary.Clock(phase.Measurement)).Distinct();
        return measured with
        {
            Latency = measured.Latency with { Clock = clocks.Count() == 1 ? measured.Latency.Clock : "mixed" },
            WarmupS = warmup.TotalSeconds,
            Processes = ran.Usage.Processes.Keys.ToDictionary(tier => tier, tier => ProcessCost.Calculate([slice], tier, ran.CooledDown)),
            Rounds = [TrialSummary.Summarize(slice, MeasurementSummary.Rate(ran.Measurement))],
            Heat = TrialSummary.HeatOf([slice]),
            Bursts = measured.Bursts is null ? null : [.. ran.Stages.SelectMany(levels.Bursts)],
            Windows = levels.Windows(ran),
            Phases = PartSummary.Phases(ran.Stages, levels),
            Kinds = PartSummary.Kinds(target.Kinds, ran.Measurement),
        };
    }
}

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
    public string Text => phases.Count == 1 ? phases[0].Workload.Text : $"{phases.Count} phases";

    /// <summary>Of several phases, what they have in common.</summary>
    public LoadModel Model
    {
        get
        {
            LoadModel[] all = [.. phases.Select(phase => PartSummary.ModelOf(phase.Workload))];
            return all is [var only] ? only : new LoadModel(
                all.DistinctBy(model => model.Kind).Count() == 1 ? all[0].Kind : "mixed",
                all.Max(model => model.Connections));
        }
    }

    /// <param name="seconds">Without the warm-up.</param>
    public Plan PlanOf(double seconds) =>
        new(1, Short(seconds), warmup.TotalSeconds, 0, request.Seed, request.Timeout.TotalSeconds);

    public Result Build(RunResult ran)
    {
        var columns = ran.Recorded.Heat.Columns().Count();
        return new Result
        {
            Kind = Kind,
            Id = OutcomeCounts.Id(ran.Started, request.Name),
            Tool = Provenance.ThisTool(),
            Started = OutcomeCounts.Rfc3339(ran.Started),
            Ended = OutcomeCounts.Rfc3339(ran.Ended),
            DurationS = Short((ran.Ended - ran.Started).TotalSeconds),
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
                HeatMap.Rows, columns, HeatMap.LowestMs, HeatMap.HighestMs, HeatMap.ColumnWidth.TotalSeconds),
            Marks = [],
            Provenance = [.. Provenance.ReadMachine(), ["Load", Load()]],
            Variants = [Variant(ran)],
        };
    }

    // What was planned, or took as long as it took.
    private double Seconds(RunResult ran) => Stage.LengthOf(phases)?.TotalSeconds ?? ran.Recorded.Seconds;

    private string Load() =>
        $"{string.Join("; ", phases.Select(phase => $"{phase.Workload.Text}, {phase.Workload.Connections} connections"))}, "
        + $"warm-up {warmup.TotalSeconds} s, seed {request.Seed}";

    private VariantResult Variant(RunResult ran)
    {
        var slice = new Trial(0, 1, 1, 0, ran.Recorded, ran.Usage, ran.OwnCores);
        var measured = MeasurementSummary.Summarize(request.Name, target.Url, ran.Recorded);
        var levels = new LevelSummary(ran.Watch);
        var clocks = ran.Phases.Select(phase => MeasurementSummary.Clock(phase.Recorded)).Distinct();
        return measured with
        {
            Latency = measured.Latency with { Clock = clocks.Count() == 1 ? measured.Latency.Clock : "mixed" },
            WarmupS = warmup.TotalSeconds,
            Processes = ran.Usage.Processes.Keys.ToDictionary(tier => tier, tier => ProcessCost.Calculate([slice], tier, ran.Settled)),
            Rounds = [TrialSummary.Summarize(slice, MeasurementSummary.Rate(ran.Recorded))],
            Heat = TrialSummary.HeatOf([slice]),
            Bursts = measured.Bursts is null ? null : [.. ran.Phases.SelectMany(levels.Bursts)],
            Windows = levels.Windows(ran),
            Phases = PartSummary.Phases(ran.Phases, levels),
            Kinds = PartSummary.Kinds(target.Kinds, ran.Recorded),
        };
    }
}

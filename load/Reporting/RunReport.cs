using Load.Comparing;
using Load.Recording;
using Load.Reporting.Model;
using Load.Running;
using Load.Targeting;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>Makes the result of <c>load run</c>: one variant, one round.</summary>
internal sealed class RunReport(Request request, Target target, IReadOnlyList<Phase> phases, TimeSpan warmup)
{
    public const string Kind = "run";

    public string Name => request.Name;

    /// <summary>Method and URL.</summary>
    public string Request => request.Scenario.Request;

    public IReadOnlyList<Phase> Phases => phases;

    public TimeSpan Warmup => warmup;

    /// <summary>The model in words.</summary>
    public string Text => phases.Count == 1 ? phases[0].Workload.Text : $"{phases.Count} phases";

    /// <summary>Of several phases, what they have in common.</summary>
    public Model.Model Model
    {
        get
        {
            Model.Model[] all = [.. phases.Select(phase => Parts.ModelOf(phase.Workload))];
            return all is [var only] ? only : new Model.Model(
                all.DistinctBy(model => model.Kind).Count() == 1 ? all[0].Kind : "mixed",
                all.Max(model => model.Connections));
        }
    }

    /// <param name="seconds">Without the warm-up.</param>
    public Plan PlanOf(double seconds) =>
        new(1, Short(seconds), warmup.TotalSeconds, 0, request.Seed, request.Timeout.TotalSeconds);

    public Result Of(Ran ran)
    {
        var columns = ran.Recorded.Heat.Columns().Count();
        return new Result
        {
            Kind = Kind,
            Id = Outcomes.Id(ran.Started, request.Name),
            Tool = Provenance.ThisTool(),
            Started = Outcomes.Rfc3339(ran.Started),
            Ended = Outcomes.Rfc3339(ran.Ended),
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
            Validity = new Validity(ran.State, ran.Checks),
            Thresholds = ran.Thresholds,
            Heat = columns == 0 ? null : new HeatScale(
                HeatMap.Rows, columns, HeatMap.LowestMs, HeatMap.HighestMs, HeatMap.ColumnWidth.TotalSeconds),
            Marks = [],
            Provenance = [.. Provenance.OfThisMachine(), ["Load", Load()]],
            Variants = [Variant(ran)],
        };
    }

    // What was planned, or took as long as it took.
    private double Seconds(Ran ran) => Phase.LengthOf(phases)?.TotalSeconds ?? ran.Recorded.Seconds;

    private string Load() =>
        $"{string.Join("; ", phases.Select(phase => $"{phase.Workload.Text}, {phase.Workload.Connections} connections"))}, "
        + $"warm-up {warmup.TotalSeconds} s, seed {request.Seed}";

    private VariantResult Variant(Ran ran)
    {
        var slice = new Slice(0, 1, 1, 0, ran.Recorded, ran.Usage, ran.OwnCores);
        var measured = Measured.Of(request.Name, target.Url, ran.Recorded);
        var levels = new Levels(ran.Watch);
        var clocks = ran.Phases.Select(phase => Measured.Clock(phase.Recorded)).Distinct();
        return measured with
        {
            Latency = measured.Latency with { Clock = clocks.Count() == 1 ? measured.Latency.Clock : "mixed" },
            WarmupS = warmup.TotalSeconds,
            Tiers = ran.Usage.Tiers.Keys.ToDictionary(tier => tier, tier => TierCost.Of([slice], tier, ran.Settled)),
            Rounds = [Rounds.Of(slice, Measured.Rate(ran.Recorded))],
            Heat = Rounds.HeatOf([slice]),
            Bursts = measured.Bursts is null ? null : [.. ran.Phases.SelectMany(levels.Bursts)],
            Windows = levels.Windows(ran),
            Phases = Parts.Phases(ran.Phases, levels),
            Kinds = Parts.Kinds(target.Kinds, ran.Recorded),
        };
    }
}


namespace Experiments.Claims.Files;

/// <summary>
/// What a row runs: an experiment with the figure that decides, a script, or benchmarks. The schema describes each field.
/// </summary>
internal sealed record ClaimRun : Experiment
{
    private const string UsualWarmup = "5s";

    /// <summary>The short turns of a comparison whose file says nothing else: 3 s of each variant in a start.</summary>
    private const int UsualRounds = 150;

    /// <summary>The figure of the variants that are compared; null for what a script or benchmarks measure.</summary>
    public string? Figure { get; init; }
    public string? SameAs { get; init; }

    /// <summary>The variant and the baseline, or one of which failures are counted.</summary>
    public IReadOnlyList<string> Compare { get; init; } = [];

    /// <summary>By the name of a metric, the methods that are compared, and their parameters.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Ratios { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>Why the failures of a cold process count; null if it must be warm.</summary>
    public string? Cold { get; init; }

    public override bool NeedsWarm => Cold is null;

    /// <summary>The id of the row that describes the experiment. Rows with the same one share it.</summary>
    [JsonIgnore]
    public string Id { get; init; } = "";

    private bool IsComparison => Variants is not [] && !MeasuresStarts && !IsAlone(Load);

    /// <summary>Fills in what a row has in common with the one that it names.</summary>
    public ClaimRun Resolve(string id, Func<string, ClaimRun?> find) => SameAs switch
    {
        null => this with
        {
            Id = id,
            OwnProcesses = true,
            Rounds = IsComparison ? Rounds ?? UsualRounds : null,
            Load = IsComparison && !Load.ContainsKey("warmup")
                ? new Dictionary<string, JsonElement>(Load) { ["warmup"] = JsonSerializer.SerializeToElement(UsualWarmup) }
                : Load,
        },
        _ when find(SameAs) is { SameAs: null } other => other.Resolve(SameAs, find) with
        {
            Figure = Figure,
            SameAs = SameAs,
            Compare = Compare,
            Ratios = Ratios,
        },
        _ => throw new FormatException($"{id}: run.same_as names no row with an experiment of its own."),
    };

    public IEnumerable<string> FindErrors()
    {
        if (SameAs is not null)
            yield break;
        if (new[] { Benchmarks, Script }.Count(one => one is not null) + (Variants is [] ? 0 : 1) is not 1)
            yield return "run needs variants, benchmarks or a script, and only one of them.";
        if (Variants is not []
            && (Compare is not ([_] or [_, _]) || Compare.Except(Variants.Select(one => one.Name)).Any()))
        {
            yield return "run.compare needs the names of one or two of the variants.";
        }

        if (Script is not null != Figure is null || (Variants is not [] && !IsKnown(Figure!)))
            yield return $"run.figure is one of {string.Join(", ", Figures.Names)}; a script has none.";
        if (Cold is not null && Figure is not (Figures.Failed or Figures.FailedPercent))
            yield return "run.cold is for counts of failures: other figures need a warm process.";
        if (Variants.Any(one => one is { Program: RunVariant.BackEnd, SendsTelemetry: true }
            or { Program: RunVariant.BackEnd, Variables.Count: > 0 }))
        {
            yield return "run: a variant that is a back-end has neither variables nor telemetry.";
        }
    }
}

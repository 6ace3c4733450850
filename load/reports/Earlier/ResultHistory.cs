namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// The comparisons of one scenario on one machine over time: the ratios of each variant to the baseline, and when they
/// changed.
/// </summary>
internal sealed class ResultHistory
{
    private ResultHistory(Result reference, IReadOnlyList<Result> comparisons)
    {
        Reference = reference;
        var ofScenario = comparisons.Where(one => MeasurementConditions.HaveSameScenario(one, reference)).ToArray();
        var ofMachine = ofScenario.Where(one => GetMachine(one) == GetMachine(reference)).ToArray();
        var comparable = ofMachine.Where(one => one.Baseline == reference.Baseline).ToArray();
        Results = [.. comparable.Where(IsComplete)];
        OtherScenarios = comparisons.Count - ofScenario.Length;
        OtherMachines = ofScenario.Length - ofMachine.Length;
        OtherBaselines = ofMachine.Length - comparable.Length;
        Incomplete = comparable.Length - Results.Count;
        Ratios = CreateRatios();
    }

    /// <summary>The result whose scenario, machine and baseline the others must have.</summary>
    public Result Reference { get; }

    /// <summary>The results that can be compared with one another, the earliest first.</summary>
    public IReadOnlyList<Result> Results { get; }

    /// <summary>The ratios of each variant, first in throughput, then in CPU time per request.</summary>
    public IReadOnlyList<RatioHistory> Ratios { get; }

    /// <summary>The number of results that were left out because of another name or another request.</summary>
    public int OtherScenarios { get; }

    /// <summary>The number of results that were left out because another machine measured them.</summary>
    public int OtherMachines { get; }

    /// <summary>The number of results that were left out because they have another baseline.</summary>
    public int OtherBaselines { get; }

    /// <summary>The number of results that were left out because they are invalid or were cut short.</summary>
    public int Incomplete { get; }

    /// <summary>Gets the processor of the machine on which a result was measured, and its number of cores.</summary>
    public static string? GetMachine(Result result) =>
        result.Provenance.FirstOrDefault(row => row[0] == Provenance.CpuLabel)?[1];

    /// <summary>Selects the results of a scenario, and of the machine on which it was measured last.</summary>
    public static ResultHistory Create(ResultFolder folder, string? scenario)
    {
        scenario ??= (folder.Comparisons.LastOrDefault(IsComplete) ?? folder.Comparisons[^1]).Scenario.Name;
        var named = folder.Comparisons.Where(result => result.Scenario.Name == scenario).ToArray();
        var names = folder.Comparisons.Select(result => result.Scenario.Name).Distinct().Order();
        return named.Length > 0
            ? new ResultHistory(named.LastOrDefault(IsComplete) ?? named[^1], folder.Comparisons)
            : throw new UserErrorException(
                $"--scenario: error: {folder.Path} has no comparison with the name {scenario}. "
                + $"Try one of {string.Join(", ", names)}");
    }

    /// <summary>Selects the results of the same scenario, machine and baseline as a given result.</summary>
    public static ResultHistory CreateFor(Result reference, ResultFolder folder) => new(reference, folder.Comparisons);

    private static bool IsComplete(Result result) =>
        result.Validity.State is RunValidity.ValidState or RunValidity.LimitedState;

    private RatioHistory[] CreateRatios()
    {
        (string Name, bool IsCpu, HistoryPoint[] Points)[] series =
        [
            .. GetVariants().Select(name => (name, false, GetPoints(name, variant => variant.Ratio))),
            .. GetVariants().Select(name => (name, true, GetPoints(name, variant => variant.CpuRatio))),
        ];

        // All verdicts on the places at which a ratio could have changed hold together.
        var rule = new VerdictRule(Margin: Reference.Method.Margin ?? new VerdictRule().Margin);
        var candidates = series.Sum(one => ChangePointSearch.CountCandidates(one.Points.Length));
        var level = rule.FamilyLevel / Math.Max(1, candidates);
        return
        [
            .. series.Where(one => one.Points.Length > 0).Select(one => new RatioHistory(
                one.Name,
                one.IsCpu,
                one.Points,
                new ChangePointSearch([.. one.Points.Select(point => point.Rounds)], rule, level).Find())),
        ];
    }

    // The variants of the newest result come first, in its order.
    private string[] GetVariants() =>
    [
        .. Results.Reverse()
            .SelectMany(result => result.Variants.Where(variant => variant.Name != result.Baseline))
            .Select(variant => variant.Name)
            .Distinct(),
    ];

    private HistoryPoint[] GetPoints(string name, Func<VariantResult, RatioResult?> getRatio) =>
        [.. Results.Select(result => CreatePoint(result, name, getRatio)).OfType<HistoryPoint>()];

    private static HistoryPoint? CreatePoint(
        Result result, string name, Func<VariantResult, RatioResult?> getRatio) =>
        result.Variants.FirstOrDefault(variant => variant.Name == name) is { } variant
        && getRatio(variant) is { } ratio
        && new HistoryPoint(result, ratio) is { Rounds.Length: > 0 } point
            ? point
            : null;
}

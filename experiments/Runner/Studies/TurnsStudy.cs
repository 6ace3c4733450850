namespace Experiments.Studies;

/// <summary>
/// Compares all strategies in short turns and in turns of 300 ms, to see what one turn leaves to the next: garbage that
/// is collected later, threads that a blocking strategy needs, a response that ends late.
/// </summary>
internal sealed class TurnsStudy : StudyCommand
{
    private const string LongTurn = "300ms";
    private const double LargestDifference = 0.03;

    // The largest set has the strategies that no set lists, too.
    private const string Set = "strategies";

    public TurnsStudy()
        : base("turns", "Compares all strategies in turns of 20 ms and of 300 ms.", RoundsDefinition.OfStarts(8)) =>
        AddPublishOption("turns");

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => rounds * TimeSpan.FromMinutes(2);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var starts = await Repeat.StartsAsync(
            context.Rounds, [true, false], isShort => isShort ? "short turns" : $"turns of {LongTurn}",
            (start, isShort) => StrategyComparisonStudy.CompareAsync(
                context, Set, starts: 1, [("seed", $"{start}"), .. isShort ? [] : new[] { ("turn", LongTurn) }]));
        var variants = starts[0][0].Variants.Select(variant => variant.Name).Where(name => name != starts[0][0].Baseline);
        TurnsRow[] rows = [.. variants.SelectMany(name => new[]
        {
            TurnsRow.Create(name, "req/s", starts, variant => variant.Ratio?.Value),
            TurnsRow.Create(name, "CPU", starts, variant => variant.CpuRatio?.Value),
        }).OfType<TurnsRow>()];
        context.Write(
            Name, rows, 2,
            ("variant", row => row.Variant), ("metric", row => row.Metric), ("20 ms", row => row.Short),
            (LongTurn, row => row.Long), ("20 ms / 300 ms", row => row.Quotient));
        var checks = new CheckReporter();
        foreach (var row in rows)
        {
            checks.Add(
                !(row.Quotient.Low > 1 + LargestDifference || row.Quotient.High < 1 - LargestDifference),
                $"{row.Variant}, {row.Metric}: the ratios do not differ by more than 3 %");
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }
}

/// <summary>The ratio of a variant to the baseline in short and in long turns, and the quotient of both.</summary>
internal sealed record TurnsRow(string Variant, string Metric, StudyRatio Short, StudyRatio Long, StudyRatio Quotient)
{
    public static TurnsRow? Create(
        string variant, string metric, IReadOnlyList<IReadOnlyList<Result>> starts, Func<VariantResult, double?> get)
    {
        double?[][] ratios = [.. starts.Select(start => start.Select(turns => get(turns.GetVariant(variant))).ToArray())];
        return StudyRatio.FromStarts(ratios.Select(start => (start[0], (double?)1))) is { } inShort
            && StudyRatio.FromStarts(ratios.Select(start => (start[1], (double?)1))) is { } inLong
            && StudyRatio.FromStarts(ratios.Select(start => (start[0], start[1]))) is { } quotient
            ? new TurnsRow(variant, metric, inShort, inLong, quotient)
            : null;
    }
}

namespace Studies.Studies.Containers;

/// <summary>The throughput of one, two and three front-ends that are written in one language.</summary>
internal sealed record ScaleOutResult(
    string Language, IReadOnlyList<double> Rates, RatioResult Ratio, bool IsReconciled)
{
    public static IReadOnlyList<int> FrontendCounts { get; } = [1, 2, 3];

    public static string GetVariantName(int count) => count switch
    {
        1 => "one-front-end",
        2 => "two-front-ends",
        3 => "three-front-ends",
        _ => throw new ArgumentOutOfRangeException(nameof(count)),
    };

    public static ScaleOutResult FromComparison(ScaleOutLanguage language, Result result) => new(
        language.Name,
        [.. FrontendCounts.Select(count => result.GetVariant(GetVariantName(count)).Throughput.Median)],
        result.GetVariant(GetVariantName(FrontendCounts[^1])).Ratio!,
        result.Validity.HasPassed("reconciled"));
}

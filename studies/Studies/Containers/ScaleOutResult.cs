namespace Studies.Studies.Containers;

/// <summary>The throughput of one, two and three front-ends that are written in one language.</summary>
internal sealed record ScaleOutResult(
    string Language, IReadOnlyList<double> Rates, RatioResult Ratio, bool IsReconciled)
{
    /// <summary>The numbers of front-ends that are compared. The first number is the baseline.</summary>
    public static IReadOnlyList<int> FrontendCounts { get; } = [1, 2, 3];

    /// <summary>Returns the name of the variant with a number of front-ends, as headlines show it.</summary>
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

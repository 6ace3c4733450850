namespace Load.Tests.Inference;

/// <summary>Simulates comparisons of equal variants in two metrics, and counts those with any wrong verdict.</summary>
[TimeLimit(280)]
public sealed class FalseVerdictTests
{
    private const double MaxShare = 0.015;
    private const double MaxShareOfSlowStates = 0.03;
    private static readonly ComparisonJudge DefaultJudge = new(new VerdictRule());
    private static readonly int[] Lengths = [10, 20, 50, 100, 300];
    private static readonly int[] VariantCounts = [2, 5, 10];

    // The shortest length at which the interval covers each kind of noise: what resembles its neighbours must do so for
    // less than a batch. Null if no rule covers it.
    private static readonly (NoiseKind Kind, int? MinRounds)[] Kinds =
    [
        (NoiseKind.White, 10),
        (NoiseKind.HeavyTails, 10),
        (NoiseKind.Skewed, 10),
        (NoiseKind.Stalls, 10),
        (NoiseKind.TwoModes, 50),
        (NoiseKind.WeakMemory, 100),
        (NoiseKind.Memory, 300),
        (NoiseKind.SlowStates, 10),
        (NoiseKind.SlowerStates, null),
        (NoiseKind.LongStates, null),
        (NoiseKind.OneOverF, null),
    ];

    [Theory]
    [InlineData(NoiseKind.White, 10)]
    [InlineData(NoiseKind.Skewed, 20)]
    [InlineData(NoiseKind.SlowStates, 100)]
    public void Judge_EqualVariants_RarelyFindsDifference(NoiseKind kind, int rounds)
    {
        const int comparisons = 800;
        var noise = new NoisyComparisonSimulator(rounds, kind);
        var (wrong, biased) = (0, 0);
        for (var i = 0; i < comparisons; i++)
        {
            var judgement = DefaultJudge.JudgeComparison(noise.Compare(4, rounds));
            wrong += judgement.Ratios.Any(IsDifference) ? 1 : 0;
            biased += judgement.Controls.Any(IsDifference) ? 1 : 0;
        }

        // A sample may have three standard deviations more.
        var most = (int)(comparisons * 0.01 + 3 * Math.Sqrt(comparisons * 0.0099));
        (wrong, biased).ShouldSatisfyAllConditions(
            () => wrong.ShouldBeLessThanOrEqualTo(most), () => biased.ShouldBeLessThanOrEqualTo(most));
    }

    /// <summary>Prints the table of docs/method.md with COMPARISONS=4000.</summary>
    [Theory]
    [Slow]
    [Trait("Study", "method")]
    [MemberData(nameof(GetKinds))]
    public void Judge_NoiseAndLengthAndVariants_IsWrongAsOftenAsMethodSays(NoiseKind kind)
    {
        var comparisons = int.Parse(
            Environment.GetEnvironmentVariable("COMPARISONS") ?? "1000", CultureInfo.InvariantCulture);
        var cells = Lengths.Select(rounds => VariantCounts.AsParallel().AsOrdered().Select(variants =>
        {
            var noise = new NoisyComparisonSimulator(1000 * rounds + variants, kind);
            return Enumerable.Range(0, comparisons).Count(_ =>
                DefaultJudge.JudgeComparison(noise.Compare(variants - 1, rounds)).Ratios.Any(IsDifference))
                / (double)comparisons;
        }).ToArray()).ToArray();

        TestContext.Current.TestOutputHelper!.WriteLine(
            $"| {kind} | " + string.Join(" | ", cells.Select(shares => string.Join(
                ", ", shares.Select(share => (100 * share).ToString("0.0", CultureInfo.InvariantCulture))))) + " |");
        var minRounds = Kinds.Single(one => one.Kind == kind).MinRounds;
        var limit = kind == NoiseKind.SlowStates ? MaxShareOfSlowStates : MaxShare;
        // A smaller sample than that of the page may have three standard deviations more.
        var most = comparisons >= 4000 ? limit : limit + 3 * Math.Sqrt(limit * (1 - limit) / comparisons);
        foreach (var (rounds, shares) in Lengths.Zip(cells).Where(cell => cell.First >= minRounds))
            shares.ShouldAllBe(share => share <= most, $"{rounds} rounds");
    }

    public static TheoryData<NoiseKind> GetKinds() => [.. Kinds.Select(one => one.Kind)];

    [Theory]
    [InlineData(7, 0.002)]
    [InlineData(50, 0.007)]
    public void Judge_DifferenceOfThreePercent_IsNeverSameWhileEqualVariantsAre(int rounds, double deviation)
    {
        const int comparisons = 100;
        var noise = new NoisyComparisonSimulator(3) { Deviation = deviation };
        var same = 0;
        for (var i = 0; i < comparisons; i++)
        {
            DefaultJudge.JudgeComparison(noise.Compare(8, rounds, Math.Log(1.03))).Ratios
                .ShouldAllBe(ratio => ratio.Verdict != RatioVerdict.Same);
            same += DefaultJudge.JudgeComparison(noise.Compare(8, rounds)).Ratios
                .Count(ratio => ratio.Verdict == RatioVerdict.Same);
        }

        same.ShouldBeGreaterThan(comparisons * 8 * 2 / 2, "Most variants that equal the baseline should be the same.");
    }

    private static bool IsDifference(RatioJudgement ratio) =>
        ratio.Verdict is RatioVerdict.Higher or RatioVerdict.Lower;
}

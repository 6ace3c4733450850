namespace Load.Tests.Inference;

/// <summary>
/// Simulates comparisons of equal variants while another program alternates between work and rest, and disturbed rounds
/// are measured again, and counts those with any wrong verdict.
/// </summary>
[TimeLimit(280)]
public sealed class DisturbedComparisonTests
{
    // The baseline is the first and the last one.
    private const int Variants = 5;
    private const double MaxShare = 0.015;

    // A disturbance that changes from trial to trial gives two modes, for which ten rounds are too few, as in
    // FalseVerdictTests.
    private const int MinRounds = 20;

    private static readonly int[] Lengths = [10, 20, 50, 100, 300];
    private static readonly ComparisonJudge DefaultJudge = new(new VerdictRule());

    // The mean number of trials for which the other program works or rests: one, a round, or a batch of rounds.
    [Theory]
    [InlineData(1, 50)]
    [InlineData(5, 50)]
    [InlineData(50, 100)]
    public void Judge_AlternatingDisturbance_RarelyFindsDifference(int length, int rounds)
    {
        const int comparisons = 400;

        // A sample may have three standard deviations more.
        CountWrong(length, rounds, comparisons)
            .ShouldBeLessThanOrEqualTo((int)(comparisons * 0.01 + 3 * Math.Sqrt(comparisons * 0.0099)));
    }

    /// <summary>Prints the table of docs/method.md.</summary>
    [Fact]
    [Slow]
    [Trait("Study", "method")]
    public void Judge_LengthsOfDisturbance_IsWrongAsOftenAsMethodSays()
    {
        const int comparisons = 4000;
        foreach (var length in (int[])[1, 5, 50, 500])
        {
            double[] shares =
            [
                .. Lengths.AsParallel().AsOrdered()
                    .Select(rounds => CountWrong(length, rounds, comparisons) / (double)comparisons),
            ];
            TestContext.Current.TestOutputHelper!.WriteLine(
                $"| {length} | {string.Join(" | ", shares.Select(share => $"{share * 100:0.0}"))} |");
            foreach (var (rounds, share) in Lengths.Zip(shares).Where(cell => cell.First >= MinRounds))
                share.ShouldBeLessThanOrEqualTo(MaxShare, $"{length} trials, {rounds} rounds");
        }
    }

    private static int CountWrong(int length, int rounds, int comparisons)
    {
        var random = new Random(1000 * length + rounds);
        var noise = new NoisyComparisonSimulator(random.Next());
        return Enumerable.Range(0, comparisons).Count(_ =>
            DefaultJudge.JudgeComparison(Simulate(random, noise, length, rounds)).Ratios
                .Any(ratio => ratio.Verdict is RatioVerdict.Higher or RatioVerdict.Lower));
    }

    // Half of the time, another program takes half of the machine, for exponentially distributed times. It lowers the
    // throughput of a trial by a third and raises its CPU time by a tenth. A share is read with an error of 5 points.
    private static MeasuredComparison Simulate(Random random, NoisyComparisonSimulator noise, int length, int rounds)
    {
        var rule = new DisturbedRounds();
        var orders = ExperimentPlan.ShuffleRounds(rounds, Variants, random.Next());
        double?[][] throughput = [.. Enumerable.Range(0, Variants).Select(_ => new double?[rounds])];
        double?[][] cpu = [.. Enumerable.Range(0, Variants).Select(_ => new double?[rounds])];
        var isDisturbed = random.NextDouble() < 0.5;
        for (var round = 0; round < rounds; round++)
        {
            var shares = new List<double?>();
            foreach (var variant in orders[round])
            {
                isDisturbed ^= random.NextDouble() < 1 - Math.Exp(-1.0 / length);
                var share = isDisturbed ? 0.5 : 0.02;
                throughput[variant][round] = Math.Exp(0.05 * noise.NextNormal()) * (isDisturbed ? 2 / 3.0 : 1);
                cpu[variant][round] = Math.Exp(0.05 * noise.NextNormal()) * (isDisturbed ? 1.1 : 1);
                shares.Add(Math.Max(0, share + 0.05 * noise.NextNormal()));
            }

            if (rule.MustRepeat(shares))
                round--;
        }

        return new MeasuredComparison(
            [.. Enumerable.Range(0, Variants).Select(variant => $"v{variant}")], 0, Variants - 1,
            [new MetricValues("throughput", throughput), new MetricValues("CPU", cpu)]);
    }
}

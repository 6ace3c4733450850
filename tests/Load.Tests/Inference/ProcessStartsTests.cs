namespace Load.Tests.Inference;

public sealed class ProcessStartsTests
{
    [Fact]
    public void Estimate_KnownStarts_SeparatesVarianceOfStartsAndRounds()
    {
        // Each of the three process starts has two rounds with a variance of 2. The means of the starts are 1, 4 and 7,
        // and their variance is 9, of which the rounds explain 2 / 2 = 1.
        var starts = new ProcessStartVariance([[0, 2], [3, 5], [6, 8]]);

        starts.StartsShare!.Value.ShouldBe(8.0 / 9, 1e-12);
        (starts.Estimate.MeanLog, starts.Estimate.Freedom).ShouldBe((4, 2));
        starts.Estimate.StandardError!.Value.ShouldBe(Math.Sqrt(3), 1e-12);
    }

    [Fact]
    public void Estimate_MeansOfStartsAgreeByChance_StandardErrorIsThatOfRounds()
    {
        // The means of the starts are 1, 1 and 1, but the rounds have a variance of 2.
        var starts = new ProcessStartVariance([[0, 2], [2, 0], [0, 2]]);

        starts.StartsShare.ShouldBe(0);
        starts.Estimate.StandardError!.Value.ShouldBe(Math.Sqrt(1.0 / 3), 1e-12);
        var prediction = starts.GetPrediction(0.05)!.Value;
        Math.Log(prediction.Hi / prediction.Lo).ShouldBe(2 * 4.302653 * Math.Sqrt(4.0 / 3), 1e-6);
    }

    [Fact]
    public void Judge_EqualProcessesThatStartDifferently_RarelyFindsDifference()
    {
        var judge = new ComparisonJudge(new VerdictRule());
        var noise = new NoisyComparisonSimulator(6, NoiseKind.Normal, 0);
        var (byStarts, byRounds) = (0, 0);
        for (var i = 0; i < 500; i++)
        {
            var values = Enumerable.Range(0, 3).Select(_ => Enumerable.Range(0, 5)
                .SelectMany(_ => CreateStart(noise)).Select(log => (double?)Math.Exp(log)).ToArray()).ToArray();
            var comparison = new MeasuredComparison(
                ["base", "equal", "base, again"], 0, 2, [new MetricValues("throughput", values)]);
            byRounds += CountDifferences(comparison);
            byStarts += CountDifferences(
                comparison with { ProcessStartByRound = [.. Enumerable.Range(0, 100).Select(round => round / 20)] });
        }

        byStarts.ShouldBeLessThanOrEqualTo(9);
        byRounds.ShouldBeGreaterThan(50, "Verdicts that ignore process starts should be wrong more often.");

        int CountDifferences(MeasuredComparison comparison) => judge.JudgeComparison(comparison).Ratios
            .Count(ratio => ratio.Verdict is RatioVerdict.Higher or RatioVerdict.Lower);
    }

    // Simulates 20 rounds of one process start. Process starts scatter by 3 %, and the rounds of each start by 5 %.
    private static double[] CreateStart(NoisyComparisonSimulator noise)
    {
        var start = 0.03 * noise.NextNormal();
        return [.. Enumerable.Range(0, 20).Select(_ => start + 0.05 * noise.NextNormal())];
    }
}

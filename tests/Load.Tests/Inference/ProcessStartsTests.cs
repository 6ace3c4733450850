namespace Load.Tests.Inference;

public sealed class ProcessStartsTests
{
    [Theory]
    [InlineData(0.01, true, true)]
    [InlineData(0.04, true, true)]
    [InlineData(0.1, false, true)]
    [InlineData(0.1, false, false)]
    [InlineData(0.04, false, false)]
    public void Judge_OneStart_WithholdsOnlyWhatStartsOfAnotherProcessExplain(
        double effect, bool isWithheld, bool isOfOtherProcess)
    {
        var comparison = new NoisyComparisonSimulator(1) { Deviation = 0.002 }.Compare(1, 50, effect) with
        {
            InOtherProcesses = isOfOtherProcess ? [1] : [],
        };

        var judgement = new ComparisonJudge(new VerdictRule()).JudgeComparison(comparison);

        judgement.Ratios.ShouldAllBe(ratio => ratio.IsWithheld == isWithheld && ratio.IsKnown);
        judgement.Controls.ShouldAllBe(control => !control.IsWithheld);
    }

    private static readonly int[] StartCounts = [3, 5, 10, 20];

    public enum StartKind
    {
        Normal,
        Skewed,
        TwoModes,
    }

    [Theory]
    [InlineData(5, StartKind.Normal)]
    [InlineData(10, StartKind.Skewed)]
    public void Judge_EqualProcessesThatStartDifferently_RarelyFindsDifference(int starts, StartKind kind)
    {
        var (byStarts, byRounds) = CountWrong(starts, kind, comparisons: 500);

        byStarts.ShouldBeLessThanOrEqualTo(14);
        if (starts < GeometricMean.MaxBatches)
            byRounds.ShouldBeGreaterThan(25, "Verdicts that ignore process starts should be wrong more often.");
    }

    /// <summary>Prints the table of docs/method.md.</summary>
    [Fact]
    [Slow]
    [Trait("Study", "method")]
    public void Judge_KindsAndNumbersOfStarts_IsWrongAsOftenAsMethodSays()
    {
        foreach (var kind in Enum.GetValues<StartKind>())
        {
            int[] wrong = [.. StartCounts.Select(starts => CountWrong(starts, kind, 4000).ByStarts)];
            TestContext.Current.TestOutputHelper!.WriteLine(
                $"| {kind} | {string.Join(" | ", wrong.Select(count => $"{count / 40.0:0.0}"))} |");
            wrong.ShouldAllBe(count => count <= 4000 * 0.015);
        }
    }

    private static (int ByStarts, int ByRounds) CountWrong(int starts, StartKind kind, int comparisons)
    {
        var judge = new ComparisonJudge(new VerdictRule());
        var noise = new NoisyComparisonSimulator(100 * starts + (int)kind);
        var skewed = new NoisyComparisonSimulator(starts, NoiseKind.Skewed) { Deviation = 0.03 };
        var modes = new NoisyComparisonSimulator(starts, NoiseKind.TwoModes) { Deviation = 0.02 };
        var (byStarts, byRounds) = (0, 0);
        for (var i = 0; i < comparisons; i++)
        {
            double?[][] values =
            [
                .. Enumerable.Range(0, 2).Select(_ => Enumerable.Range(0, starts)
                    .SelectMany(_ => CreateStart()).Select(log => (double?)Math.Exp(log)).ToArray()),
            ];
            var comparison = new MeasuredComparison(
                ["base", "equal"], 0, null, [new MetricValues("throughput", values)])
            {
                InOtherProcesses = [1],
            };
            byRounds += HasDifference(comparison) ? 1 : 0;
            byStarts += HasDifference(comparison with
            {
                ProcessStartByRound = [.. Enumerable.Range(0, 20 * starts).Select(round => round / 20)],
            }) ? 1 : 0;
        }

        return (byStarts, byRounds);

        bool HasDifference(MeasuredComparison comparison) => judge.JudgeComparison(comparison).Ratios
            .Any(ratio => ratio.Verdict is RatioVerdict.Higher or RatioVerdict.Lower);

        // Simulates 20 rounds of one process start. Process starts scatter by 3 %, and the rounds of each by 5 %.
        double[] CreateStart()
        {
            var start = kind switch
            {
                StartKind.Normal => 0.03 * noise.NextNormal(),
                StartKind.Skewed => skewed.GetLogs(1)[0],
                _ => modes.GetLogs(1)[0],
            };
            return [.. Enumerable.Range(0, 20).Select(_ => start + 0.05 * noise.NextNormal())];
        }
    }
}

namespace Load.Tests.Judging;

/// <summary>
/// Simulates comparisons of equal variants while another program alternates between work and rest, and disturbed rounds
/// are measured again, and counts those with any wrong verdict.
/// </summary>
[TimeLimit(280)]
public sealed class DisturbedComparisonTests
{
    // The baseline is the first and the last one.
    private const int Variants = 5;

    private static readonly Dictionary<string, string> Processes =
        Enumerable.Range(0, Variants - 1).ToDictionary(GetName, _ => "http://h");

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

    private static int CountWrong(int length, int rounds, int comparisons)
    {
        var random = new Random(1000 * length + rounds);
        var noise = new SimulatedComparison(random.Next());
        return Enumerable.Range(0, comparisons).Count(_ =>
            ComparisonJudge.Judge(Simulate(random, noise, length, rounds), new VerdictRule()).Ratios
                .Any(ratio => VerdictLabels.IsDifference(ratio.Verdict)));
    }

    // Half of the time, another program takes half of the machine, for exponentially distributed times. It lowers the
    // throughput of a trial by a third and raises its CPU time by a tenth. A share is read with an error of 5 points.
    private static SampleTable Simulate(Random random, SimulatedComparison noise, int length, int rounds)
    {
        var rule = new DisturbedRounds();
        var orders = ExperimentPlan.ShuffleRounds(rounds, Variants, random.Next());
        var samples = new List<Sample>();
        var isDisturbed = random.NextDouble() < 0.5;
        for (var round = 1; round <= rounds; round++)
        {
            Sample[] turns =
            [
                .. orders[round - 1].Select((variant, place) =>
                {
                    isDisturbed ^= random.NextDouble() < 1 - Math.Exp(-1.0 / length);
                    return new Sample
                    {
                        Variant = GetName(variant % (Variants - 1)),
                        Start = 1,
                        Round = round,
                        Place = place + 1,
                        AtS = 0,
                        Requests = 1000,
                        Good = 1000,
                        BusyS = Math.Exp(0.05 * noise.NextNormal()) * (isDisturbed ? 1.5 : 1),
                        CpuS = Math.Exp(0.05 * noise.NextNormal()) * (isDisturbed ? 1.1 : 1),
                        Disturbed = Math.Max(0, (isDisturbed ? 0.5 : 0.02) + 0.05 * noise.NextNormal()),
                    };
                }),
            ];
            if (rule.MustRepeat([.. turns.Select(turn => turn.Disturbed)]))
                round--;
            else
                samples.AddRange(turns);
        }

        return new SampleTable(Processes, GetName(0), samples, []);
    }

    private static string GetName(int variant) => $"v{variant}";
}

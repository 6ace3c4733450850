using Load.Results;
using Load.Statistics;
using Load.Statistics.Estimation;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>
/// Measures how often the verdicts of <c>load compare</c> are false or missed: in 20 comparisons of equal variants,
/// then in 10 comparisons with a variant that is 5 % slower. The latter have the number of rounds that the load tool
/// estimates to be necessary to find a difference of 5 %. An estimate from 7 rounds is uncertain (half of such
/// estimates are off by a third or more), so the median estimate of the first 20 comparisons is used. This median is
/// about 10 % too low, which makes the test stricter.
/// </summary>
public sealed class SensitivityStudy
{
    private const int EqualComparisons = 20;
    private const int SlowerComparisons = 10;

    // The comparison has one variant and one metric, so its interval has the whole level.
    private const double Level = 0.01;

    // With more rounds than this limit, the study would take over 12 minutes. A machine that needs more rounds is too
    // busy for the study.
    private const int MaxRounds = 45;

    /// <summary>
    /// Runs the load tool as a separate process against a server in the test process. This takes 5 to 12 minutes.
    /// </summary>
    [Fact(Explicit = true)]
    [Trait("Study", "sensitivity")]
    [TimeLimit(1800)]
    public async Task Compare_EqualAndFivePercentSlowerVariants_GivesCorrectVerdicts()
    {
        await using var server = await SingleThreadServer.StartAsync();

        var equals = await CompareAsync(server, EqualComparisons, slower: 0, rounds: 7);
        var wrong = equals.Count(ratio => VerdictLabels.IsDifference(ratio.Verdict));
        WriteLine($"Equal variants: {wrong} of {EqualComparisons} comparisons found a difference (at most 1 may).");
        wrong.ShouldBeLessThanOrEqualTo(1);

        var rounds = (int)Math.Ceiling(Median.Calculate(equals.Select(EstimateRounds)));
        WriteLine($"A difference of 5 % needs {rounds} rounds (median estimate; at most {MaxRounds} are tried).");
        rounds.ShouldBeLessThanOrEqualTo(MaxRounds, "This machine is too busy for the sensitivity study.");
        var planted = await CompareAsync(server, SlowerComparisons, slower: 5, rounds);

        var found = planted.Count(ratio => ratio.Verdict == VerdictLabels.Slower);
        WriteLine($"5 % slower: {found} of {SlowerComparisons} comparisons found the difference (at least 9 must).");
        found.ShouldBeGreaterThanOrEqualTo(9);
    }

    private static async Task<List<RatioResult>> CompareAsync(
        SingleThreadServer server, int times, int slower, int rounds)
    {
        WriteLine($"{times} comparisons with a variant that is {slower} % slower, in {rounds} rounds of 300 ms:");
        var ratios = new List<RatioResult>();
        for (var time = 1; time <= times; time++)
        {
            string[] args =
            [
                "-u", server.Url, "--vary", $"slower=0,{slower}", "--rounds", $"{rounds}", "--seed", $"{time}",
                "-c", "4", "--slice", "300ms", "--slice-warmup", "50ms", "--warmup", "500ms",
            ];
            var result = await LoadProcess.CompareAsync(args, TestContext.Current.CancellationToken);
            server.ClearRequests();
            var ratio = result.Variants[1].Ratio!;
            WriteLine($"{time,4}  {ratio.Value:0.000} [{ratio.Lo:0.000}-{ratio.Hi:0.000}]  {ratio.Verdict,-14}  "
                + $"a difference of 5 % needs {EstimateRounds(ratio)} rounds");
            ratios.Add(ratio);
        }

        return ratios;
    }

    // An interval of ±4 % lies wholly below 1 in most comparisons with a variant that is 5 % slower.
    private static double EstimateRounds(RatioResult ratio)
    {
        double[] logs = [.. ratio.ByRound.OfType<double>().Select(one => Math.Log(one))];
        return new PrecisionForecast(new RoundEstimator([logs]), logs, Level).GetRoundsToHalfWidth(0.04)!.Value;
    }

    private static void WriteLine(string line) => TestContext.Current.TestOutputHelper!.WriteLine(line);
}

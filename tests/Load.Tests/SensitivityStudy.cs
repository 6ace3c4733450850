using Load.Results;
using Load.Statistics;
using Load.Tests.Hosting;
using Testing;

namespace Load.Tests;

/// <summary>
/// Whether <c>load compare</c> finds what is there, and nothing else: 20 comparisons of equals, then 10 of a planted 5 %
/// with as many rounds as the tool says that those need. From 7 rounds that number is itself uncertain (half of its
/// predictions are off by a third or more), so the pilot is all 20 comparisons of equals on the same server, and the
/// number the median of their predictions: slightly less than the truth, by 1 round in 10, which makes it no easier.
/// </summary>
public sealed class SensitivityStudy
{
    private const int Same = 20;
    private const int Planted = 10;

    // Beyond that it would take over 12 minutes; a machine that needs more should be quieter first.
    private const int MostRounds = 45;

    /// <summary>The tool is a process of its own, the server this one. It takes 5 to 12 minutes.</summary>
    [Fact(Explicit = true)]
    [Trait("Study", "sensitivity")]
    [TimeLimit(1800)]
    public async Task Compare_EqualsAndAPlantedFivePercent_TellsThemApart()
    {
        await using var server = await WorkServer.StartAsync();

        var equals = await CompareAsync(server, Same, slower: 0, rounds: 7);
        var wrong = equals.Count(ratio => ratio.Verdict != VerdictLabels.NoDifference);
        Write($"equals: a difference in {wrong} of {Same} (at most 1 wanted)");
        wrong.ShouldBeLessThanOrEqualTo(1);

        var rounds = (int)Math.Ceiling(Median.Calculate(equals.Select(ratio => (double)ratio.RoundsFor5pct!.Value)));
        Write($"5 % needs {rounds} rounds, by the median of their predictions (at most {MostRounds} can be tried)");
        rounds.ShouldBeLessThanOrEqualTo(MostRounds, "too much else runs on this machine");
        var planted = await CompareAsync(server, Planted, slower: 5, rounds);

        var found = planted.Count(ratio => ratio.Verdict == VerdictLabels.Slower);
        Write($"5 % slower: found in {found} of {Planted} (at least 9 wanted)");
        found.ShouldBeGreaterThanOrEqualTo(9);
    }

    private static async Task<List<RatioResult>> CompareAsync(WorkServer server, int times, int slower, int rounds)
    {
        Write($"{times} times 0 % against {slower} %, {rounds} rounds of 300 ms");
        var ratios = new List<RatioResult>();
        for (var time = 1; time <= times; time++)
        {
            string[] args =
            [
                "-u", server.Url, "--vary", $"slower=0,{slower}", "--rounds", $"{rounds}", "--seed", $"{time}", "-c", "4",
                "--slice", "300ms", "--slice-warmup", "50ms", "--warmup", "500ms",
            ];
            var result = await LoadProcess.CompareAsync(args, TestContext.Current.CancellationToken);
            server.Forget();
            var ratio = result.Variants[1].Ratio!;
            Write($"{time,4}  {ratio.Value:0.000} [{ratio.Lo:0.000}-{ratio.Hi:0.000}]  {ratio.Verdict,-14}  "
                + $"5 % would need {ratio.RoundsFor5pct} rounds");
            ratios.Add(ratio);
        }

        return ratios;
    }

    private static void Write(string line) => TestContext.Current.TestOutputHelper!.WriteLine(line);
}

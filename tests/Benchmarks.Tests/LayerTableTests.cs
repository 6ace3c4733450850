namespace Benchmarks.Tests;

public sealed class LayerTableTests
{
    [Fact]
    public void Estimate_FiveRounds_HasIntervalOfStudentsT()
    {
        var estimate = LayerEstimate.FromRounds([1, 2, 3, 4, 5]);

        estimate.Mean.ShouldBe(3);
        estimate.Margin.ShouldBe(2.7764 * Math.Sqrt(2.5 / 5), 1e-3);
        estimate.ToString().ShouldBe("3.00 [1.04, 4.96]");
    }

    [Fact]
    public void Table_RoundsOfDifferentSpeed_HasDifferencesWithinRounds()
    {
        LayerCall[] calls =
        [
            new("socket", 1, 50, 1_000), new("HttpMessageInvoker", 1, 60, 3_000),
            new("socket", 2, 80, 1_000), new("HttpMessageInvoker", 2, 90, 3_000),
            new("logging", 1, 75, 5_000), new("hedging", 1, 77, 5_500), new("standard", 1, 78, 5_300),
        ];

        LayerTable.Format(calls).Where(line => line.StartsWith('|')).Skip(2).ShouldBe(
        [
            "| socket |  | 65.00 [-125.59, 255.59] |  | 1000 |  |",
            "| HttpMessageInvoker | socket | 75.00 [-115.59, 265.59] | 10.00 [10.00, 10.00] | 3000 | 2000 |",
            "| standard | logging | 78.00 | 3.00 | 5300 | 300 |",
            "| hedging | logging | 77.00 | 2.00 | 5500 | 500 |",
        ]);
    }

    [Fact]
    public void Order_OfRounds_HasAllLayersInEachRoundInAnotherOrder()
    {
        (int Round, int Layer)[] benchmarks =
            [.. from layer in Enumerable.Range(0, 10) from round in Enumerable.Range(1, 5) select (round, layer)];

        (int Round, int Layer)[] order = [.. RoundOrderer.Shuffle(benchmarks, benchmark => benchmark.Round)];

        order.Select(benchmark => benchmark.Round).ShouldBe(benchmarks.Select(benchmark => benchmark.Round).Order());
        var rounds = order.Chunk(10).Select(round => round.Select(benchmark => benchmark.Layer).ToArray()).ToArray();
        rounds.ShouldAllBe(round => round.Order().SequenceEqual(Enumerable.Range(0, 10)));
        rounds.Select(round => string.Join(' ', round)).ShouldBeUnique();
        RoundOrderer.Shuffle(benchmarks, benchmark => benchmark.Round).ShouldBe(order);
    }
}

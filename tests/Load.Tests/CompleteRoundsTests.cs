namespace Load.Tests;

public sealed class CompleteRoundsTests
{
    [Fact]
    public void CreateSamples_OneStart_TenBatchesOfNeighbouringRoundsAddUpToTheTotals()
    {
        var progress = new ComparisonProgress();
        AddStart(progress, 1, rounds: 25);

        var rounds = progress.Rounds;
        var samples = rounds.CreateSamples(SampleTurns.CreatePlan());

        samples.Count.ShouldBe(20);
        foreach (var (name, index) in new[] { ("a", 0), ("b", 1) })
        {
            Sample[] own = [.. samples.Where(sample => sample.Variant == name)];
            var total = rounds.GetTotal(index);
            own.Select(sample => sample.Batch).ShouldBe(Enumerable.Range(1, 10));
            own.Select(sample => sample.Turns).Distinct().Order().ShouldBe([2, 3]);
            (own.Sum(sample => sample.Turns), own.Sum(sample => sample.Requests), own.Sum(sample => sample.Good))
                .ShouldBe((25, total.Counters.Requests, total.Counters.Successes));
            own.Sum(sample => sample.BusyS).ShouldBe(total.BusySeconds, 1e-9);
            own.ShouldAllBe(sample => sample.P50Ms == null);
            // The first batch has the first two rounds.
            own[0].Requests.ShouldBe(index == 0 ? 101 + 102 : 202 + 204);
        }
    }

    [Fact]
    public void CreateSamples_TwoStarts_OneSampleOfEachHasItsRoundsAndPercentiles()
    {
        var progress = new ComparisonProgress();
        AddStart(progress, 1, rounds: 25);
        AddStart(progress, 2, rounds: 12, latencyMs: 2);

        var samples = progress.Rounds.CreateSamples(SampleTurns.CreatePlan() with { Starts = 2 });

        samples.Select(sample => (sample.Variant, sample.Start, sample.Batch, sample.Turns))
            .ShouldBe([("a", 1, 1, 25), ("b", 1, 1, 25), ("a", 2, 1, 12), ("b", 2, 1, 12)]);
        samples[0].P50Ms!.Value.ShouldBe(1.05, 0.01);
        samples[2].P50Ms!.Value.ShouldBe(2, 0.01);
        samples.Where(sample => sample.Variant == "b").Sum(sample => sample.Requests)
            .ShouldBe(progress.Rounds.GetTotal(1).Counters.Requests);
        progress.Rounds.Count.ShouldBe(37);
    }

    /// <summary>Blocks at the end of a start belong to batches in their order.</summary>
    [Fact]
    public void CreateSamples_NoClock_CostsAreThoseOfARequestInBlocks()
    {
        var progress = new ComparisonProgress();
        AddRounds(progress, 1, rounds: 10);
        var blocks = Enumerable.Range(1, 10).Select(block => new UsagePeriod(1, 100, new Dictionary<string, ProcessMetrics?>
        {
            [MonitoredProcess.Target] = new() { CpuSeconds = block, AllocatedBytes = 5000 },
        }));

        progress.EndStart(SampleTurns.Summarize(new VariantCosts([.. blocks]), VariantCosts.None));

        var samples = progress.Rounds.CreateSamples(SampleTurns.CreatePlan());
        samples.Where(sample => sample.Variant == "a").Select(sample => Math.Round(sample.CpuS!.Value / sample.Requests, 9))
            .ShouldBe(Enumerable.Range(1, 10).Select(block => block / 100.0));
        samples[0].AllocatedBytes.ShouldBe(50 * samples[0].Requests);
        samples.Where(sample => sample.Variant == "b").ShouldAllBe(sample => sample.CpuS == null);
    }

    private static void AddStart(ComparisonProgress progress, int start, int rounds, double latencyMs = 1.05)
    {
        AddRounds(progress, start, rounds, latencyMs);
        progress.EndStart(SampleTurns.Summarize());
    }

    // Variant a has 101, 102 and so on requests, and b has twice as many.
    private static void AddRounds(ComparisonProgress progress, int start, int rounds, double latencyMs = 1.05) =>
        SampleTurns.AddRounds(progress, Enumerable.Range(1, rounds).SelectMany(round => new[]
        {
            SampleTurns.Create(0, round, 100 + round, start, latencyMs),
            SampleTurns.Create(1, round, 2 * (100 + round), start, latencyMs),
        }));
}

namespace Load.Tests;

public sealed class ComparisonMemoryTests
{
    private const int Variants = 10;

    [Fact]
    public void EndRound_MeasurementsOfRound_AreAddedUpAndReleased()
    {
        var progress = new ComparisonProgress();

        var measurements = AddRound(progress);

        GC.Collect();
        measurements.Count(measurement => measurement.IsAlive).ShouldBe(0);
        progress.Rounds.GetTotal(0).Counters.Latency.Count.ShouldBe(1);

        // A trial of a round that is not complete.
        AddTrial(progress, 0, 2);
        progress.Trials.Count.ShouldBe(Variants + 1);
        (progress.Rounds.Count, progress.Rounds.Trials.Count).ShouldBe((1, Variants));
        progress.Rounds.GetTotal(0).Counters.Requests.ShouldBe(1);
    }

    /// <summary>In an open loop, the load tool keeps the largest number of histograms.</summary>
    [Fact]
    [Slow]
    [TimeLimit(600)]
    public async Task Compare_400RoundsOf10Variants_FitIntoAHeapOf48Mb()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var variants = string.Join(',', Enumerable.Range(1, Variants));
        string[] args =
        [
            "compare", $"{server.Url}", "--vary", $"v={variants}", "--rounds", "400", "--rate", "2000/s",
            "--slice", "10ms", "--slice-warmup", "0s", "--warmup", "0s",
        ];
        var heapLimit = new Dictionary<string, string> { ["DOTNET_GCHeapHardLimit"] = "0x3000000" };

        var outcome = await LoadProcess.RunAsync(
            args, TestContext.Current.CancellationToken, variables: heapLimit);

        outcome.Result.Variants.Count.ShouldBe(Variants);
        outcome.Result.Variants.ShouldAllBe(variant => variant.Rounds!.Count == 400);
    }

    private static List<WeakReference> AddRound(ComparisonProgress progress)
    {
        List<WeakReference> measurements = [.. Enumerable.Range(0, Variants).Select(i => AddTrial(progress, i, 1))];
        progress.EndRound(1);
        return measurements;
    }

    private static WeakReference AddTrial(ComparisonProgress progress, int variantIndex, int round)
    {
        var measurement = new Measurement(TimeProvider.System, TimeSpan.FromSeconds(1));
        measurement.Counters.RecordResponse(new CompletedResponse(200, 10), TimeSpan.Zero);
        var usage = new ResourceUsage(
            new Dictionary<string, ProcessMetrics?> { [MonitoredProcess.Target] = new() }, null, true);
        progress.AddTrial(new Trial(variantIndex, round, variantIndex + 1, 0, measurement, usage, 0), measurement);
        return new WeakReference(measurement);
    }
}

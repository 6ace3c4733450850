namespace Load.Tests;

public sealed class ComparisonMemoryTests
{
    private const int Variants = 10;

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
        outcome.Result.Samples.Count.ShouldBe((Variants + 1) * 400);
    }
}

using System.Diagnostics;
using FrontendApi.Strategies;
using Studies.Hosting;
using Testing;

namespace EndToEnd.Tests;

/// <summary>What `make bench` runs, each benchmark once: too short to mean anything.</summary>
public sealed class BenchmarkTests
{
    [Fact]
    public async Task Benchmarks_EachOnce_AllRun()
    {
        var (exit, output) = await RunAsync("--dry");

        exit.ShouldBe(0, output);
        output.ShouldMatch(@"\b([0-9]+) of \1 benchmarks ran");
    }

    /// <summary>A strategy over HttpClient is measured as soon as it is in the catalogue.</summary>
    [Fact]
    public async Task Benchmarks_OfTheStrategies_AreAsManyAsTheCatalogueHas()
    {
        var count = StrategyCatalog.All.OfType<HttpClientStrategy>().Count();

        var (_, output) = await RunAsync("--dry", "--filter", "*.Strategies.*");

        output.ShouldContain($"{count} of {count} benchmarks ran");
    }

    [Theory]
    [InlineData("--filter", "*Nothing*")]
    [InlineData("--nonsense")]
    public async Task Benchmarks_ThatThereAreNone_AreAUsageError(params string[] arguments) =>
        (await RunAsync(["--dry", .. arguments])).Exit.ShouldBe(64);

    private static async Task<(int Exit, string Output)> RunAsync(params string[] arguments)
    {
        var start = Command.Of("Benchmarks", arguments);
        start.RedirectStandardOutput = true;
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, output);
    }
}

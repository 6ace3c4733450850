using FrontendApi.Strategies;
using Studies.Claims;
using Studies.Hosting;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Runs each benchmark only once, in one process, so the measured times are meaningless.</summary>
[TimeLimit(240)]
public sealed class BenchmarkTests : IDisposable
{
    private const int ExpectedMethodCount = 13 + (4 * 5 * 4) + (2 * 2) + (5 * 10);
    private readonly DirectoryInfo _artifacts = Directory.CreateTempSubdirectory();

    [Fact]
    public async Task Benchmarks_RunOnce_AllHaveResults()
    {
        var output = await RunAsync("--filter", "*", "--job", "dry", "--inProcess");

        output.ExitCode.ShouldBe(0, output.All);
        var benchmarks = BenchmarkReport.Read(ResultsFolder).Benchmarks;
        benchmarks.Count.ShouldBe(ExpectedMethodCount + HttpClientStrategies.Length, output.All);
        benchmarks.ShouldAllBe(benchmark => benchmark.Statistics != null && benchmark.Statistics.Median > 0
            && benchmark.Memory != null);
    }

    /// <summary>Tests that the benchmarks measure every strategy of the catalog that uses HttpClient.</summary>
    [Fact]
    public async Task HttpClientStrategies_OfCatalog_AreAllBenchmarked()
    {
        await RunAsync("--filter", "*Strategies*", "--job", "dry", "--inProcess");

        // The test compares only the numbers of strategies, because BenchmarkDotNet shortens the long names of
        // strategies.
        var strategies =
            BenchmarkReport.Read(ResultsFolder).Benchmarks.Select(benchmark => benchmark.Parameters).ToArray();
        strategies.ShouldBeUnique();
        strategies.Length.ShouldBe(HttpClientStrategies.Length);
    }

    [Theory]
    [InlineData(64, "--filter", "*Nothing*")]
    [InlineData(64, "--nonsense")]
    [InlineData(0, "--list", "flat")]
    [InlineData(0, "--help")]
    public async Task BenchmarkProgram_RunsNoBenchmark_ExitsWithExpectedCode(int code, params string[] arguments) =>
        (await RunAsync(arguments)).ExitCode.ShouldBe(code);

    public void Dispose() => _artifacts.Delete(recursive: true);

    private static string[] HttpClientStrategies =>
        [.. StrategyCatalog.GetNames(StrategyCatalog.DefaultSet).Where(name => !StrategyCatalog.Get(name).OwnsClient)];

    private string ResultsFolder => Path.Combine(_artifacts.FullName, "results");

    private Task<ProgramOutput> RunAsync(params string[] arguments) => ProcessRunner.CaptureAsync(
        ProgramLocator.CreateStartInfo("Benchmarks", [.. arguments, "--artifacts", _artifacts.FullName]),
        TestContext.Current.CancellationToken);
}

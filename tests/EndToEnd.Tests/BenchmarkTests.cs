using FrontendApi.Strategies;
using Studies.Claims;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>Runs each benchmark only once, in one process, so the measured times are meaningless.</summary>
[TimeLimit(240)]
public sealed class BenchmarkTests(BenchmarkTests.AllBenchmarks all) : IClassFixture<BenchmarkTests.AllBenchmarks>
{
    private const int ExpectedMethodCount = 13 + (4 * 5 * 4) + (2 * 2) + (15 * 10);

    [Fact]
    public async Task Benchmarks_RunOnce_AllHaveResults()
    {
        var (output, benchmarks) = await all.RunOnceAsync();

        output.ExitCode.ShouldBe(0, output.All);
        benchmarks.Count.ShouldBe(ExpectedMethodCount + HttpClientStrategies.Length, output.All);
        benchmarks.ShouldAllBe(benchmark => benchmark.Statistics != null && benchmark.Statistics.Median > 0
            && benchmark.Memory != null);
    }

    /// <summary>Tests that the benchmarks measure every strategy of the catalog that uses HttpClient.</summary>
    [Fact]
    public async Task HttpClientStrategies_OfCatalog_AreAllBenchmarked()
    {
        var (_, benchmarks) = await all.RunOnceAsync();

        // The test compares only the numbers of strategies, because BenchmarkDotNet shortens the long names of
        // strategies.
        var strategies = benchmarks.Where(benchmark => benchmark.Type is "Strategies")
            .Select(benchmark => benchmark.Parameters).ToArray();
        strategies.ShouldBeUnique();
        strategies.Length.ShouldBe(HttpClientStrategies.Length);
    }

    [Theory]
    [InlineData(64, "--filter", "*Nothing*")]
    [InlineData(64, "--nonsense")]
    [InlineData(0, "--list", "flat")]
    [InlineData(0, "--help")]
    public async Task BenchmarkProgram_RunsNoBenchmark_ExitsWithExpectedCode(int code, params string[] arguments) =>
        (await RunAsync(Path.Combine(all.Folder, "none"), arguments)).ExitCode.ShouldBe(code);

    /// <summary>The strategies that read a customer as JSON with HttpClient.</summary>
    private static Strategy[] HttpClientStrategies =>
    [
        .. StrategyCatalog.All.Where(
            strategy => strategy is HttpClientStrategy and not (OneCallStrategy or ProtobufBody)),
    ];

    private static Task<ProgramOutput> RunAsync(string folder, params string[] arguments) =>
        ProcessRunner.CaptureAsync(
            ProgramLocator.CreateStartInfo("Benchmarks", [.. arguments, "--artifacts", folder]),
            TestContext.Current.CancellationToken);

    /// <summary>One run of all benchmarks, whose results several tests read. The first of them starts it.</summary>
    public sealed class AllBenchmarks : IDisposable
    {
        private readonly DirectoryInfo _artifacts = Directory.CreateTempSubdirectory();
        private Task<ProgramOutput>? _run;

        internal string Folder => _artifacts.FullName;

        internal async Task<(ProgramOutput Output, IReadOnlyList<BenchmarkCase> Benchmarks)> RunOnceAsync()
        {
            var output = await (_run ??= RunAsync(Folder, "--filter", "*", "--job", "dry", "--inProcess"));
            return (output, BenchmarkReport.Read(Path.Combine(Folder, "results")).Benchmarks);
        }

        public void Dispose() => _artifacts.Delete(recursive: true);
    }
}

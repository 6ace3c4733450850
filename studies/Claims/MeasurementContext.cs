using System.Diagnostics;
using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies;
using Studies.Studies.Containers;

namespace Studies.Claims;

/// <summary>
/// The services, the load tool, the benchmarks and the tests with which claims are measured. If several claims need the
/// same measurement, it is made only once.
/// </summary>
/// <param name="environment">The environment that starts the services to measure.</param>
/// <param name="load">The runner of the load tool.</param>
/// <param name="folder">The folder for results and for the output of programs.</param>
/// <param name="form">Whether claims are measured in the short or in the long form.</param>
internal sealed class MeasurementContext(
    TestbedEnvironment environment, LoadToolRunner load, string folder, MeasurementDepth form)
{
    public const int DefaultRounds = 9;

    private readonly Dictionary<string, Task> _measurementsByName = [];
    private Task<Uri>? _backend;

    public TestbedEnvironment Environment => environment;

    public LoadToolRunner LoadRunner => load;

    public string GetFolder(string name) => Path.Combine(folder, name);

    /// <summary>Gets the address of the back-end that all claims share, and starts it on the first call.</summary>
    public Task<Uri> GetBackendAsync() => _backend ??= environment.StartBackendAsync();

    /// <summary>Compares variants with the load tool.</summary>
    /// <param name="name">The name of the result. Calls with the same name share one comparison.</param>
    /// <param name="scenario">The name of a scenario in load/scenarios; null for no scenario.</param>
    /// <param name="startAsync">
    /// The function that starts the services to compare and returns the options for the load tool.
    /// </param>
    /// <param name="rounds">The number of rounds in the short form.</param>
    /// <exception cref="StudyException">The load tool marked the run INVALID.</exception>
    public Task<LoadResult> CompareAsync(
        string name, string? scenario, Func<Task<IReadOnlyList<(string, string)>>> startAsync,
        int rounds = DefaultRounds) =>
        RunAsync("compare", name, scenario, startAsync, mayBeInvalid: false, ("--rounds", $"{form.GetRounds(rounds)}"));

    /// <summary>
    /// Runs the load tool for a claim that is about failures. The result is read even though the load tool marks a run
    /// with many failures INVALID.
    /// </summary>
    public Task<LoadResult> RunWithFailuresAsync(
        string name, string scenario, Func<Task<IReadOnlyList<(string, string)>>> startAsync) =>
        RunAsync("run", name, scenario, startAsync, mayBeInvalid: true);

    /// <summary>Runs the benchmarks of one class, or of all classes that match a pattern.</summary>
    public Task<BenchmarkReport> RunBenchmarksAsync(string classes) => GetOrMeasureAsync($"bench-{classes}", async () =>
    {
        var artifacts = Path.GetFullPath(GetFolder($"bench-{classes}"));
        string[] length = form.IsFull
            ? ["--iterationTime", "250"]
            : ["--job", "short", "--iterationCount", "7", "--iterationTime", "250"];
        var benchmarks = ProgramLocator.CreateStartInfo(
            "Benchmarks", ["--filter", $"*{classes}*", "--artifacts", artifacts, .. length]);
        benchmarks.WorkingDirectory = ProgramLocator.RepositoryRoot;
        if (await RunWithLogFileAsync(benchmarks, $"bench-{classes}") is not 0 and var code)
            throw new StudyException(
                $"The benchmarks {classes} exited with code {code}. See bench-{classes}.log in {folder}.");
        return BenchmarkReport.Read(Path.Combine(artifacts, "results"));
    });

    /// <summary>Runs tests. Tests that fail are part of the result and not an error.</summary>
    public Task<TestRun> RunTestsAsync(string project, string classes) => GetOrMeasureAsync($"{project}-{classes}", async () =>
    {
        var report = Path.Combine(Directory.CreateDirectory(folder).FullName, $"{project}.ctrf.json");
        File.Delete(report);
        await RunWithLogFileAsync(
            new ProcessStartInfo("dotnet",
            [
                "run", "-c", "Release", "--project", ProgramLocator.GetPath("tests", project), "--", "-noColor",
                "-class", classes, "-trait-", "Study=*", "-ctrf", report,
            ]),
            project);
        return File.Exists(report)
            ? TestRun.Parse(await File.ReadAllTextAsync(report))
            : throw new StudyException($"The tests of {project} could not be run. See {project}.log in {folder}.");
    });

    /// <summary>Compares one, two and three front-ends in containers behind a load balancer.</summary>
    public Task<IReadOnlyList<ScaleOutResult>> ScaleOutAsync() => GetOrMeasureAsync("scale-out", () =>
        ScaleOutStudy.MeasureAsync(
            GetFolder("scale-out"), form.GetRounds(ScaleOutStudy.DefaultRounds), "make study NAME=scale-out",
            environment.StopToken));

    /// <summary>Starts a back-end and sends one burst of requests to it.</summary>
    public Task<BurstResult> RunBurstAsync(BurstSeries series, int size, int turn = 1) =>
        GetOrMeasureAsync($"{series.Name}-{size}-{turn}", async () =>
            await series.SendAsync(environment, load, size, GetFolder($"bursts-{turn}")) is { } path
                ? BurstResult.Read(path)
                : new BurstResult(size, size, 0, 0));

    /// <summary>Runs a program and writes its output to a file in the results folder.</summary>
    /// <returns>The exit code of the program.</returns>
    public async Task<int> RunWithLogFileAsync(ProcessStartInfo program, string name)
    {
        var output = await ProcessRunner.CaptureAsync(program, environment.StopToken);
        await File.WriteAllTextAsync(
            Path.Combine(Directory.CreateDirectory(folder).FullName, $"{name}.log"), output.All);
        return output.ExitCode;
    }

    private Task<LoadResult> RunAsync(
        string verb, string name, string? scenario, Func<Task<IReadOnlyList<(string, string)>>> startAsync,
        bool mayBeInvalid, params (string, string)[] options) => GetOrMeasureAsync(name, async () =>
    {
        var command = new LoadCommand(verb, GetFolder(name))
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options = [.. await startAsync(), .. options, ("--name", name)],
        };
        var run = await load.RunWithoutDisplayAsync(
            command, Path.Combine(Directory.CreateDirectory(folder).FullName, $"{name}.log"));
        return run.ToolExitCode is ExitCode.Success || (mayBeInvalid && run.HasResult)
            ? run.ReadResult()
            : throw new StudyException(
                $"In {name}, the load tool exited with code {run.ToolExitCode}. See {name}.log in {folder}.");
    });

    private Task<T> GetOrMeasureAsync<T>(string name, Func<Task<T>> measureAsync)
    {
        if (_measurementsByName.TryGetValue(name, out var measuring))
            return (Task<T>)measuring;
        var first = measureAsync();
        _measurementsByName[name] = first;
        return first;
    }
}

/// <summary>Whether claims are measured in the short form, or in the long form with twice as many rounds.</summary>
/// <param name="IsFull">Whether claims are measured in the long form.</param>
/// <param name="GivenRounds">
/// The number of rounds of each comparison that the user specified; null if the user specified none.
/// </param>
internal sealed record MeasurementDepth(bool IsFull, int? GivenRounds)
{
    public string Description => IsFull ? "the long form" : "the short form";

    /// <summary>Gets the number of rounds of a comparison: the long form has twice as many as the short form.</summary>
    /// <param name="usual">The number of rounds in the short form if the user specified none.</param>
    public int GetRounds(int usual) => (IsFull ? 2 : 1) * (GivenRounds ?? usual);
}

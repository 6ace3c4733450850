namespace Experiments.Claims;

/// <summary>What claims are measured with. A measurement that several claims need is made only once.</summary>
internal sealed class MeasurementContext(
    TestbedEnvironment environment, LoadToolRunner load, string folder, int? starts)
{
    public const string Compiling = "the services were still compiling";
    private const int MostTries = 3;
    private readonly Dictionary<string, Task> _experiments = [];

    public TestbedEnvironment Environment => environment;

    public LoadToolRunner LoadRunner => load;

    /// <summary>Measures each start of a design, from 1 on.</summary>
    public async Task<IReadOnlyList<T>> RepeatAsync<T>(Design design, Func<int, Task<T>> measureAsync)
    {
        var results = new List<T>();
        for (var start = 1; start <= design.GetStarts(starts); start++)
            results.Add(await measureAsync(start));
        return results;
    }

    public Task<IReadOnlyList<Result>> CompareAsync(
        Design design, string name, string? scenario, StartServices startAsync) =>
        RepeatAsync(design, start => GetOrMeasureAsync(
            $"{name}-start-{start}", () => CompareAsync($"{name}-start-{start}", scenario, start, startAsync)));

    /// <summary>Finds why a comparison is no measurement for the ledger; null if it is one.</summary>
    public static string? FindFault(Result result) =>
        result.Validity.State is not RunValidity.ValidState ? $"the comparison is {result.Validity.State}"
        : IsCold(result) ? Compiling : null;

    /// <summary>Whether the services still compiled much code while they were measured.</summary>
    public static bool IsCold(Result result) =>
        result.Validity.Checks.Any(check => check is { Id: "warm", State: not CheckState.Pass });

    /// <summary>Runs the load tool for a claim about failures, with which it marks a run INVALID.</summary>
    public Task<Result> RunWithFailuresAsync(string name, string? scenario, StartServices startAsync) =>
        LoadNewAsync(name, async (services, _) => await RunAsync("run", name, scenario, await startAsync(services, 1)));

    public Task<BenchmarkReport> RunBenchmarksAsync(string classes, int start, string? parameters = null) =>
        GetOrMeasureAsync($"bench-{classes}-{start}", async () =>
    {
        var artifacts = Path.GetFullPath(GetPath($"bench-{classes}-{start}"));
        var filter = parameters is null ? $"*{classes}*" : $"*{classes}*({parameters})";
        string[] length = ["--job", "short", "--iterationCount", "7", "--iterationTime", "250"];
        var benchmarks = ProgramLocator.CreateStartInfo(
            "Benchmarks", ["--filter", filter, "--artifacts", artifacts, .. length]);
        benchmarks.WorkingDirectory = ProgramLocator.RepositoryRoot;
        if (await RunWithLogFileAsync(benchmarks, $"bench-{classes}") is not 0 and var code)
            throw new StudyException(
                $"The benchmarks {classes} exited with code {code}. See bench-{classes}.log in {folder}.");
        return BenchmarkReport.Read(Path.Combine(artifacts, "results"));
    });

    public Task<TestRun> RunTestsAsync(string project, string classes) =>
        GetOrMeasureAsync($"{project}-{classes}", async () =>
    {
        var report = GetPath($"{project}.ctrf.json");
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

    /// <summary>Makes an experiment that is none of the others, unless one of the same name was made before.</summary>
    public Task<T> MeasureOnceAsync<T>(string name, Func<Task<T>> measureAsync) =>
        GetOrMeasureAsync(name, async () =>
        {
            var experiment = await measureAsync();
            await File.WriteAllTextAsync(GetPath($"{name}.json"), JsonSerializer.Serialize(experiment));
            return experiment;
        });

    /// <summary>Loads services that have just started, and stops them; new ones if they still compile.</summary>
    public Task<T> LoadNewAsync<T>(string name, Func<TestbedEnvironment, string, Task<T>> loadAsync) =>
        GetOrMeasureAsync(name, async () =>
        {
            for (var tries = 1; ; tries++)
            {
                try
                {
                    await using var services = new TestbedEnvironment(environment.StopToken, isQuiet: true);
                    return await loadAsync(services, GetPath(name));
                }
                catch (StudyException fault) when (fault.Message is Compiling && tries < MostTries)
                {
                    Console.WriteLine($"     – {name}: {Compiling}; measuring again");
                    Directory.Delete(GetPath(name), recursive: true);
                }
            }
        });

    // An experiment of several claims is made once.
    private Task<T> GetOrMeasureAsync<T>(string name, Func<Task<T>> measureAsync) => (Task<T>)(
        _experiments.GetValueOrDefault(name) ?? (_experiments[name] = measureAsync()));

    /// <summary>Gets the path of a file or folder of results, whose folder exists then.</summary>
    private string GetPath(string name) => Path.Combine(Directory.CreateDirectory(folder).FullName, name);

    private async Task<int> RunWithLogFileAsync(ProcessStartInfo program, string name)
    {
        var output = await ProcessRunner.CaptureAsync(program, environment.StopToken);
        await File.WriteAllTextAsync(GetPath($"{name}.log"), output.All);
        return output.ExitCode;
    }

    // What is no measurement is done again with the same services, which are warmer by then.
    private async Task<Result> CompareAsync(string name, string? scenario, int start, StartServices startAsync)
    {
        await using var services = new TestbedEnvironment(environment.StopToken, isQuiet: true);
        var options = await startAsync(services, start);
        for (var tries = 1; ; tries++)
        {
            var seed = start + (100 * (tries - 1));
            var result = await RunAsync("compare", name, scenario, [.. options, ("--seed", $"{seed}")]);
            if (FindFault(result) is not { } fault)
                return result;
            Console.WriteLine($"     – {name}: {fault}{(tries < MostTries ? "; measuring again" : "")}");
            Directory.Delete(GetPath(name), recursive: true);
            if (tries == MostTries)
                throw new StudyException($"{fault}, in each of {MostTries} measurements of the same services");
        }
    }

    private async Task<Result> RunAsync(
        string verb, string name, string? scenario, IReadOnlyList<(string Name, string Value)> options)
    {
        var command = new LoadCommand(verb, GetPath(name))
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options = [.. options, ("--name", name)],
        };
        var run = await load.RunWithoutDisplayAsync(command, GetPath($"{name}.log"));
        return run.HasResult
            ? run.ReadResult()
            : throw new StudyException(
                $"In {name}, the load tool exited with code {run.ToolExitCode}. See {name}.log in {folder}.");
    }
}

/// <summary>Starts services for the process start with a number.</summary>
/// <returns>The options of the load tool that load them.</returns>
internal delegate Task<IReadOnlyList<(string Name, string Value)>> StartServices(
    TestbedEnvironment environment, int start);

/// <summary>What became of the requests of a burst, and their median latency in milliseconds.</summary>
internal sealed record BurstOutcome(long Requests, long Errors, double DurationS, double Rps, double? P50 = null);

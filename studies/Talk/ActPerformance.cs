using System.Text.Json.Nodes;

namespace Studies.Talk;

/// <summary>How an act is performed, and the page that shows its runs; null if nobody looks at them.</summary>
internal sealed record ActSetting(string Folder, bool IsShort, ShowProcess? Show);

/// <summary>Performs acts: starts the services, sends the load, and reads the figures.</summary>
internal static class ActPerformance
{
    private const string RecordingExtension = ".events.ndjson";
    private const string RequestCounter = "http_server_request_duration_seconds_count";
    private static readonly TimeSpan CountInterval = TimeSpan.FromMilliseconds(100);

    /// <summary>Gets the path of the recording of an act in a folder.</summary>
    public static string GetRecordingPath(string folder, Act act) =>
        Path.Combine(folder, $"{act.Name}{RecordingExtension}");

    /// <summary>Gets the path of what came out of the recorded act.</summary>
    public static string GetOutcomePath(string folder, Act act) => Path.Combine(folder, $"{act.Name}.json");

    /// <summary>Deletes the recording of an act that fell flat, so that it is not shown.</summary>
    public static void DeleteRecording(string folder, Act act)
    {
        File.Delete(GetRecordingPath(folder, act));
        File.Delete(GetOutcomePath(folder, act));
    }

    /// <summary>
    /// Performs an act, and keeps its recording and its figures. An act without runs has the figures of its files.
    /// </summary>
    public static async Task<ActOutcome> PerformAsync(Act act, ActSetting setting, CancellationToken stop)
    {
        // Each performance has a new folder, because the load tool never overwrites a result.
        var folder = Path.Combine(setting.Folder, $"{act.Name}-{Guid.NewGuid():N}"[..(act.Name.Length + 9)]);
        await using var environment = new TestbedEnvironment(stop);
        await using var load = new LoadToolRunner(stop, setting.Show);
        var services = await StartServicesAsync(act, environment);
        var (results, last) = (new JsonObject(), default(Result));
        foreach (var run in act.File.Runs)
        {
            var isLast = run == act.File.Runs[^1];
            using var enough = CancellationTokenSource.CreateLinkedTokenSource(stop);
            var killing = isLast && act.File.Kill is { } kill
                ? KillAsync(environment, services[kill.Service], TimeSpan.FromSeconds(kill.AfterS), enough.Token)
                : Task.CompletedTask;
            var command = CreateCommand(run, services, folder, setting.IsShort);
            var done = await load.RunWithoutDisplayAsync(command);
            await enough.CancelAsync();
            await killing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            stop.ThrowIfCancellationRequested();
            if (done.Path is null)
                throw new StudyException($"The run '{run.Name}' has no result. Its exit code is {done.ToolExitCode}.");
            last = Result.Read(done.Path);
            results[run.Name] = JsonNode.Parse(await File.ReadAllTextAsync(done.Path, stop));
            if (isLast)
                File.Copy(GetRecordingPath(folder, run), GetRecordingPath(setting.Folder, act), overwrite: true);
        }

        foreach (var (name, path) in act.File.Files)
        {
            var file = ProgramLocator.GetPath(path.Split('/'));
            results[name] = JsonNode.Parse(await File.ReadAllTextAsync(file, stop));
        }

        var outcome = ActOutcome.Create(
            act.File,
            last?.Validity.State ?? ActOutcome.PublishedState,
            [.. last?.Validity.Checks.Where(check => check.State is CheckState.Fail).Select(check => check.Id) ?? []],
            new ActFigures(results));
        if (!act.HasRuns)
            return outcome;
        outcome = outcome with { RunS = ActRecording.ReadSeconds(GetRecordingPath(setting.Folder, act)) };
        outcome.Write(GetOutcomePath(setting.Folder, act));
        return outcome;
    }

    /// <summary>Creates the command line of a run.</summary>
    public static LoadCommand CreateCommand(
        ActRun run, IReadOnlyDictionary<string, Uri> services, string folder, bool isShort)
    {
        var line = services.Aggregate(run.Load, (text, service) => text.Replace(
            $"{{{service.Key}}}", RequestUrls.FormatBaseUrl(service.Value), StringComparison.Ordinal));
        string[] words = line.Split(" --")[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return new LoadCommand(words[0], folder)
        {
            Scenario = words is [_, var scenario] ? ProgramLocator.GetScenarioPath(scenario) : null,
            Options = [.. SplitOptions(line), ("--name", run.Name), ("--events", GetRecordingPath(folder, run))],
            UserOptions = isShort
                ? [.. SplitOptions($" {run.Short}").SelectMany(option => (string[])[option.Name, option.Value])]
                : [],
        };
    }

    private static string GetRecordingPath(string folder, ActRun run) =>
        Path.Combine(folder, $"{run.Name}{RecordingExtension}");

    // A value ends where the next option begins, so that it may contain spaces.
    private static IEnumerable<(string Name, string Value)> SplitOptions(string line) =>
        from option in line.Split(" --").Skip(1)
        let name = option.Split(' ')[0]
        select ($"--{name}", option[name.Length..].Trim());

    private static async Task<Dictionary<string, Uri>> StartServicesAsync(Act act, TestbedEnvironment environment)
    {
        var services = new Dictionary<string, Uri>();
        foreach (var service in act.File.Services)
        {
            services[service.Name] = await (service.Program switch
            {
                ActProgram.BackEnd when service.HasPeakMonitor => environment.StartBackendAsync(
                    PeakMonitor.Variables, service.Settings),
                ActProgram.BackEnd => environment.StartBackendAsync(service.Settings),
                _ => environment.StartFrontendAsync(services[service.Calls!], settings: service.Settings),
            });
        }

        return services;
    }

    private static async Task KillAsync(
        TestbedEnvironment environment, Uri service, TimeSpan after, CancellationToken stop)
    {
        while ((await environment.ReadMetricsAsync(service)).Total(RequestCounter) == 0)
            await Task.Delay(CountInterval, stop);
        await Task.Delay(after, stop);
        environment.GetProcess(service).Kill();
    }
}

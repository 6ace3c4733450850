using TwoTier.Load;
using TwoTier.Load.Diagnostics;

namespace Experiments.Measuring;

/// <summary>A load of an experiment, as this process sends it.</summary>
internal sealed class ExperimentLoad(
    StudyContext context, Experiment experiment, string name, IReadOnlyDictionary<string, JsonElement> load)
{
    /// <summary>Where the load is the client of Sedlaczek, 2014 (experiments/programs/client-of-2014).</summary>
    private const string ClientOf2014 = "client";
    private const string Burst = "burst";
    private const string Compiling = "the services were still compiling";

    /// <summary>How often what is no measurement is measured.</summary>
    public const int MostTries = 3;

    private static readonly Dictionary<string, string> Short =
        new() { ["warmup"] = "0.5s", ["turn"] = "1s", ["lead"] = "0.1s", ["duration"] = "2s" };

    /// <summary>Whether the times of the file are replaced by short ones.</summary>
    public bool IsShort { get; init; }

    public async Task SendAsync(StartedVariant started, Reading one, Process process)
    {
        if (load.ContainsKey(ClientOf2014))
        {
            one.Burst = await SendAsClientOf2014Async(new(started.Url));
            return;
        }

        await using var events = OpenEvents();
        try
        {
            var result = await new LoadRun(
                experiment.Scenario is null ? started.Url : RequestUrls.FormatBaseUrl(started.Target))
            {
                Options =
                [
                    .. ReadScenario(), ("monitor", $"{MonitoredProcesses.BackendProcess}={started.Backend}"),
                    .. GetOptions(one), .. LoadOptions.Parse(context.UserOptions),
                ],
                Events = events,
            }.RunAsync(context.Environment.StopToken);
            context.Environment.StopToken.ThrowIfCancellationRequested();
            Save(result);
            one.Loads[name] = result.Variants.Single();
            one.Fault ??= experiment.NeedsWarm && IsCold(result) ? Compiling : null;
        }
        catch (TargetUnreachableException) when (load.ContainsKey(Burst) && !process.HasExited)
        {
            // No request was answered in time.
            var size = long.Parse($"{load[Burst]}".Split(':')[^1], CultureInfo.InvariantCulture);
            one.Burst = new(size, size, Seconds: 1);
        }
        catch (TargetUnreachableException) when (experiment.MayFail)
        {
            // What became of the process is the result.
        }
    }

    /// <summary>Compares the variants in rounds. What is no measurement is measured again, when they are warmer.</summary>
    public async Task CompareAsync(StartedVariant[] started, Reading[] measured, int start)
    {
        string? fault = null;
        for (var tries = 1; tries <= MostTries && (tries is 1 || fault is not null); tries++)
        {
            await using var events = OpenEvents();
            var result = await new LoadComparison
            {
                Options =
                [
                    .. ReadScenario(), .. StartedVariant.CreateComparison(started, experiment.Scenario is not null),
                    ("seed", $"{start + (100 * (tries - 1))}"), ("rounds", $"{experiment.Rounds}"),
                    ("name", name), .. GetOptions(measured[0]), .. LoadOptions.Parse(context.UserOptions),
                ],
                Events = events,
            }.RunAsync(context.Environment.StopToken);
            context.Environment.StopToken.ThrowIfCancellationRequested();
            Save(result);
            fault = FindFault(result);
            foreach (var one in measured)
                one.Loads[name] = result.GetVariant(one.Variant);
            if (fault is not null)
                Console.WriteLine($"     – {fault}{(tries < MostTries ? "; measuring again" : "")}");
        }

        foreach (var one in measured)
            one.Fault ??= fault;
    }

    /// <summary>Finds why a comparison is no measurement; null if it is one.</summary>
    public static string? FindFault(Result result) =>
        result.Validity.State is not RunValidity.ValidState ? $"the comparison is {result.Validity.State}"
        : IsCold(result) ? Compiling : null;

    /// <summary>Replaces a rate such as 2× by twice the throughput of the variant's first load.</summary>
    public static string Scale(string value, Reading one) => value is [.. var factor, '×']
        ? $"{double.Parse(factor, CultureInfo.InvariantCulture) * one.Loads.Values.First().Throughput.Rate:0}/s" : value;

    private static bool IsCold(Result result) =>
        result.Validity.Checks.Any(check => check is { Id: "warm", State: not CheckState.Pass });

    private TextWriter? OpenEvents() => context.Events is { } path ? ShowProcess.CreateEvents(path) : null;

    private IEnumerable<(string Name, string Value)> GetOptions(Reading one) =>
    [
        .. experiment.Tls ? new[] { ("tls", $"ca={DevelopmentCertificate.AuthorityPath}") } : [],
        .. from option in load
           from value in Flatten(option.Value)
           select (option.Key, IsShort && Short.TryGetValue(option.Key, out var little) ? little : Scale(value, one)),
    ];

    // The keys of the scenario but what the experiment has itself.
    private IEnumerable<(string Name, string Value)> ReadScenario() => experiment.Scenario is not { } scenario
        ? MonitoredProcesses.Metrics
        :
        [
            ("monitor", MonitoredProcesses.TargetProcess),
            .. from key in StrictYaml.ReadFile<JsonElement>(ProgramLocator.GetScenarioPath(scenario)).EnumerateObject()
               where key.Name is not ("vary" or "baseline" or "url" or "monitor")
               from value in key.Name is "requests" ? [$"{key.Value}"] : Flatten(key.Value)
               select (key.Name, value),
        ];

    private static IEnumerable<string> Flatten(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Array => value.EnumerateArray().Select(one => $"{one}"),
        JsonValueKind.Object => value.EnumerateObject().Select(one => $"{one.Name}={one.Value}"),
        _ => [$"{value}"],
    };

    private async Task<BurstOutcome> SendAsClientOf2014Async(Uri url)
    {
        var size = $"{load[Burst]}";
        var output = await ProcessRunner.CaptureAsync(
            ProgramLocator.CreateStartInfo("ClientOf2014", [$"{url}", size]), context.Environment.StopToken);
        return output.ExitCode is ExitCode.Success && output.Output.Split(' ') is [var failed, var seconds]
            ? new(
                long.Parse(size, CultureInfo.InvariantCulture), long.Parse(failed, CultureInfo.InvariantCulture),
                double.Parse(seconds, CultureInfo.InvariantCulture))
            : throw new StudyException($"The client of 2014 exited with code {output.ExitCode}: {output.All}");
    }

    // The samples of each result stay beside what was read from it.
    private void Save(Result result) => result.Write(Path.Combine(
        Directory.CreateDirectory(Path.Combine(context.ResultsFolder, "loads")).FullName, $"{Guid.CreateVersion7()}.json"));
}

namespace Experiments.Checks;

internal sealed class DashboardTraffic(StudyContext context, Uri ownMetrics)
{
    public Uri OwnMetrics { get; } = ownMetrics;

    /// <summary>
    /// Sends payloads to several front-ends, and then invalid ones. The payloads must be sent before any other traffic,
    /// because the cost of a payload can be computed only for a process that does nothing else for 20 s. Pictures show
    /// the last minute of a longer and full load, because a process that has just started needs several times as much.
    /// </summary>
    public async Task IngestAsync(Uri[] targets, bool isForPictures)
    {
        var (duration, load) = isForPictures ? ("130s", ("--connections", "50")) : ("30s", ("--rate", "400/s"));
        await RunAsync("payloads", duration, targets.Select(target => $"{target}"), "scale-out", load);
        await RunAsync("bad-payloads", "4s", targets.Select(target => $"{new Uri(target, "/ingest/event")}"), null,
            ("--rate", "60/s"), ("--header", "Content-Type: application/json"), ("--body", "{"),
            ("--expect", "400"));
    }

    /// <summary>Compares all strategies, in turns shorter than a scrape; for pictures as make load does.</summary>
    public async Task<LoadRun> CompareAsync(
        TestbedEnvironment environment, Uri frontend, Uri other, Uri backend, bool isForPictures)
    {
        var variants = await StrategyComparisonStudy.CreateVariantsAsync(environment, "strategies", frontend, other);
        var comparison = isForPictures ? context with { Rounds = 0 } : context;
        (string, string)[] lengths = isForPictures
            ? [] : [("--warmup", "300ms"), ("--turn", "250ms"), ("--lead", "100ms")];
        return await comparison.CompareAsync("strategies",
        [
            ("--url", frontend.ToString()), ("--vary", variants), MonitoredProcesses.MonitorBackend(backend),
            .. lengths, ("--metrics", $"{OwnMetrics.Port}"),
        ]);
    }

    /// <summary>
    /// Sends requests with one strategy after the other, each for so long that the rules know its costs: over so many
    /// connections in a closed loop, or at a constant rate, if other things happen at the same time. The default
    /// strategy is not the last one: what follows uses it in other ways.
    /// </summary>
    /// <returns>The paths of the results, which are named after the strategies.</returns>
    public async Task<IReadOnlyList<string>> SendAloneAsync(Uri frontend, int? connections)
    {
        var paths = new List<string>();
        foreach (var (strategy, rate) in new[] { ("get-from-json", "400/s"), ("webclient-sync", "300/s") })
        {
            var url = RequestUrls.GetRandomCustomerUrl(frontend, $"?strategy={strategy}");
            (string, string)[] load = connections is { } count
                ? [("--connections", $"{count}")] : [("--rate", rate), ("--connections", "20")];
            var run = await RunAsync(strategy, "32s", [url], null, [.. load, ("--monitor", "target")]);
            paths.Add(run.Path!);
        }

        return paths;
    }

    public Task RunSmokeScenarioAsync(Uri frontend) =>
        RunAsync("smoke", [$"{frontend}"], ("--metrics", $"{OwnMetrics.Port}"));

    /// <summary>Sends fewer requests than the 50 per second from which on the rules compute costs.</summary>
    public Task<LoadRun> SendAsync(
        string name, Uri target, string query, string duration, params IEnumerable<(string, string)> options) =>
        RunAsync(name, duration, [RequestUrls.GetRandomCustomerUrl(target, query)], null,
            [("--rate", "40/s"), ("--connections", "20"), .. options]);

    /// <summary>Sends requests to a front-end that cannot serve them, which count as errors.</summary>
    public async Task FailAsync(string name, Uri target, string query, string duration, string errors)
    {
        var run = await SendAsync(name, target, query, duration, ("--limit", $"errors={errors}"));
        if (!run.ReadResult().Validity.Checks.Any(check => check is { Id: "expected-errors", State: CheckState.Pass }))
            throw new StudyException($"The run {name} was meant to show the errors {errors} and no others.");
    }

    private Task<LoadRun> RunAsync(
        string name, string duration, IEnumerable<string> urls, string? scenario, params (string, string)[] options) =>
        RunAsync(scenario, urls,
        [
            .. options, ("--warmup", "0s"), ("--duration", duration), ("--name", name),
            ("--metrics", $"{OwnMetrics.Port}"),
        ]);

    private Task<LoadRun> RunAsync(string? scenario, IEnumerable<string> urls, params (string, string)[] options) =>
        context.LoadRunner.RunWithoutDisplayAsync(new LoadCommand("run", context.ResultsFolder)
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options = [.. urls.Select(url => ("--url", url)), .. options],
        });
}

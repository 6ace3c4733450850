namespace Experiments.Checks;

internal sealed class DashboardTraffic(StudyContext context)
{
    /// <summary>Where the load tool has its own metrics while it sends.</summary>
    public Uri OwnMetrics { get; } = FreePort.FindAddress();

    /// <summary>
    /// Sends payloads to several front-ends, and then invalid ones. The payloads must be sent before any other traffic,
    /// because the cost of a payload can be computed only for a process that does nothing else. Pictures show
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

    /// <summary>Sends each strategy alone, one after another, as make load does: for 20 s in pictures.</summary>
    /// <returns>The path of what the load tool printed.</returns>
    public async Task<string> ParadeAsync(Uri frontend, Uri other, bool isForPictures)
    {
        var variants = await StrategyComparisonStudy.CreateVariantsAsync(
            context.Environment, "strategies", frontend, other);
        var printed = await new LoadCommand("run", context.ResultsFolder,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--vary", VariantDefinition.Format(variants)),
            ("--parade", isForPictures ? "20s" : "10s"), ("--metrics", $"{OwnMetrics.Port}"))
            .RunAsync(context.Environment.StopToken);
        var path = Path.Combine(context.ResultsFolder, "parade.txt");
        await File.WriteAllTextAsync(path, printed, context.Environment.StopToken);
        return path;
    }

    public Task RunSmokeScenarioAsync(Uri frontend) => RunAsync("smoke", "5s", [$"{frontend}"], "smoke");

    /// <summary>Sends requests to a front-end that cannot serve them, which count as errors of these kinds.</summary>
    public async Task FailAsync(string name, Uri target, string query, string duration, params string[] errors)
    {
        var printed = await SendAsync(name, target, query, duration);
        string[] kinds = [.. Regex.Matches(printed, @"^  [✓✗] (\S+)", RegexOptions.Multiline).Select(one => one.Groups[1].Value)];
        if (!kinds.Intersect(errors).Any() || kinds.Except(["200", .. errors]).Any())
            throw new StudyException($"The run {name} was meant to show {string.Join(", ", errors)} and no others:\n{printed}");
    }

    /// <summary>Sends fewer requests than the 50 per second from which on the rules compute costs.</summary>
    public Task<string> SendAsync(string name, Uri target, string query, string duration) =>
        RunAsync(name, duration, [RequestUrls.GetRandomCustomerUrl(target, query)], null,
            ("--rate", "40/s"), ("--connections", "20"), ("--limit", "errors=100%"));

    private Task<string> RunAsync(
        string name, string duration, IEnumerable<string> urls, string? scenario, params (string, string)[] options) =>
        new LoadCommand("run", context.ResultsFolder,
        [
            .. urls.Select(url => ("--url", url)), .. options, ("--warmup", "0s"), ("--duration", duration),
            ("--name", name), ("--metrics", $"{OwnMetrics.Port}"),
        ])
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
        }.RunAsync(context.Environment.StopToken);
}

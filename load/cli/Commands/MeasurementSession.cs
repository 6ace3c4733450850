using Microsoft.AspNetCore.Routing;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The resources that <c>load run</c> and <c>load compare</c> use from the first request to the exit code: connections,
/// live page, console display and result files.
/// </summary>
internal sealed class MeasurementSession(
    ToolContext context,
    Scenario scenario,
    int concurrency,
    CancellationToken interrupted)
    : IAsyncDisposable
{
    // The time that requests under way get to finish when a run is stopped.
    private static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(2);

    private readonly GracefulStop _gracefulStop = new(GracePeriod, interrupted);
    private readonly LiveDisplay _display = new(context.Screen, context.Time);
    private readonly ResultPrinter _printer = new(context.Screen);
    private readonly OutputSettings _output = scenario.Output;
    private readonly ClientOptions _client = scenario.Client;
    private MeasurementServers? _servers;

    public HttpSender Sender { get; } = new(concurrency, scenario.Client, context.Time);

    public PrometheusScraper Scraper { get; } = new(scenario.Client) { TimeLimit = context.MetricsTimeLimit };

    /// <summary>A token that is cancelled by Ctrl-C or by the live page.</summary>
    public CancellationToken StopToken => _servers?.StopToken ?? interrupted;

    public RunContext CreateContext(RequestMix requests) =>
        new(Sender, requests, scenario.Connection.Timeout, context.Time)
        {
            IncludesFailures = scenario.Checks.IncludeFailures,
            AbortToken = _gracefulStop.Token,
        };

    /// <summary>Creates a meter of how busy this machine is while load is sent.</summary>
    public MachineMeter CreateMachineMeter(
        IEnumerable<string> targets, IEnumerable<MonitoredProcess> processes)
    {
        // A proxy and a Unix domain socket apply only to the load.
        var ofMetrics = _client with { Proxy = null, UnixSocket = null };
        Uri[] proxies = _client.Proxy is { } proxy ? [proxy] : [];
        var metricsUrls = ParseUrls(processes.Select(process => UrlText.GetBaseUrl(process.MetricsUrl)));
        return new MachineMeter(
            context.Machine,
            [
                .. ParseUrls(targets).Concat(proxies).Select(url => _client.GetConnectedUrl(url))
                    .Concat(metricsUrls.Select(url => ofMetrics.GetConnectedUrl(url)))
                    .OfType<Uri>()
                    .Distinct(),
            ],
            _client.UnixSocket is null ? null : "the process that listens on the Unix domain socket cannot be seen");
    }

    /// <summary>Starts the HTTP servers that the options ask for, and waits for the live page to be opened.</summary>
    public async Task ServeAsync(
        string name,
        RunProgress progress,
        Func<EventFeed, LiveReporter> createReporter,
        VariantMetrics? variants = null,
        Action<RouteGroupBuilder>? mapMore = null)
    {
        var metrics = new ToolMetrics(name, progress, context.GetOwnCpuTime, variants);
        _servers = await MeasurementServers.StartAsync(
            _output, context, metrics, Scraper, createReporter, mapMore, interrupted);
        _gracefulStop.StartWhenCancelled(StopToken);
        await _servers.WaitForLivePageAsync();
    }

    /// <summary>Shows another run on the live page, in place of the one that it shows.</summary>
    public void ShowOnPage(Func<EventFeed, LiveReporter> createReporter) => _servers?.ShowOnPage(createReporter);

    /// <summary>Describes the runtimes of the targets that are monitored.</summary>
    /// <returns>The description, or null if no target is monitored.</returns>
    public async Task<string?> DescribeTargetsAsync(
        IReadOnlyList<(string Name, IReadOnlyList<MonitoredProcess> Processes)> variants)
    {
        var texts = new List<(string Name, string Text)>();
        foreach (var (name, processes) in variants)
        {
            if (processes.FirstOrDefault(process => process.Name == MonitoredProcess.Target) is { } target)
                texts.Add((name, await Scraper.DescribeAsync(target)));
        }

        return texts.Count == 0 ? null
            : texts.DistinctBy(one => one.Text).Count() == 1 ? texts[0].Text
            : string.Join("; ", texts.Select(one => $"{one.Name}: {one.Text}"));
    }

    /// <summary>Runs a task, and shows its progress on the console meanwhile.</summary>
    public Task<T> RunWithProgressAsync<T>(
        Func<ConsoleView, TimeSpan, ConsoleView> draw, Func<CancellationToken, Task<T>> work) =>
        _display.ShowWhileAsync(elapsed => draw(context.Screen.CreateView(), elapsed), () => work(StopToken));

    /// <summary>
    /// Prints a result, writes the result files, and tells the live page that the measurement has ended.
    /// </summary>
    public async Task<int> PublishAsync(Result result, DateTimeOffset started, LatencyHistogram? latencies = null)
    {
        result = _servers?.AddLiveData(result, started) ?? result;
        _printer.PrintResult(result);
        var path = await ResultFiles.WriteAsync(result, _output.Out, _output.Serve?.RecordingFolder is not null);
        if (_output.Distribution is { } hgrm && latencies is not null)
            await File.WriteAllTextAsync(hgrm, HgrmWriter.Format(latencies), CancellationToken.None);
        var exitCode = ExitCode.FromResult(result);
        _printer.PrintFooter(result, path, exitCode, _output.Distribution);
        if (_servers is not null)
            await _servers.PublishEndAsync(result, path);
        return exitCode;
    }

    /// <summary>Keeps serving the live page for as long as the options ask for it and somebody has it open.</summary>
    public Task ServeUntilClosedAsync() => _servers?.ServeUntilClosedAsync() ?? Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (_servers is not null)
            await _servers.DisposeAsync();
        Scraper.Dispose();
        Sender.Dispose();
        _gracefulStop.Dispose();
    }

    private static IEnumerable<Uri> ParseUrls(IEnumerable<string> urls) => urls
        .Select(url => Uri.TryCreate(url, UriKind.Absolute, out var parsed) ? parsed : null)
        .OfType<Uri>();
}

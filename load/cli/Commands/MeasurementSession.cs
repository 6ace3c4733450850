namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The resources that <c>load run</c> and <c>load compare</c> use from the first request to the exit code: connections,
/// events, console display and result files.
/// </summary>
internal sealed class MeasurementSession(
    ToolContext context,
    OutputOptions output,
    ClientOptions client,
    int concurrency,
    CancellationToken interrupted)
    : IAsyncDisposable
{
    // The time that requests under way get to finish when a run is stopped.
    private static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(2);

    private readonly GracefulStop _gracefulStop = new(GracePeriod, interrupted);
    private readonly LiveDisplay _display = new(context.Screen, context.Time);
    private readonly ResultPrinter _printer = new(context.Screen, output.IsBig);
    private EventSession? _events;

    public HttpSender Sender { get; } = new(concurrency, client, context.Time);

    public PrometheusScraper Scraper { get; } = new(client) { TimeLimit = context.MetricsTimeLimit };

    /// <summary>A token that is cancelled by Ctrl-C or by a reader of the events.</summary>
    public CancellationToken StopToken => _events?.StopToken ?? interrupted;

    public RunContext CreateContext(RequestMix requests, ScenarioOptions options) =>
        new(Sender, requests, options.Timeout, context.Time)
        {
            IncludesFailures = options.IncludesFailures,
            AbortToken = _gracefulStop.Token,
        };

    /// <summary>Creates a meter of how busy this machine is while load is sent.</summary>
    public MachineMeter CreateMachineMeter(
        IEnumerable<string> targets, IEnumerable<MonitoredProcess> processes)
    {
        // A proxy and a Unix domain socket apply only to the load.
        var ofMetrics = client with { Proxy = null, UnixSocket = null };
        Uri[] proxies = client.Proxy is { } proxy ? [proxy] : [];
        var metricsUrls = ParseUrls(processes.Select(process => UrlText.GetBaseUrl(process.MetricsUrl)));
        return new MachineMeter(
            context.Machine,
            [
                .. ParseUrls(targets).Concat(proxies).Select(url => client.GetConnectedUrl(url))
                    .Concat(metricsUrls.Select(url => ofMetrics.GetConnectedUrl(url)))
                    .OfType<Uri>()
                    .Distinct(),
            ],
            client.UnixSocket is null ? null : "the process that listens on the Unix domain socket cannot be seen");
    }

    /// <summary>Begins to publish the run, if the options ask for it.</summary>
    public async Task StartEventsAsync(
        string name,
        RunProgress progress,
        Func<EventFeed, EventReporter> createReporter,
        VariantMetrics? variants = null,
        Func<ControlRequest, string?>? changeStage = null)
    {
        if (output.Events is null)
            return;
        var metrics = new ToolMetrics(name, progress, context.GetOwnCpuTime, variants);
        _events = await EventSession.StartAsync(
            output.Events, context, Scraper, metrics, createReporter, changeStage, interrupted);
        _gracefulStop.StartWhenCancelled(StopToken);
    }

    /// <summary>Publishes another run from now on.</summary>
    public void ShowInEvents(Func<EventFeed, EventReporter> createReporter) => _events?.Show(createReporter);

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
    /// Prints a result, writes the result files, and publishes that the measurement has ended.
    /// </summary>
    public async Task<int> PublishAsync(Result result, DateTimeOffset started, LatencyHistogram? latencies = null)
    {
        result = _events?.AddNotes(result, started) ?? result;
        _printer.PrintResult(result);
        var path = await ResultFiles.WriteAsync(result, output.Folder);
        if (output.Hgrm is { } hgrm && latencies is not null)
            await File.WriteAllTextAsync(hgrm, HgrmWriter.Format(latencies), CancellationToken.None);
        if (output.Summary is { } summary)
            await File.AppendAllTextAsync(summary, ResultFiles.FormatMarkdown(result) + "\n", CancellationToken.None);
        var exitCode = ExitCode.FromResult(result);
        _printer.PrintFooter(result, path, exitCode, output.Hgrm);
        _events?.PublishEnd(result, path);
        return exitCode;
    }

    /// <summary>Keeps serving the metrics until their last values have been read.</summary>
    public Task WaitForLastScrapeAsync() => _events?.WaitForLastScrapeAsync() ?? Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (_events is not null)
            await _events.DisposeAsync();
        Scraper.Dispose();
        Sender.Dispose();
        _gracefulStop.Dispose();
    }

    private static IEnumerable<Uri> ParseUrls(IEnumerable<string> urls) => urls
        .Select(url => Uri.TryCreate(url, UriKind.Absolute, out var parsed) ? parsed : null)
        .OfType<Uri>();
}

using Microsoft.AspNetCore.Routing;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The resources that <c>load run</c> and <c>load compare</c> use from the first request to the exit code: connections,
/// live page, console display and result files.
/// </summary>
internal sealed class MeasurementSession(
    ToolContext context,
    OutputOptions output,
    ClientOptions client,
    int concurrency,
    CancellationToken interrupted)
    : LoadSession(context, client, concurrency, interrupted)
{
    private readonly LiveDisplay _display = new(context.Screen, context.Time);
    private readonly ResultPrinter _printer = new(context.Screen, output.IsBig);
    private readonly CancellationToken _interrupted = interrupted;
    private MeasurementServers? _servers;

    /// <summary>A token that is cancelled by Ctrl-C or by the live page.</summary>
    public override CancellationToken StopToken => _servers?.StopToken ?? _interrupted;

    public RunContext CreateContext(RequestMix requests, ScenarioOptions options) =>
        CreateContext(requests, options.Timeout, options.IncludesFailures);

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
            output, context, metrics, Scraper, createReporter, mapMore, _interrupted);
        GracefulStop.StartWhenCancelled(StopToken);
        await _servers.WaitForLivePageAsync();
    }

    /// <summary>Shows another run on the live page, in place of the one that it shows.</summary>
    public void ShowOnPage(Func<EventFeed, LiveReporter> createReporter) => _servers?.ShowOnPage(createReporter);

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
        var path = await ResultFiles.WriteAsync(result, output.Folder, output.Serve?.RecordingFolder is not null);
        if (output.Hgrm is { } hgrm && latencies is not null)
            await File.WriteAllTextAsync(hgrm, HgrmWriter.Format(latencies), CancellationToken.None);
        if (output.Summary is { } summary)
            await File.AppendAllTextAsync(summary, ResultFiles.FormatMarkdown(result) + "\n", CancellationToken.None);
        var exitCode = ExitCode.FromResult(result);
        _printer.PrintFooter(result, path, exitCode, output.Hgrm);
        if (_servers is not null)
            await _servers.PublishEndAsync(result, path);
        return exitCode;
    }

    /// <summary>Keeps serving the live page for as long as the options ask for it and somebody has it open.</summary>
    public Task ServeUntilClosedAsync() => _servers?.ServeUntilClosedAsync() ?? Task.CompletedTask;

    public override async ValueTask DisposeAsync()
    {
        if (_servers is not null)
            await _servers.DisposeAsync();
        await base.DisposeAsync();
    }
}

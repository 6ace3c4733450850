using Load.Config;
using Load.Config.Keys;
using Load.Live;
using Load.Results;
using Load.Terminal;

namespace Load.Cli;

/// <summary>The HTTP servers of the tool during a run: the live page, its metrics, both or none.</summary>
internal sealed class RunServices : IAsyncDisposable
{
    private readonly CancellationToken _interrupted;
    private ToolServer? _metrics;
    private LivePage? _page;

    private RunServices(CancellationToken interrupted) => _interrupted = interrupted;

    /// <summary>Cancelled by Ctrl-C or by the live page.</summary>
    public CancellationToken Stopping => _page?.StopToken ?? _interrupted;

    /// <param name="output">Which servers to start, and at which addresses.</param>
    /// <param name="context">The console, the clock and the CPU time of the tool.</param>
    /// <param name="metrics">The metrics of the tool.</param>
    /// <param name="createReporter">Creates what sends the events of the run to the page.</param>
    /// <param name="interrupted">Cancelled by Ctrl-C.</param>
    /// <exception cref="Load.Diagnostics.UserErrorException">An address is not available.</exception>
    public static async Task<RunServices> StartAsync(
        OutputOptions output,
        ToolContext context,
        ToolMetrics metrics,
        Func<EventFeed, LiveReporter> createReporter,
        CancellationToken interrupted)
    {
        var services = new RunServices(interrupted);
        try
        {
            if (output.Serve is { } serve)
                services._page = await LivePage.StartAsync(serve, context, metrics, createReporter, interrupted);

            // The server of the live page serves the metrics too.
            if (output.Metrics is { } url && url != output.Serve?.Url)
            {
                services._metrics = await ToolServer.StartAsync(
                    url, OutputKeys.Metrics.Option, app => MetricsEndpoint.Map(app, metrics));
                context.Screen.Line($"  metrics    {services._metrics.Url}/metrics");
            }

            return services;
        }
        catch
        {
            await services.DisposeAsync();
            throw;
        }
    }

    /// <summary>Waits for the live page to be opened, if somebody is expected to watch it.</summary>
    public Task BeginAsync() => _page?.StartMonitoringAsync() ?? Task.CompletedTask;

    /// <summary>Adds the annotations of the live page, and what serving it cost, to a result.</summary>
    public Result Complete(Result result, DateTimeOffset started) => _page?.AddLiveData(result, started) ?? result;

    /// <summary>Tells the live page how the run ended.</summary>
    public void End(Result result, string path) => _page?.PublishEnd(result, path);

    /// <summary>Keeps serving the live page while somebody has it open.</summary>
    public Task StayAsync() => _page?.WaitUntilClosedAsync() ?? Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (_page is not null)
            await _page.DisposeAsync();
        if (_metrics is not null)
            await _metrics.DisposeAsync();
    }
}

using Load.Config;
using Load.Config.Keys;
using Load.Live;
using Load.Results;
using Load.Terminal;

namespace Load.Cli;

/// <summary>What the tool serves while it runs: nothing, its metrics, the live page, or both.</summary>
internal sealed class RunServices : IAsyncDisposable
{
    private readonly CancellationToken _interrupted;
    private ToolServer? _metrics;
    private LivePage? _page;

    private RunServices(CancellationToken interrupted) => _interrupted = interrupted;

    /// <summary>By Ctrl-C, or by the page.</summary>
    public CancellationToken Stop => _page?.StopToken ?? _interrupted;

    /// <exception cref="Load.Diagnostics.UserErrorException">It cannot listen there.</exception>
    public static async Task<RunServices> StartAsync(
        OutputOptions outputs, ToolContext context, ToolMetrics metrics, Func<EventFeed, LiveReporter> commentary, CancellationToken interrupted)
    {
        var served = new RunServices(interrupted);
        try
        {
            if (outputs.Serve is { } serve)
                served._page = await LivePage.StartAsync(serve, context, metrics, commentary, interrupted);

            // The page's server has them too.
            if (outputs.Metrics is { } url && url != outputs.Serve?.Url)
            {
                served._metrics = await ToolServer.StartAsync(url, OutputKeys.Metrics.Option, app => MetricsEndpoint.Map(app, metrics));
                context.Screen.Line($"  metrics    {served._metrics.Url}/metrics");
            }

            return served;
        }
        catch
        {
            await served.DisposeAsync();
            throw;
        }
    }

    /// <summary>Where the page is to be looked at, it is open then.</summary>
    public Task BeginAsync() => _page?.StartMonitoringAsync() ?? Task.CompletedTask;

    /// <summary>The result with what the page adds to it.</summary>
    public Result Complete(Result result, DateTimeOffset since) => _page?.AddLiveData(result, since) ?? result;

    public void End(Result result, string path) => _page?.PublishEnd(result, path);

    /// <summary>As long as the page is looked at.</summary>
    public Task StayAsync() => _page?.WaitUntilClosedAsync() ?? Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (_page is not null)
            await _page.DisposeAsync();
        if (_metrics is not null)
            await _metrics.DisposeAsync();
    }
}

using Microsoft.AspNetCore.Routing;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The HTTP servers that the load tool runs during a measurement: one for the live page, one for the tool's metrics,
/// both or none.
/// </summary>
internal sealed class MeasurementServers : IAsyncDisposable
{
    // Prometheus scrapes every 2 s here, and every minute by default. Nobody should wait that long for a result.
    private static readonly TimeSpan LongestWaitForScrape = TimeSpan.FromSeconds(10);

    private readonly CancellationToken _interruptToken;
    private readonly ToolMetrics _metrics;
    private readonly ToolContext _context;
    private ToolServer? _metricsServer;
    private LivePage? _page;

    private MeasurementServers(ToolMetrics metrics, ToolContext context, CancellationToken interrupted) =>
        (_metrics, _context, _interruptToken) = (metrics, context, interrupted);

    /// <summary>A token that is cancelled by Ctrl-C or by the live page.</summary>
    public CancellationToken StopToken => _page?.StopToken ?? _interruptToken;

    public static async Task<MeasurementServers> StartAsync(
        OutputSettings output,
        ToolContext context,
        ToolMetrics metrics,
        PrometheusScraper scraper,
        Func<EventFeed, LiveReporter> createReporter,
        Action<RouteGroupBuilder>? mapMore,
        CancellationToken interrupted)
    {
        var services = new MeasurementServers(metrics, context, interrupted);
        try
        {
            if (output.Serve is { } serve)
            {
                services._page = await LivePage.StartAsync(
                    serve, context, metrics, scraper, createReporter, mapMore, interrupted);
            }

            // If the live page and the metrics have the same address, the server of the live page serves the metrics
            // too.
            if (output.Metrics is { } url && url != output.Serve?.Url)
            {
                services._metricsServer = await ToolServer.StartAsync(
                    url, "--metrics", app => MetricsEndpoint.Map(app, metrics));
                context.Screen.PrintLine($"  metrics    {services._metricsServer.Url}/metrics");
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
    public Task WaitForLivePageAsync() => _page?.StartMonitoringAsync() ?? Task.CompletedTask;

    /// <summary>Shows another run on the live page.</summary>
    public void ShowOnPage(Func<EventFeed, LiveReporter> createReporter) => _page?.Show(createReporter);

    /// <summary>
    /// Adds to a result the annotations that were made on the live page, and the cost of serving the page.
    /// </summary>
    public Result AddLiveData(Result result, DateTimeOffset started) => _page?.AddLiveData(result, started) ?? result;

    /// <summary>Tells the live page how the run ended.</summary>
    public Task PublishEndAsync(Result result, string path) =>
        _page?.PublishEndAsync(result, path) ?? Task.CompletedTask;

    /// <summary>
    /// Keeps serving the live page while somebody has it open, and the metrics until their last values have been read.
    /// </summary>
    public async Task ServeUntilClosedAsync()
    {
        if (_metrics.HasReader)
        {
            var scrape = _metrics.WaitForScrapeAsync(LongestWaitForScrape, _context.Time, _interruptToken);
            var limit = FormatSeconds(LongestWaitForScrape.TotalSeconds);
            _context.Screen.PrintLine($"  metrics    waits for the next scrape, {limit} at most; Ctrl-C ends it");
            await scrape;
        }

        if (_page is not null)
            await _page.WaitUntilClosedAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (_page is not null)
            await _page.DisposeAsync();
        if (_metricsServer is not null)
            await _metricsServer.DisposeAsync();
    }
}

using Microsoft.AspNetCore.Routing;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Cli.Live;

/// <summary>Serves the live page of a run, from before the first request until the page is closed.</summary>
internal sealed class LivePage : IAsyncDisposable
{
    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestWaitForClient = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan ReloadTime = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan DefaultServeDuration = TimeSpan.FromMinutes(10);

    private readonly ToolContext _context;
    private readonly CancellationToken _interruptToken;
    private readonly CancellationTokenSource _stopSource;
    private readonly TimeSpan _serveDuration;
    private readonly EventRecording? _recording;
    private readonly EventFeed _feed;
    private readonly ClientTracker _clients;
    private readonly MonitoringCost _cost;
    private readonly PrometheusScraper _scraper;
    private readonly RemoteControl? _control;
    private volatile ShownRun _shown;
    private ToolServer? _server;
    private bool _hasResult;
    private bool _hasEnded;
    private string? _reportPath;

    private LivePage(
        LiveOptions options,
        ToolContext context,
        PrometheusScraper scraper,
        Func<EventFeed, LiveReporter> createReporter,
        Action<RouteGroupBuilder>? mapMore,
        CancellationToken interrupted)
    {
        (_context, _scraper, _interruptToken) = (context, scraper, interrupted);
        _stopSource = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        _serveDuration = options.Stay ?? (context.Screen.IsLive ? DefaultServeDuration : TimeSpan.Zero);
        var runId = context.Time.GetUtcNow().ToUnixTimeMilliseconds();
        _recording = options.RecordingFolder is { } folder ? new EventRecording(folder, runId) : null;
        _feed = new EventFeed(runId, _recording);
        _clients = new ClientTracker(context.Time);
        _cost = new MonitoringCost(context.Time);
        _shown = CreateRun(runId, createReporter);
        _control = options.IsControlled
            ? new RemoteControl(note => _shown.Annotations.TryAdd(note), TryStop, mapMore)
            : null;
    }

    /// <summary>A token that is cancelled by Ctrl-C, or by a user who stops the run on the live page.</summary>
    public CancellationToken StopToken => _stopSource.Token;

    private string Address => $"{_server!.Url}/{(_control is null ? "" : $"#token={_control.Token}")}";

    /// <summary>Starts the server of the live page, and prints the address of the page.</summary>
    public static async Task<LivePage> StartAsync(
        LiveOptions options,
        ToolContext context,
        ToolMetrics metrics,
        PrometheusScraper scraper,
        Func<EventFeed, LiveReporter> createReporter,
        Action<RouteGroupBuilder>? mapMore,
        CancellationToken interrupted)
    {
        var page = new LivePage(options, context, scraper, createReporter, mapMore, interrupted);
        var events = new EventStream(
            page._feed, page._clients, page.CreateHeader, page._cost, KeepAliveInterval, context.Time);
        try
        {
            page._server = await ToolServer.StartAsync(options.Url, "--serve", app =>
            {
                MetricsEndpoint.Map(app, metrics);
                LivePageEndpoints.Map(app, events, () => page._reportPath);
                page._control?.Map(app);
            });
        }
        catch
        {
            // The recording has been started already.
            await page.DisposeAsync();
            throw;
        }

        context.Screen.PrintLine($"  live       {page.Address}");
        return page;
    }

    /// <summary>
    /// Waits for a live page to connect if the user is expected to open one, and then starts to publish the progress of
    /// the run.
    /// </summary>
    public async Task StartMonitoringAsync()
    {
        var wait = _serveDuration < LongestWaitForClient ? _serveDuration : LongestWaitForClient;
        if (wait > TimeSpan.Zero && !_clients.FirstConnected.IsCompleted)
        {
            _context.Screen.PrintLine($"  begins     when the page is open, or in {FormatSeconds(wait.TotalSeconds)}");
            await _clients.WaitForFirstConnectAsync(wait, StopToken);
        }

        _recording?.WriteHeader(CreateHeader());
        _shown.Reporter.Start();
        _shown.Monitoring.Start();
    }

    /// <summary>Shows another run in place of the one that the page shows, without a reload.</summary>
    public void Show(Func<EventFeed, LiveReporter> createReporter)
    {
        var before = _shown;
        before.Monitoring.Stop();
        var now = _context.Time.GetUtcNow().ToUnixTimeMilliseconds();
        _shown = CreateRun(Math.Max(before.Id + 1, now), createReporter);
        (_hasResult, _hasEnded) = (false, false);
        _feed.BeginRun();
        _feed.Publish(LiveEvent.HeaderType, CreateHeader(), LiveJson.Default.RunHeader);
        if (!_shown.Reporter.HasStarted)
            _shown.Reporter.Start();
        _shown.Monitoring.Start();
    }

    /// <summary>
    /// Adds to a result the notes that users added on the live page, and a check of the CPU time that serving the page
    /// took.
    /// </summary>
    public Result AddLiveData(Result result, DateTimeOffset started)
    {
        _shown.Monitoring.Stop();
        _hasResult = true;
        var check = _cost.CreateCheck(_clients.PeakCount);
        return result with
        {
            Annotations = _shown.Annotations.Close(started),
            Validity = result.Validity with { Checks = [.. result.Validity.Checks, check] },
        };
    }

    /// <summary>Publishes the final result and the end of the run to the live pages.</summary>
    public async Task PublishEndAsync(Result result, string path)
    {
        _reportPath = ResultFiles.GetPagePath(path);
        _shown.Reporter.PublishResult(result);
        _feed.Publish(LiveEvent.ValidityType, result.Validity, LiveJson.Default.RunValidity);
        PublishEnd(new MeasurementEndedEvent(
            result.Validity.State,
            "report",
            path,
            new ReportSentences(ResultSummary.GetTextRuns(result), [.. Insights.Create(result)])));
        if (_recording is not null)
            await _recording.KeepAsync(path);
    }

    /// <summary>Waits until no live page is connected any more, but not longer than the options allow.</summary>
    public async Task WaitUntilClosedAsync()
    {
        if (!_hasEnded || _interruptToken.IsCancellationRequested || !_clients.IsAnyConnected(ReloadTime))
            return;
        if (_serveDuration > TimeSpan.Zero)
        {
            var limit = FormatSeconds(_serveDuration.TotalSeconds);
            _context.Screen.PrintLine($"  live       stays up while the page is open, for {limit} at most; Ctrl-C ends it");
        }

        await _clients.WaitForAllDisconnectedAsync(_serveDuration, ReloadTime, _interruptToken);
    }

    /// <summary>Stops the server after every live page has received the end of the run.</summary>
    public async ValueTask DisposeAsync()
    {
        _shown.Monitoring.Stop();
        if (!_hasEnded)
            PublishEnd(new MeasurementEndedEvent(RunValidity.CutShortState, null, null));
        _feed.Close();
        if (_server is not null)
            await _server.DisposeAsync();
        _shown.Monitoring.Dispose();
        _recording?.Dispose();
        _stopSource.Dispose();
    }

    private ShownRun CreateRun(long id, Func<EventFeed, LiveReporter> createReporter)
    {
        var reporter = createReporter(_feed);
        var monitoring = new LiveMonitoring(_feed, reporter, _clients, _cost, _scraper, _context)
        {
            IsRecording = _recording is not null,
        };
        return new ShownRun(id, reporter, monitoring, new Annotations(_feed, reporter, _context.Time));
    }

    private RunHeader CreateHeader()
    {
        var shown = _shown;
        return shown.Reporter.Header with
        {
            Run = shown.Id,
            CanControl = _control is not null,
            Stage = shown.Reporter.DescribeStage?.Invoke(),
        };
    }

    private bool TryStop()
    {
        if (_hasResult)
            return false;
        _ = _stopSource.CancelAsync();
        return true;
    }

    private void PublishEnd(MeasurementEndedEvent end)
    {
        _hasEnded = true;
        _feed.Publish(LiveEvent.EndType, end, LiveJson.Default.MeasurementEndedEvent);
    }

    /// <summary>The run that the page shows.</summary>
    private sealed record ShownRun(
        long Id, LiveReporter Reporter, LiveMonitoring Monitoring, Annotations Annotations);
}

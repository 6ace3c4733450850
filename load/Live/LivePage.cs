using Load.Config;
using Load.Config.Keys;
using Load.Engine;
using Load.Output.Files;
using Load.Output.Words;
using Load.Results;
using Load.Target;
using Load.Terminal;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Live;

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
    private readonly long _runId;
    private readonly EventRecording? _recording;
    private readonly EventFeed _feed;
    private readonly ClientTracker _clients;
    private readonly MonitoringCost _cost;
    private readonly LiveReporter _reporter;
    private readonly LiveMonitoring _monitoring;
    private readonly Annotations _annotations;
    private readonly RemoteControl? _control;
    private ToolServer? _server;
    private bool _hasResult;
    private bool _hasEnded;
    private string? _reportPath;

    private LivePage(
        LiveOptions options,
        ToolContext context,
        PrometheusScraper scraper,
        Func<EventFeed, LiveReporter> createReporter,
        StageRunner? stage,
        CancellationToken interrupted)
    {
        (_context, _interruptToken) = (context, interrupted);
        _stopSource = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        _serveDuration = options.Stay ?? (context.Screen.IsLive ? DefaultServeDuration : TimeSpan.Zero);
        _runId = context.Time.GetUtcNow().ToUnixTimeMilliseconds();
        _recording = options.RecordingFolder is { } folder ? new EventRecording(folder, _runId) : null;
        _feed = new EventFeed(_runId, _recording);
        _clients = new ClientTracker(context.Time);
        _cost = new MonitoringCost(context.Time);
        _reporter = createReporter(_feed);
        _monitoring = new LiveMonitoring(_feed, _reporter, _clients, _cost, scraper, context)
        {
            IsRecording = _recording is not null,
        };
        _annotations = new Annotations(_feed, _reporter, context.Time);
        _control = options.IsControlled ? new RemoteControl(_annotations, TryStop, stage) : null;
    }

    /// <summary>A token that is cancelled by Ctrl-C, or by a user who stops the run on the live page.</summary>
    public CancellationToken StopToken => _stopSource.Token;

    private string Address => $"{_server!.Url}/{(_control is null ? "" : $"#token={_control.Token}")}";

    /// <summary>Starts the server of the live page, and prints the address of the page.</summary>
    /// <exception cref="Load.Diagnostics.UserErrorException">The server cannot listen on the address.</exception>
    public static async Task<LivePage> StartAsync(
        LiveOptions options,
        ToolContext context,
        ToolMetrics metrics,
        PrometheusScraper scraper,
        Func<EventFeed, LiveReporter> createReporter,
        StageRunner? stage,
        CancellationToken interrupted)
    {
        var page = new LivePage(options, context, scraper, createReporter, stage, interrupted);
        var events = new EventStream(
            page._feed, page._clients, page.CreateHeader, page._cost, KeepAliveInterval, context.Time);
        try
        {
            page._server = await ToolServer.StartAsync(options.Url, LiveKeys.ServeAddress.Option, app =>
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
        _reporter.Start();
        _monitoring.Start();
    }

    /// <summary>
    /// Adds to a result the notes that users added on the live page, and a check of the CPU time that serving the page
    /// took.
    /// </summary>
    /// <param name="result">The result of the run, which has ended.</param>
    /// <param name="started">The start time in the result, from which the times of the notes count.</param>
    public Result AddLiveData(Result result, DateTimeOffset started)
    {
        _monitoring.Stop();
        _hasResult = true;
        var check = _cost.CreateCheck(_clients.PeakCount);
        return result with
        {
            Annotations = _annotations.Close(started),
            Validity = result.Validity with { Checks = [.. result.Validity.Checks, check] },
        };
    }

    /// <summary>Publishes the final result and the end of the run to the live pages.</summary>
    /// <param name="result">The result of the run as it was written to the result file.</param>
    /// <param name="path">The path of the result file.</param>
    public async Task PublishEndAsync(Result result, string path)
    {
        _reportPath = ResultFiles.GetPagePath(path);
        _reporter.PublishResult(result);
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
        _monitoring.Stop();
        if (!_hasEnded)
            PublishEnd(new MeasurementEndedEvent(RunValidity.CutShortState, null, null));
        _feed.Close();
        if (_server is not null)
            await _server.DisposeAsync();
        _monitoring.Dispose();
        _recording?.Dispose();
        _stopSource.Dispose();
    }

    private RunHeader CreateHeader() => _reporter.Header with { Run = _runId, CanControl = _control is not null };

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
}

using Microsoft.AspNetCore.Http;

namespace TwoTier.Load.Cli.Events;

internal sealed class EventSession : IAsyncDisposable
{
    private const int MaxNoteLength = 200;
    private const string RunIsOverMessage = "The run is over, and its result has been written.";
    // Prometheus scrapes every 2 s here, and every minute by default. Nobody should wait that long for a result.
    private static readonly TimeSpan LongestWaitForScrape = TimeSpan.FromSeconds(10);
    private readonly Lock _gate = new();
    private readonly ToolContext _context;
    private readonly PrometheusScraper _scraper;
    private readonly ToolMetrics _metrics;
    private readonly Func<ControlRequest, string?>? _changeStage;
    private readonly CancellationToken _interruptToken;
    private readonly CancellationTokenSource _stopSource;
    private readonly EventFeed _feed;
    private readonly List<(DateTimeOffset Time, string Text)> _notes = [];
    private EventServer? _server;
    private EventReporter _reporter = null!;
    private PeriodicThread[] _threads = [];
    private long _runId;
    private bool _hasResult;
    private bool _hasEnded;

    /// <summary>Creates a session that writes to a file, if there is a path, and controls a stage, if any.</summary>
    public EventSession(
        string? path,
        ToolContext context,
        PrometheusScraper scraper,
        ToolMetrics metrics,
        Func<ControlRequest, string?>? changeStage,
        CancellationToken interrupted)
    {
        (_context, _scraper, _metrics, _changeStage) = (context, scraper, metrics, changeStage);
        _interruptToken = interrupted;
        _stopSource = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        _feed = new EventFeed(context.Time.GetUtcNow().ToUnixTimeMilliseconds(), path);
    }

    public CancellationToken StopToken => _stopSource.Token;

    public async Task StartServerAsync(string url)
    {
        _server = await EventServer.StartAsync(url, _feed, _metrics, Change, _context.Time);
        _context.Screen.PrintLine($"  events     {_server.Url}");
    }

    /// <summary>Publishes a run from now on, instead of the one before.</summary>
    public void Show(Func<EventFeed, EventReporter> createReporter)
    {
        StopThreads();
        _reporter = createReporter(_feed);
        _runId = Math.Max(_runId + 1, _context.Time.GetUtcNow().ToUnixTimeMilliseconds());
        (_hasResult, _hasEnded) = (false, false);
        lock (_gate)
            _notes.Clear();
        var header = _reporter.Header with
        {
            Run = _runId,
            CanControl = _server is { CanControl: true },
            IsStage = _changeStage is not null,
        };
        _feed.Publish(RunEvent.HeaderType, header, EventJson.Default.RunHeader);
        if (!_reporter.HasStarted)
            _reporter.Start();
        var monitor = new ProcessMonitor(_scraper, _reporter, _feed, _context.Time);
        var ticker = new LoadStatePublisher(_feed, _reporter, monitor, _context.GetOwnCpuTime, _context.Time);
        _threads =
        [
            new PeriodicThread(LoadStatePublisher.PublishInterval, ticker.PublishState),
            new PeriodicThread(LoadStatePublisher.PublishInterval, monitor.Update),
        ];
    }

    /// <summary>Adds to a result the notes that were made. No more notes are accepted afterwards.</summary>
    public Result AddNotes(Result result, DateTimeOffset started)
    {
        StopThreads();
        lock (_gate)
        {
            _hasResult = true;
            return result with
            {
                Annotations =
                [
                    .. _notes.Select(note =>
                        new Result.Annotation(RoundToFiveDigits((note.Time - started).TotalSeconds), note.Text)),
                ],
            };
        }
    }

    public void PublishEnd(Result result, string? path)
    {
        _reporter.PublishResult(result);
        _feed.Publish(RunEvent.ValidityType, result.Validity, EventJson.Default.RunValidity);
        PublishEnd(new MeasurementEndedEvent(
            result.Validity.State,
            "report",
            path,
            new ReportSentences(ResultSummary.GetTextRuns(result), [.. Insights.Create(result)])));
        _feed.CompleteFile();
    }

    /// <summary>
    /// Keeps serving the metrics until their last values have been read. A comparison can end sooner after its last
    /// trial than Prometheus scrapes again.
    /// </summary>
    public async Task WaitForLastScrapeAsync()
    {
        if (!_metrics.HasReader)
            return;
        var scrape = _metrics.WaitForScrapeAsync(LongestWaitForScrape, _context.Time, _interruptToken);
        var limit = FormatSeconds(LongestWaitForScrape.TotalSeconds);
        _context.Screen.PrintLine($"  metrics    waits for the next scrape, {limit} at most; Ctrl-C ends it");
        await scrape;
    }

    /// <summary>Stops the server after every reader has received the end of the run.</summary>
    public async ValueTask DisposeAsync()
    {
        StopThreads();
        if (!_hasEnded)
            PublishEnd(new MeasurementEndedEvent(RunValidity.CutShortState, null, null));
        _feed.Close();
        if (_server is not null)
            await _server.DisposeAsync();
        _feed.Dispose();
        _stopSource.Dispose();
    }

    private (int Status, string Detail)? Change(ControlRequest wanted)
    {
        lock (_gate)
        {
            if (_hasResult && wanted is { Note: not null } or { Stop: true } && _changeStage is null)
                return (StatusCodes.Status409Conflict, RunIsOverMessage);
            if (wanted.Note?.Trim() is { } note)
                return TryAddNote(note);
        }

        if (wanted.Stop is true)
            _ = _stopSource.CancelAsync();
        else if (_changeStage is null)
            return (StatusCodes.Status400BadRequest, "Expected note or stop: this run is no stage.");
        else if (_changeStage(wanted) is { } problem)
            return (StatusCodes.Status400BadRequest, problem);
        return null;
    }

    private (int Status, string Detail)? TryAddNote(string note)
    {
        if (note.Length is 0 or > MaxNoteLength)
            return (StatusCodes.Status400BadRequest, $"A note must have 1 to {MaxNoteLength} characters.");
        _notes.Add((_context.Time.GetUtcNow(), note));
        _feed.Publish(
            RunEvent.AnnotationType,
            new AnnotationEvent(_reporter.ElapsedSeconds, note),
            EventJson.Default.AnnotationEvent);
        return null;
    }

    private void PublishEnd(MeasurementEndedEvent end)
    {
        _hasEnded = true;
        _feed.Publish(RunEvent.EndType, end, EventJson.Default.MeasurementEndedEvent);
    }

    private void StopThreads()
    {
        foreach (var thread in _threads)
            thread.Dispose();
        _threads = [];
    }
}

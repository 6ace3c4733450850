using Load.Config;
using Load.Config.Keys;
using Load.Output.Files;
using Load.Results;
using Load.Target;
using Load.Terminal;
using Load.Units;
using Load.Validity;

namespace Load.Live;

/// <summary>The live page of a run, from before the first request until nobody looks at it any more.</summary>
internal sealed class LivePage : IAsyncDisposable
{
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongestReload = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan StandardStay = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(500);

    private readonly ToolContext _context;
    private readonly CancellationToken _interrupted;
    private readonly CancellationTokenSource _ending;
    private readonly TimeSpan _stay;
    private readonly long _run;
    private readonly PrometheusScraper _scraper = new();
    private readonly EventFeed _feed;
    private readonly ClientTracker _audience;
    private readonly MonitoringCost _cost;
    private readonly LiveReporter _commentary;
    private readonly Annotations _notes;
    private readonly RemoteControl? _control;
    private ToolServer? _server;
    private PeriodicThread[] _beats = [];
    private bool _isComplete;
    private bool _hasEnded;
    private string? _report;

    private LivePage(LiveOptions how, ToolContext context, Func<EventFeed, LiveReporter> commentary, CancellationToken interrupted)
    {
        (_context, _interrupted) = (context, interrupted);
        _ending = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        _stay = how.Stay ?? (context.Screen.IsLive ? StandardStay : TimeSpan.Zero);
        _run = context.Time.GetUtcNow().ToUnixTimeMilliseconds();
        _feed = new EventFeed(_run);
        _audience = new ClientTracker(context.Time);
        _cost = new MonitoringCost(context.Time);
        _commentary = commentary(_feed);
        _notes = new Annotations(_feed, _commentary, context.Time);
        _control = how.IsControlled ? new RemoteControl(_notes, TryStop) : null;
    }

    /// <summary>By Ctrl-C, or by the page.</summary>
    public CancellationToken StopToken => _ending.Token;

    private string Address => $"{_server!.Url}/{(_control is null ? "" : $"#token={_control.Token}")}";

    /// <exception cref="Load.Diagnostics.UserErrorException">It cannot listen there.</exception>
    public static async Task<LivePage> StartAsync(
        LiveOptions how, ToolContext context, ToolMetrics metrics, Func<EventFeed, LiveReporter> commentary, CancellationToken interrupted)
    {
        var page = new LivePage(how, context, commentary, interrupted);
        var events = new EventStream(page._feed, page._audience, page.Hello, page._cost, Silence, context.Time);
        page._server = await ToolServer.StartAsync(how.Url, LiveKeys.Serve.Option, app =>
        {
            MetricsEndpoint.Map(app, metrics);
            ToolEndpoints.Map(app, events, () => page._report);
            page._control?.Map(app);
        });
        context.Screen.Line($"  live       {page.Address}");
        return page;
    }

    /// <summary>Waits for the page to be opened where somebody is to look at it, and starts the clock.</summary>
    public async Task StartMonitoringAsync()
    {
        var wait = _stay < LongestWait ? _stay : LongestWait;
        if (wait > TimeSpan.Zero && !_audience.FirstConnected.IsCompleted)
        {
            _context.Screen.Line($"  begins     when the page is open, or in {SignificantDigits.FormatSeconds(wait.TotalSeconds)}");
            await _audience.FirstConnected.WaitAsync(wait, _context.Time, StopToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        var tiers = new ProcessMonitor(_scraper, _commentary, _audience, _cost, _context.Time);
        var ticker = new Ticker(_feed, _commentary, tiers, _context.OwnCpu, _context.Time);
        _commentary.Start();
        _cost.Restart();
        _beats = [new PeriodicThread(Ticker.Interval, ticker.Tick, _cost), new PeriodicThread(ProcessMonitor.Interval, tiers.Update, _cost)];
    }

    /// <summary>The result with the notes that were made, and with what the page took.</summary>
    /// <param name="result">Of the run, which is over.</param>
    /// <param name="since">Its zero.</param>
    public Result AddLiveData(Result result, DateTimeOffset since)
    {
        EndBeats();
        _isComplete = true;
        return result with
        {
            Marks = _notes.Close(since),
            Validity = result.Validity with { Checks = [.. result.Validity.Checks, _cost.CreateCheck(_audience.PeakCount)] },
        };
    }

    /// <param name="result">As it was written.</param>
    /// <param name="path">Of its file.</param>
    public void PublishEnd(Result result, string path)
    {
        _report = ResultFiles.GetPagePath(path);
        _commentary.PublishResult(result);
        _feed.Publish(LiveEvent.Validity, result.Validity, LiveJson.Default.RunValidity);
        Publish(new EndEvent(result.Validity.State, "report", path));
    }

    /// <summary>Until nobody looks at the page any more, for as long as was asked for.</summary>
    public async Task WaitUntilClosedAsync()
    {
        var (time, ended) = (_context.Time, _context.Time.GetTimestamp());
        if (_hasEnded && IsWanted())
            _context.Screen.Line($"  live       stays while it is open, {SignificantDigits.FormatSeconds(_stay.TotalSeconds)} at most; Ctrl-C ends it");
        while (_hasEnded && IsWanted())
            await Task.Delay(Glance, time, _interrupted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        bool IsWanted() => !_interrupted.IsCancellationRequested
            && time.GetElapsedTime(ended) < _stay && _audience.IsAnyConnected(LongestReload);
    }

    /// <summary>Every page is told how it ended first.</summary>
    public async ValueTask DisposeAsync()
    {
        EndBeats();
        if (!_hasEnded)
            Publish(new EndEvent(RunValidity.CutShort, null, null));
        _feed.Close();
        if (_server is not null)
            await _server.DisposeAsync();
        _scraper.Dispose();
        _ending.Dispose();
    }

    private RunHeader Hello() => _commentary.Header with { Run = _run, CanControl = _control is not null };

    private bool TryStop()
    {
        if (_isComplete)
            return false;
        _ = _ending.CancelAsync();
        return true;
    }

    private void Publish(EndEvent end)
    {
        _hasEnded = true;
        _feed.Publish(LiveEvent.End, end, LiveJson.Default.EndEvent);
    }

    private void EndBeats()
    {
        foreach (var beat in _beats)
            beat.Dispose();
        _beats = [];
    }
}

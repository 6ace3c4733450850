using Load.Cli;
using Load.Reporting;
using Load.Reporting.Model;
using Load.Scraping;
using Load.Settings;

namespace Load.Serving.Live;

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
    private readonly Scraper _scraper = new();
    private readonly Feed _feed;
    private readonly Audience _audience;
    private readonly Cost _cost;
    private readonly Commentary _commentary;
    private readonly Notes _notes;
    private readonly Control? _control;
    private OwnServer? _server;
    private Beat[] _beats = [];
    private bool _isComplete;
    private bool _hasEnded;
    private string? _report;

    private LivePage(Serve how, ToolContext context, Func<Feed, Commentary> commentary, CancellationToken interrupted)
    {
        (_context, _interrupted) = (context, interrupted);
        _ending = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        _stay = how.Stay ?? (context.Screen.IsLive ? StandardStay : TimeSpan.Zero);
        _run = context.Time.GetUtcNow().ToUnixTimeMilliseconds();
        _feed = new Feed(_run);
        _audience = new Audience(context.Time);
        _cost = new Cost(context.Time);
        _commentary = commentary(_feed);
        _notes = new Notes(_feed, _commentary, context.Time);
        _control = how.IsControlled ? new Control(_notes, TryStop) : null;
    }

    /// <summary>By Ctrl-C, or by the page.</summary>
    public CancellationToken Stop => _ending.Token;

    private string Address => $"{_server!.Url}/{(_control is null ? "" : $"#token={_control.Token}")}";

    /// <exception cref="Targeting.MistakeException">It cannot listen there.</exception>
    public static async Task<LivePage> StartAsync(
        Serve how, ToolContext context, OwnMetrics metrics, Func<Feed, Commentary> commentary, CancellationToken interrupted)
    {
        var page = new LivePage(how, context, commentary, interrupted);
        var events = new EventStream(page._feed, page._audience, page.Hello, page._cost, Silence, context.Time);
        page._server = await OwnServer.StartAsync(how.Url, ServeKeys.Serve.Option, app =>
        {
            MetricsEndpoint.Map(app, metrics);
            Page.Map(app, events, () => page._report);
            page._control?.Map(app);
        });
        context.Screen.Line($"  live       {page.Address}");
        return page;
    }

    /// <summary>Waits for the page to be opened where somebody is to look at it, and starts the clock.</summary>
    public async Task BeginAsync()
    {
        var wait = _stay < LongestWait ? _stay : LongestWait;
        if (wait > TimeSpan.Zero && !_audience.First.IsCompleted)
        {
            _context.Screen.Line($"  begins     when the page is open, or in {Figures.Seconds(wait.TotalSeconds)}");
            await _audience.First.WaitAsync(wait, _context.Time, Stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        var tiers = new TierWatch(_scraper, _commentary, _audience, _cost, _context.Time);
        var ticker = new Ticker(_feed, _commentary, tiers, _context.OwnCpu, _context.Time);
        _commentary.Begin();
        _cost.Start();
        _beats = [new Beat(Ticker.Interval, ticker.Tick, _cost), new Beat(TierWatch.Interval, tiers.Look, _cost)];
    }

    /// <summary>The result with the notes that were made, and with what the page took.</summary>
    /// <param name="result">Of the run, which is over.</param>
    /// <param name="since">Its zero.</param>
    public Result Complete(Result result, DateTimeOffset since)
    {
        EndBeats();
        _isComplete = true;
        return result with
        {
            Marks = _notes.Close(since),
            Validity = result.Validity with { Checks = [.. result.Validity.Checks, _cost.Check(_audience.Most)] },
        };
    }

    /// <param name="result">As it was written.</param>
    /// <param name="path">Of its file.</param>
    public void End(Result result, string path)
    {
        _report = ResultFiles.PagePath(path);
        _commentary.End(result);
        _feed.Publish(LiveEvent.Validity, result.Validity, LiveJson.Default.Validity);
        Tell(new EndEvent(result.Validity.State, "report", path));
    }

    /// <summary>Until nobody looks at the page any more, for as long as was asked for.</summary>
    public async Task StayAsync()
    {
        var (time, ended) = (_context.Time, _context.Time.GetTimestamp());
        if (_hasEnded && IsWanted())
            _context.Screen.Line($"  live       stays while it is open, {Figures.Seconds(_stay.TotalSeconds)} at most; Ctrl-C ends it");
        while (_hasEnded && IsWanted())
            await Task.Delay(Glance, time, _interrupted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        bool IsWanted() => !_interrupted.IsCancellationRequested
            && time.GetElapsedTime(ended) < _stay && _audience.IsThere(LongestReload);
    }

    /// <summary>Every page is told how it ended first.</summary>
    public async ValueTask DisposeAsync()
    {
        EndBeats();
        if (!_hasEnded)
            Tell(new EndEvent(Validity.CutShort, null, null));
        _feed.Close();
        if (_server is not null)
            await _server.DisposeAsync();
        _scraper.Dispose();
        _ending.Dispose();
    }

    private Hello Hello() => _commentary.Hello with { Run = _run, Control = _control is not null };

    private bool TryStop()
    {
        if (_isComplete)
            return false;
        _ = _ending.CancelAsync();
        return true;
    }

    private void Tell(EndEvent end)
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

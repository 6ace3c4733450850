using TwoTier.Load.Events;

namespace TwoTier.Load.Measuring;

internal class LoadSession : IAsyncDisposable
{
    // When a measurement is stopped, the requests under way get some time for their responses.
    private static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(2);

    private readonly LoadEnvironment _environment;
    private readonly TimeSpan _timeout;
    private readonly CancellationTokenSource _abort = new();
    private readonly CancellationTokenRegistration _stop;
    private EventWriter? _eventWriter;

    public LoadSession(
        LoadEnvironment environment,
        ClientOptions client,
        TimeSpan timeout,
        int concurrency,
        CancellationToken interrupted)
    {
        (_environment, _timeout, StopToken) = (environment, timeout, interrupted);
        Sender = new HttpSender(concurrency, client, environment.Time);
        Scraper = new PrometheusScraper(client) { TimeLimit = environment.MetricsTimeLimit };
        _stop = interrupted.UnsafeRegister(_ => _abort.CancelAfter(GracePeriod), null);
    }

    public TimeProvider Time => _environment.Time;

    public HttpSender Sender { get; }
    public PrometheusScraper Scraper { get; }

    public CancellationToken StopToken { get; }

    /// <summary>The events of what is measured or shown; null if nobody reads them.</summary>
    public EventPublisher? Events { get; private set; }

    /// <summary>Writes the events of a source from now on.</summary>
    public void StartEvents(
        TextWriter output, Func<Result, IReadOnlyList<TextRun>> getHeadline, EventSource source)
    {
        Events = new EventPublisher(Scraper, GetOwnCpuTime, getHeadline, Time);
        Events.Show(source);
        _eventWriter = new EventWriter(output, Events.Take);
    }

    /// <summary>Ends the events.</summary>
    /// <returns>Why not all of them could be written; null if all were.</returns>
    public string? EndEvents()
    {
        Events?.End();
        return _eventWriter?.Complete();
    }

    /// <exception cref="TargetUnreachableException">A response is missing, or has an unexpected status.</exception>
    /// <exception cref="OperationCanceledException">The probe was stopped.</exception>
    public Task ProbeAsync(IReadOnlyList<Variant> variants, CancellationToken stop) =>
        new TargetProbe(Sender, _timeout).ProbeAllAsync(variants, stop);

    public RunContext CreateContext(RequestMix requests) =>
        new(Sender, requests, _timeout, Time) { AbortToken = _abort.Token };

    public TimeSpan GetOwnCpuTime() => _environment.GetOwnCpuTime();

    public MachineMeter CreateMachineMeter(IEnumerable<string> targets, IEnumerable<MonitoredProcess> processes) => new(
        _environment.Machine,
        [
            .. targets.Concat(processes.Select(process => UrlText.GetBaseUrl(process.MetricsUrl)))
                .Select(url => Uri.TryCreate(url, UriKind.Absolute, out var parsed) ? parsed : null)
                .OfType<Uri>()
                .Distinct(),
        ],
        Scraper.GetListeners(processes));

    public virtual ValueTask DisposeAsync()
    {
        EndEvents();
        _eventWriter?.Dispose();
        Scraper.Dispose();
        Sender.Dispose();
        _stop.Dispose();
        _abort.Dispose();
        return ValueTask.CompletedTask;
    }
}

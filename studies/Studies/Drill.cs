namespace Studies.Studies;

/// <summary>Two services, callers, and a Prometheus server, to which the incidents of a drill happen.</summary>
internal sealed class Drill : IAsyncDisposable
{
    private static readonly TimeSpan TimeWithOtherCallers = TimeSpan.FromSeconds(150);
    private static readonly TimeSpan IncidentTime = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan TimeBetween = TimeSpan.FromSeconds(40);
    private static readonly TimeSpan CalmTimeLimit = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    // How long an incident goes on after it was found, so that alerts with wrong names have time to fire.
    private static readonly TimeSpan TimeAfterFound = TimeSpan.FromSeconds(15);

    private readonly TestbedEnvironment _environment;
    private readonly DrillTier _backend;
    private readonly DrillTier _frontend;
    private readonly FaultControl _faults;
    private PrometheusServer? _prometheus;
    private Callers? _callers;
    private DrillTraffic? _ordinary;
    private CancellationTokenSource _end = new();
    private Task _traffic = Task.CompletedTask;
    private Dictionary<string, JsonElement> _fault = [];

    public Drill(TestbedEnvironment environment)
    {
        _environment = environment;
        _backend = new DrillTier("BackendApi", "Faults__Token", FaultControl.Token, environment.StopToken);
        _frontend = new DrillTier("FrontendApi", "Backend__BaseAddress", $"{_backend.Address}", environment.StopToken);
        _faults = new FaultControl(environment, _backend.Address);
    }

    /// <summary>
    /// Brings about what must be the case before an incident, and waits until no alert fires. Some alerts compare with
    /// the minutes before, so that the history begins anew with other callers.
    /// </summary>
    public async Task PrepareAsync(Incident incident)
    {
        foreach (var (tier, settings) in new[] { (Tier.BackEnd, incident.BackEnd), (Tier.FrontEnd, incident.FrontEnd) })
        {
            if (GetTier(tier).IsChanged || settings.Count > 0)
                await TryMakeAsync(new IncidentStep { Restart = tier, Settings = settings }, default);
        }

        var time = incident.Load == _callers ? TimeBetween : TimeWithOtherCallers;
        if (incident.Load != _callers)
        {
            await EndTrafficAsync();
            _callers = incident.Load;
            _end = CancellationTokenSource.CreateLinkedTokenSource(_environment.StopToken);
            _ordinary = new DrillTraffic(_environment.Http, _frontend.Address, incident.Load);
            _traffic = _ordinary.RunAsync(_end.Token);
            await (_prometheus?.DisposeAsync() ?? default);
            _prometheus = await PrometheusServer.StartAsync(_environment.Http, new Dictionary<string, Uri[]>
            {
                ["frontend-api"] = [_frontend.Address],
                ["backend-api"] = [_backend.Address],
            }, _environment.StopToken);
        }

        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < time
            || ((await ReadAlertsAsync()).Count > 0 && Stopwatch.GetElapsedTime(started) < CalmTimeLimit))
        {
            await _environment.DelayAsync(Interval);
        }
    }

    public async Task<DrillRow> RunAsync(Incident incident)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(_environment.StopToken);
        var firedBefore = await ReadAlertsAsync();
        var (started, before) = (Stopwatch.GetTimestamp(), _ordinary!.Counts);
        var (fired, foundAfter) = (new HashSet<string>(), default(TimeSpan?));
        var steps = MakeStepsAsync(incident, end.Token);
        while (Stopwatch.GetElapsedTime(started) is var elapsed && elapsed < IncidentTime
            && !(elapsed - foundAfter > TimeAfterFound))
        {
            fired.UnionWith((await ReadAlertsAsync()).Except(firedBefore));
            if (fired.Overlaps(incident.Named))
                foundAfter ??= elapsed;
            await _environment.DelayAsync(Interval);
        }

        var (asked, good) = (_ordinary.Counts.Asked - before.Asked, _ordinary.Counts.Good - before.Good);
        await end.CancelAsync();
        await steps;
        if (_fault.Count > 0 && !_backend.IsChanged && !await TryMakeAsync(new IncidentStep { Fault = [] }, default))
            await _backend.StopAsync(isKilled: true);
        _fault = [];
        return DrillRow.Create(incident, foundAfter?.TotalSeconds, fired, asked is 0 ? null : (double)good / asked);
    }

    public async ValueTask DisposeAsync()
    {
        await EndTrafficAsync();
        _end.Dispose();
        await (_prometheus?.DisposeAsync() ?? default);
        await _frontend.StopAsync();
        await _backend.StopAsync();
    }

    private Task<IReadOnlySet<string>> ReadAlertsAsync() => _prometheus!.GetFiringAlertsAsync();

    private async Task EndTrafficAsync()
    {
        await _end.CancelAsync();
        await _traffic;
    }

    private async Task MakeStepsAsync(Incident incident, CancellationToken end)
    {
        var (started, tasks) = (Stopwatch.GetTimestamp(), new List<Task>());
        foreach (var step in incident.Steps.OrderBy(step => step.AfterS))
        {
            var wait = TimeSpan.FromSeconds(step.AfterS) - Stopwatch.GetElapsedTime(started);
            if (wait > TimeSpan.Zero)
                await Task.Delay(wait, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!end.IsCancellationRequested)
                tasks.Add(TryMakeAsync(step, end));
        }

        await Task.WhenAll(tasks);
    }

    // A step that fails, such as the start of a service with wrong settings, may be the incident.
    private async Task<bool> TryMakeAsync(IncidentStep step, CancellationToken end)
    {
        try
        {
            await (step switch
            {
                { Fault: { } fault } => _faults.SetAsync(_fault = fault),
                { Stop: { } tier } => GetTier(tier).StopAsync(),
                { Kill: { } tier } => GetTier(tier).StopAsync(isKilled: true),
                { Pause: { } tier } => GetTier(tier).PauseAsync(),
                { Restart: { } tier } => GetTier(tier).StartAsync(step.Settings, _prometheus?.Address),
                { Callers: { } callers } =>
                    new DrillTraffic(_environment.Http, _frontend.Address, callers).RunAsync(end),
                { Connections: { } count } => Task.WhenAll(Enumerable.Range(0, count).Select(_ =>
                    DrillTraffic.HoldConnectionAsync(_frontend.Address, end))),
                _ => DrillTraffic.OccupyAsync(step.Neighbour!.Value, end),
            });
            return true;
        }
        catch (Exception failure) when (failure is OperationCanceledException || StudyException.IsExpected(failure))
        {
            Console.WriteLine($"  A step failed: {failure.Message}");
            return false;
        }
    }

    private DrillTier GetTier(Tier tier) => tier is Tier.FrontEnd ? _frontend : _backend;
}

namespace Studies.Studies;

/// <summary>
/// Causes random incidents while requests are sent, and scores the alerts of Prometheus: whether the right one fires,
/// how soon, and how often one fires while nothing is wrong.
/// </summary>
internal sealed class DrillStudy : StudyCommand
{
    private const double RequiredShare = 0.9;
    private const int MaxIncidents = 1_000;
    private const string All = "all";
    private static readonly TimeSpan IncidentTime = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan CalmTimeLimit = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan RequestInterval = TimeSpan.FromMilliseconds(50);

    // How long an incident goes on after it was found, so that alerts with wrong names have time to fire.
    private static readonly TimeSpan TimeAfterFound = TimeSpan.FromSeconds(15);

    private readonly Option<int> _seed = StudyOptions.CreateNumber(
        "--seed", "The seed that the incidents are drawn with.", 7, 0, int.MaxValue);

    private readonly Option<int> _incidents = StudyOptions.CreateNumber(
        "--incidents", "The number of incidents.", 10, 1, MaxIncidents);

    private readonly Option<int> _skip = StudyOptions.CreateNumber(
        "--skip", "The number of incidents of the seed to leave out, to continue an earlier drill.", 0, 0, MaxIncidents);

    private readonly Option<int> _quietMinutes = StudyOptions.CreateNumber(
        "--quiet-minutes", "The time without incidents at the end, in which every alert is false.", 30, 1, 10_000);

    private readonly Argument<string[]> _alerts = new("ALERT")
    {
        Description = $"Only cause what these alerts have to find: {string.Join(", ", Incident.ByAlert.Keys)}, {All}.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public DrillStudy()
        : base("drill",
            "Causes random incidents under load and scores which of them the alerts find and name.",
            rounds: null)
    {
        _alerts.AcceptOnlyFromAmong([.. Incident.ByAlert.Keys, All]);
        Add(_alerts);
        Add(_seed);
        Add(_incidents);
        Add(_skip);
        Add(_quietMinutes);
    }

    protected override string MakeCommand => "make drill";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        GetAlerts(arguments) is { } alerts ? alerts.Length * IncidentTime
        : (arguments.GetRequiredValue(_incidents) * IncidentTime)
            + TimeSpan.FromMinutes(arguments.GetRequiredValue(_quietMinutes)) + TimeSpan.FromSeconds(30);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        await using var drill = await Drill.StartAsync(context.Environment);
        await drill.WaitUntilCalmAsync();
        var (rows, checks) = (new List<DrillRow>(), new CheckReporter());
        var alerts = GetAlerts(context.Arguments);
        foreach (var incident in alerts?.Select(alert => Incident.ByAlert[alert]) ?? Incident.Draw(context.Get(_seed))
            .Skip(context.Get(_skip)).Take(context.Get(_incidents)))
        {
            var row = await drill.RunAsync(incident);
            rows.Add(row);
            Console.WriteLine($"  {(row.IsFound ? '✓' : '✗')} {row.Incident}: {string.Join(", ", row.Fired)}");
        }

        if (alerts is null)
            CheckScore(checks, rows, await drill.WatchAsync(TimeSpan.FromMinutes(context.Get(_quietMinutes))));
        else
            checks.Add(rows.All(row => row.FoundAfterS is not null), "every alert fired");
        StudyFiles.Write(context.ResultsFolder, alerts is null ? $"{Name}-{context.Get(_seed)}" : "alerts", rows, 2,
            ("incident", row => row.Incident),
            ("expected", row => row.Expected),
            ("found after s", row => row.FoundAfterS),
            ("fired", row => string.Join(' ', row.Fired)),
            ("right", row => row.IsFound ? "yes" : "no"));
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    /// <returns>The alerts whose incidents the user asked for; null for a drill.</returns>
    private string[]? GetAlerts(ParseResult arguments) => arguments.GetValue(_alerts) is { Length: > 0 } names
        ? names.Contains(All) ? [.. Incident.ByAlert.Keys] : names
        : null;

    private static void CheckScore(
        CheckReporter checks, List<DrillRow> rows, IReadOnlyDictionary<string, TimeSpan> falseAlarms)
    {
        var found = rows.Count(row => row.IsFound);
        checks.Add(found >= RequiredShare * rows.Count,
            $"{found} of {rows.Count} incidents were found within {IncidentTime.TotalSeconds} s and named rightly "
            + $"(required: {RequiredShare})");
        checks.Add(falseAlarms.Count is 0, "alerts that fired in the quiet minutes: " + (falseAlarms.Count is 0
            ? "none"
            : string.Join(", ", falseAlarms.Select(alarm => $"{alarm.Key} after {alarm.Value.TotalSeconds:0} s"))));
    }

    private sealed class Drill : IAsyncDisposable
    {
        private readonly TestbedEnvironment _environment;
        private readonly PrometheusServer _prometheus;
        private readonly FaultControl _faults;
        private readonly Uri _backend;
        private readonly Uri _frontend;
        private readonly CancellationTokenSource _end;
        private readonly Task _traffic;

        private Drill(TestbedEnvironment environment, PrometheusServer prometheus, Uri backend, Uri frontend)
        {
            (_environment, _prometheus, _backend, _frontend) = (environment, prometheus, backend, frontend);
            _faults = new FaultControl(environment, backend);
            _end = CancellationTokenSource.CreateLinkedTokenSource(environment.StopToken);
            _traffic = SendSteadilyAsync(_end.Token);
        }

        public static async Task<Drill> StartAsync(TestbedEnvironment environment)
        {
            var backend = await StartBackendAsync(environment, "http://127.0.0.1:0");
            var frontend = await environment.StartFrontendAsync(backend);
            var targets = new Dictionary<string, Uri[]> { ["frontend-api"] = [frontend], ["backend-api"] = [backend] };
            var prometheus = await PrometheusServer.StartAsync(environment.Http, targets, environment.StopToken);
            return new Drill(environment, prometheus, backend, frontend);
        }

        public async Task<DrillRow> RunAsync(Incident incident)
        {
            using var end = CancellationTokenSource.CreateLinkedTokenSource(_environment.StopToken);
            var traffic = await CauseAsync(incident, end.Token);
            var (started, fired, foundAfter) = (Stopwatch.GetTimestamp(), new HashSet<string>(), default(TimeSpan?));
            while (Stopwatch.GetElapsedTime(started) is var elapsed && elapsed < IncidentTime
                && !(elapsed - foundAfter > TimeAfterFound))
            {
                fired.UnionWith((await _prometheus.GetFiringAlertsAsync()).Keys);
                if (fired.Contains(incident.Alert))
                    foundAfter ??= elapsed;
                await _environment.DelayAsync(Interval);
            }

            await end.CancelAsync();
            await traffic;
            if (incident.Faults is not null)
                await _faults.SetAsync(new { });
            if (incident.KillsBackend)
                await StartBackendAsync(_environment, $"{_backend}");
            await WaitUntilCalmAsync();
            return DrillRow.Create(incident, foundAfter?.TotalSeconds, fired);
        }

        /// <returns>The alerts that fired in a time without incidents, and after which time they did first.</returns>
        public async Task<IReadOnlyDictionary<string, TimeSpan>> WatchAsync(TimeSpan time)
        {
            var (started, fired) = (Stopwatch.GetTimestamp(), new Dictionary<string, TimeSpan>());
            while (Stopwatch.GetElapsedTime(started) is var elapsed && elapsed < time)
            {
                foreach (var alert in (await _prometheus.GetFiringAlertsAsync()).Keys)
                    fired.TryAdd(alert, elapsed);
                await _environment.DelayAsync(Interval);
            }

            return fired;
        }

        public async ValueTask DisposeAsync()
        {
            await _end.CancelAsync();
            await _traffic;
            _end.Dispose();
            await _prometheus.DisposeAsync();
        }

        // The runtime of the back-end is told that it has one core, so that one busy core saturates it.
        private static Task<Uri> StartBackendAsync(TestbedEnvironment environment, string address) =>
            environment.StartBackendAsync(
                new Dictionary<string, string> { ["DOTNET_PROCESSOR_COUNT"] = "1" },
                [$"--urls={address}", .. FaultControl.Settings]);

        private async Task<Task> CauseAsync(Incident incident, CancellationToken end)
        {
            if (incident.Faults is { } faults)
                await _faults.SetAsync(faults);
            if (incident.KillsBackend)
            {
                _environment.GetProcess(_backend).Kill();
                await _environment.StopAsync(_backend);
            }

            return incident.Traffic is (var query, var callers)
                ? Task.WhenAll(Enumerable.Range(0, callers).Select(_ => SendAgainAndAgainAsync(query, end)))
                : Task.CompletedTask;
        }

        /// <summary>Waits until no alert fires any more, and the rates that alerts look at are those of calm.</summary>
        public async Task WaitUntilCalmAsync()
        {
            var started = Stopwatch.GetTimestamp();
            while ((await _prometheus.GetFiringAlertsAsync()).Count > 0
                || Stopwatch.GetElapsedTime(started) < CalmTimeLimit / 3)
            {
                if (Stopwatch.GetElapsedTime(started) > CalmTimeLimit)
                    throw new StudyException("An alert still fires although the incident is over.");
                await _environment.DelayAsync(Interval);
            }
        }

        private async Task SendSteadilyAsync(CancellationToken end)
        {
            using var timer = new PeriodicTimer(RequestInterval);
            var requests = new List<Task>();
            try
            {
                for (var id = 1; await timer.WaitForNextTickAsync(end); id = (id % 1000) + 1)
                {
                    requests.RemoveAll(request => request.IsCompleted);
                    requests.Add(SendAsync($"/api/customer/{id}", end));
                }
            }
            catch (OperationCanceledException)
            {
                await Task.WhenAll(requests);
            }
        }

        private async Task SendAgainAndAgainAsync(string query, CancellationToken end)
        {
            for (var id = 1; !end.IsCancellationRequested; id = (id % 1000) + 1)
                await SendAsync($"/api/customer/{id}?{query}", end);
        }

        // Failures are what the alerts must find.
        private async Task SendAsync(string path, CancellationToken end)
        {
            try
            {
                using var response = await _environment.Http.GetAsync(new Uri(_frontend, path), end);
            }
            catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
            {
            }
        }
    }
}

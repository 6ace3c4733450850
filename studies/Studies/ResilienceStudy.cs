namespace Studies.Studies;

/// <summary>Measures each mode of resilience against a healthy, slow, failing, absent or overloaded back-end.</summary>
internal sealed class ResilienceStudy : StudyCommand
{
    private const string RequestRate = "100/s";
    private const int RunSeconds = 12;
    private const int WarmupSeconds = 3;

    private readonly Argument<string[]> _scenarios = new("SCENARIOS")
    {
        Description =
            $"The scenarios: {string.Join(", ", ResilienceScenario.All.Select(one => one.Name))}. All by default.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<string[]> _modes = new("--modes")
    {
        Description =
            $"The modes of resilience: {string.Join(", ", ResilienceScenario.Modes)}. All by default.",
        AllowMultipleArgumentsPerToken = true,
    };

    public ResilienceStudy()
        : base("resilience",
            "Measures what retries, hedging and circuit breakers save and cost when the back-end is in trouble.",
            rounds: null)
    {
        AddLiveOption();
        _scenarios.AcceptOnlyFromAmong([.. ResilienceScenario.All.Select(one => one.Name)]);
        Add(_scenarios);
        _modes.AcceptOnlyFromAmong([.. ResilienceScenario.Modes]);
        Add(_modes);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        GetModes(arguments).Count()
        * GetScenarios(arguments).Sum(scenario => WarmupSeconds + GetSeconds(scenario) + 8));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var checks = new CheckReporter();
        var rows = new List<ResilienceRow>();
        foreach (var scenario in GetScenarios(context.Arguments))
        {
            foreach (var mode in GetModes(context.Arguments))
            {
                var row = await MeasureAsync(context, scenario, mode);
                rows.Add(row);
                if (scenario.GetExpectation(row) is { } expectation)
                    checks.Add(expectation.IsMet, $"{scenario.Name}, {mode}: {expectation.Text}");
            }
        }

        Console.WriteLine(
            $"\n  {RequestRate} aggregates were requested. \"calls/needed\" is the number of requests to\n"
            + "  the back-end, with retries and hedges, divided by the number of calls.");
        var names = context.Arguments.GetValue(_scenarios) ?? [];
        StudyFiles.Write(context.ResultsFolder, string.Join('-', [Name, .. names]), rows, 2,
            ("scenario", row => row.Scenario),
            ("resilience", row => row.Resilience),
            ("req/s", row => row.RequestsPerS),
            ("good/s", row => row.GoodPerS),
            ("failed %", row => row.FailedPercent),
            ("p99 ms", row => row.P99Ms),
            ("calls/needed", row => row.CallsPerNeeded),
            ("CPU ms", row => row.CpuMs),
            ("503s under 50 ms", row => row.FastRejectionsPercent is { } share ? $"{TableNumbers.Format(share)} %" : null),
            ("recovered in s", row => row.RecoveryS));
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private IEnumerable<ResilienceScenario> GetScenarios(ParseResult arguments) => ResilienceScenario.All.Where(
        scenario => arguments.GetValue(_scenarios) is not { Length: > 0 } names || names.Contains(scenario.Name));

    private IEnumerable<string> GetModes(ParseResult arguments) => ResilienceScenario.Modes.Where(
        mode => arguments.GetValue(_modes) is not { Length: > 0 } names || names.Contains(mode));

    private static int GetSeconds(ResilienceScenario scenario) => scenario.SecondsAway is 0
        ? RunSeconds
        : (2 * ResilienceScenario.SecondsBeforeAndAfter) + scenario.SecondsAway;

    private static async Task<ResilienceRow> MeasureAsync(
        StudyContext context, ResilienceScenario scenario, string mode)
    {
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync(scenario.Settings);
        var frontend = await environment.StartFrontendAsync(backend);
        await environment.GetAsync(new(frontend, "/api/customer/1"));
        var load = context.SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend, $"?fanout=parallel&resilience={mode}")),
            ("--rate", RequestRate), ("--duration", $"{GetSeconds(scenario)}s"), ("--warmup", $"{WarmupSeconds}s"),
            ("--connections", "1024"), ("--timeout", "20s"), ("--name", $"{scenario.Name}-{mode}"));
        var away = scenario.SecondsAway is 0
            ? default((TimeSpan?, double?))
            : await RestartAsync(environment, backend, frontend, scenario);
        var run = await load;
        var metrics = await environment.ReadMetricsAsync(frontend);
        await environment.StopAsync(frontend);
        await environment.StopAsync(backend);
        return ResilienceRow.Create(scenario.Name, mode, run.ReadResult().SingleVariant, metrics, away);
    }

    /// <summary>
    /// Kills the back-end, starts it again after some time, and waits until the front-end answers as before.
    /// </summary>
    /// <returns>
    /// The time from the start of the back-end to the recovery, null if there was none, and the share of the rejections
    /// that took less than 50 ms. Rejections count from half of the time on, when circuit breakers are open.
    /// </returns>
    private static async Task<(TimeSpan? Recovery, double? FastRejections)> RestartAsync(
        TestbedEnvironment environment, Uri backend, Uri frontend, ResilienceScenario scenario)
    {
        await environment.DelayAsync(TimeSpan.FromSeconds(ResilienceScenario.SecondsBeforeAndAfter));
        var before = await CountGoodAsync(environment, frontend) / ResilienceScenario.SecondsBeforeAndAfter;
        environment.GetProcess(backend).Kill();
        await environment.StopAsync(backend);
        await environment.DelayAsync(TimeSpan.FromSeconds(scenario.SecondsAway / 2.0));
        var half = await CountRejectionsAsync(environment, frontend);
        await environment.DelayAsync(TimeSpan.FromSeconds(scenario.SecondsAway / 2.0));
        var end = await CountRejectionsAsync(environment, frontend);
        double? fast = end.All > half.All ? (end.Fast - half.Fast) / (end.All - half.All) : null;
        await environment.StartBackendAsync([$"--urls={backend}", .. scenario.Settings]);
        var started = TimeProvider.System.GetTimestamp();
        var last = await CountGoodAsync(environment, frontend);
        while (TimeProvider.System.GetElapsedTime(started).TotalSeconds < ResilienceScenario.SecondsBeforeAndAfter - 1)
        {
            var second = TimeProvider.System.GetElapsedTime(started);
            await environment.DelayAsync(TimeSpan.FromSeconds(1));
            var count = await CountGoodAsync(environment, frontend);
            if (count - last >= 0.8 * before)
                return (second, fast);
            last = count;
        }

        return (null, fast);
    }

    private static async Task<(double All, double Fast)> CountRejectionsAsync(
        TestbedEnvironment environment, Uri frontend)
    {
        const string Rejected = "http_response_status_code=\"503\"";
        var metrics = await environment.ReadMetricsAsync(frontend);
        return (metrics.Total("http_server_request_duration_seconds_count", Rejected),
            metrics.Total("http_server_request_duration_seconds_bucket", Rejected, "le=\"0.05\""));
    }

    private static async Task<double> CountGoodAsync(TestbedEnvironment environment, Uri frontend) =>
        (await environment.ReadMetricsAsync(frontend)).Total(
            "http_server_request_duration_seconds_count", "http_response_status_code=\"200\"");
}

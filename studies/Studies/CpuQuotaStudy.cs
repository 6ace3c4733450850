namespace Studies.Studies;

/// <summary>
/// Gives the front-end less than a core, or a little more, and measures what is left with each of several strategies.
/// The quota applies to the front-end alone; back-end and load tool run beside it without one. Each strategy has a
/// front-end of its own, and so has each start. A closed loop shows how much fits into the quota, and a low,
/// fixed rate how long callers wait.
/// </summary>
internal sealed class CpuQuotaStudy : StudyCommand
{
    private const string Connections = "16";
    private const string Rate = "50/s";

    /// <summary>The CPU time that the just-in-time compiler needs before the front-end is warm, roughly.</summary>
    private const double WarmupCpuSeconds = 3;

    /// <summary>A 99th percentile needs a thousand requests. The first second does not count.</summary>
    private const double OpenSeconds = 23;

    /// <summary>The strategies of the first article, and what new code should do.</summary>
    private static readonly string[] Strategies =
        ["webclient-sync", "read-as-async-2014", "string-jsonconvert", "get-from-json"];

    private readonly Option<string> _quotas = StudyOptions.CreateText(
        "--quotas", "CORES", "The CPU quotas of the front-end.", "0.25,0.5,1,2")
        .WithValues(
            text => double.TryParse(text, CultureInfo.InvariantCulture, out var cores) && cores is >= 0.1 and <= 64,
            "numbers from 0.1 to 64");

    private readonly Option<bool> _short = StudyOptions.CreateShort("Try it: two quotas and strategies, for a few seconds.");
    private readonly Option<string?> _publish = StudyOptions.CreatePublish("platform-costs");

    public CpuQuotaStudy()
        : base(
            "cpu-quota",
            "Compares strategies in a front-end whose CPU time is limited, such as to a part of a core.",
            new(10, "How often to restart the processes and measure everything.", 1))
    {
        Add(_quotas);
        Add(_short);
        Add(_publish);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        CountStarts(arguments, rounds) * GetCells(arguments).Sum(cell => GetTimes(arguments, cell.Cores).Sum() + 4));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var (measured, starts) = (new List<CpuQuotaMeasurement>(), CountStarts(context.Arguments, context.Rounds));
        for (var start = 1; start <= starts; start++)
        {
            var cells = GetCells(context.Arguments).ToArray();
            Random.Shared.Shuffle(cells);
            foreach (var (cores, strategy) in cells)
            {
                Console.WriteLine($"  start {start} of {starts}: {TableNumbers.Format(cores)} cores, {strategy}");
                if (await MeasureAsync(context, backend, cores, strategy, start) is not { } one)
                {
                    Console.WriteLine(ControlGroup.Obstacle);
                    return ExitCode.Success;
                }

                measured.Add(one);
            }
        }

        CpuQuotaRow[] rows =
        [
            .. measured.GroupBy(one => (one.Cores, one.Strategy)).OrderBy(cell => cell.Key.Cores)
                .ThenBy(cell => Array.IndexOf(Strategies, cell.Key.Strategy))
                .Select(cell => CpuQuotaRow.Create([.. cell])),
        ];
        StudyFiles.Write(
            context.GetFolder(_publish, "less-than-a-core"), Name, rows, 1, context.Arguments.GetValue(_publish),
            ("strategy", row => row.Strategy), ("cores", row => row.Cores), ("processors", row => row.Processors),
            ("ready s", row => row.ReadyS), ("pool threads", row => row.PoolThreads),
            ("closed: req/s", row => row.ClosedPerS), ("closed: p99 ms", row => row.ClosedP99Ms),
            ($"{Rate}: answered/s", row => row.AnsweredPerS), ($"{Rate}: p50 ms", row => row.P50Ms),
            ($"{Rate}: p99 ms", row => row.P99Ms), ($"{Rate}: throttled %", row => row.ThrottledPercent));
        return ExitCode.Success;
    }

    private async Task<CpuQuotaMeasurement?> MeasureAsync(
        StudyContext context, Uri backend, double cores, string strategy, int start)
    {
        using var group = ControlGroup.TryLimitCores(cores);
        if (group is null)
            return null;
        var (environment, began) = (context.Environment, Stopwatch.GetTimestamp());
        var frontend = await environment.StartProgramAsync("front-end", "FrontendApi", group.Contain(
            ProgramLocator.CreateStartInfo(
                "FrontendApi", ["--urls", "http://127.0.0.1:0", $"--Backend:BaseAddress={backend}"])));
        var ready = Stopwatch.GetElapsedTime(began).TotalSeconds;
        var times = GetTimes(context.Arguments, cores);
        var name = $"{Name}-{TableNumbers.Format(cores)}-{strategy}-{start}";
        var closed = await SendAsync("closed", times[0], times[1], ("--connections", Connections));
        var metrics = await environment.ReadMetricsAsync(frontend);
        var before = group.ReadPeriods();
        var open = await SendAsync("open", 1, times[2] - 1, ("--rate", Rate), ("--connections", "200"));
        var after = group.ReadPeriods();
        await environment.StopAsync(frontend);
        return new(
            cores, strategy, metrics.Total("dotnet_process_cpus"), ready, metrics.Total("dotnet_thread_pool_threads"),
            closed, open, GetShare(after.Throttled - before.Throttled, after.Periods - before.Periods));

        // The load tool marks a run with timeouts as INVALID. Here they are what is measured.
        async Task<VariantResult> SendAsync(
            string phase, double warmup, double duration, params IEnumerable<(string Name, string Value)> options) =>
            (await context.SendAsync(null,
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(frontend, $"?strategy={strategy}")),
                ("--warmup", FormatSeconds(warmup)), ("--duration", FormatSeconds(duration)), ("--timeout", "10s"),
                ("--name", $"{name}-{phase}"), .. options,
            ])).ReadResult().SingleVariant;
    }

    private static double GetShare(double throttled, double periods) => periods > 0 ? 100 * throttled / periods : 0;

    private static string FormatSeconds(double seconds) => $"{TableNumbers.Format(seconds, "0.##")}s";

    /// <summary>Gets the seconds of the warm-up, of the closed loop, and at the fixed rate.</summary>
    private double[] GetTimes(ParseResult arguments, double cores) => arguments.GetValue(_short)
        ? [1.5, 2, 4]
        : [Math.Max(WarmupCpuSeconds, WarmupCpuSeconds / cores), 5, OpenSeconds];

    private int CountStarts(ParseResult arguments, int rounds) => arguments.GetValue(_short) ? 1 : rounds;

    // A quota of more cores than the machine has would be none.
    private IEnumerable<(double Cores, string Strategy)> GetCells(ParseResult arguments) =>
        from cores in arguments.GetRequiredValue(_quotas).Split(',')
            .Select(text => double.Parse(text, CultureInfo.InvariantCulture)).Distinct()
            .Take(arguments.GetValue(_short) ? 2 : int.MaxValue)
        where cores <= Environment.ProcessorCount
        from strategy in Strategies
        where !arguments.GetValue(_short) || strategy is "read-as-async-2014" or "get-from-json"
        select (cores, strategy);
}

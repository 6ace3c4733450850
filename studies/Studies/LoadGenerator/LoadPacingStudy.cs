namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Measures how punctually the load tool sends 1,000 and 10,000 requests per second, and how much CPU time it uses.
/// </summary>
internal sealed class LoadPacingStudy : SeparateCoresStudy
{
    private const double HighestP50Ms = 0.1;
    private const double HighestP99Ms = 0.5;
    private const double HighestCores = 0.5;
    private static readonly int[] ArrivalRates = [1_000, 10_000];
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(5);

    /// <summary>The time after which the load tool has certainly started and completed its warm-up.</summary>
    private static readonly TimeSpan StartupTime = TimeSpan.FromSeconds(3);

    private readonly Option<int> _seconds =
        StudyOptions.CreateNumber("--seconds", "The length of a run in seconds.", 10, 6, 3_600);

    public LoadPacingStudy()
        : base("load-pacing",
            "Measures how punctually the load tool sends requests. Also shows how much CPU time that takes.",
            new(5, "The number of runs at each rate. Checks use the median.", 1)) =>
        Add(_seconds);

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        rounds * ArrivalRates.Length * (WarmUp + TimeSpan.FromSeconds(2 + arguments.GetRequiredValue(_seconds)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var results = new List<PacingResult>();
        foreach (var rate in ArrivalRates)
        {
            for (var round = 0; round < context.Rounds; round++)
                results.Add(await MeasureAsync(context, backend, rate));
        }

        StudyFiles.Write(context.ResultsFolder, Name, results, 0,
            ("req/s", result => result.Rate),
            ("schedule delay p50, ms", result => result.ScheduleDelay.P50),
            ("p90", result => result.ScheduleDelay.P90),
            ("p99", result => result.ScheduleDelay.P99),
            ("p99.9", result => result.ScheduleDelay.P999),
            ("max", result => result.ScheduleDelay.Max),
            ("cores", result => result.Cores));
        return Check(results) ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }

    private async Task<PacingResult> MeasureAsync(StudyContext context, Uri backend, int rate)
    {
        var seconds = context.Get(_seconds);
        Task<double>? cores = null;
        var run = await RunToolAsync(context,
        [
            ("--url", $"{new Uri(backend, "/api/customer/1")}"), ("--rate", $"{rate}/s"), ("--duration", $"{seconds}s"),
            ("--connections", "50"), ("--warmup", $"{WarmUp.TotalSeconds}s"), ("--name", $"pacing-{rate}"),
        ], tool =>
            cores = MeasureCoresAsync(tool, TimeSpan.FromSeconds(Math.Max(1, seconds - 4)), context.Environment));
        var delay = run.ScheduleDelay ?? throw new StudyException("The result of the load tool has no schedule delay.");
        return new PacingResult(rate, delay with { Curve = [], Histogram = null }, await cores!);
    }

    private static async Task<double> MeasureCoresAsync(Process tool, TimeSpan time, TestbedEnvironment environment)
    {
        await environment.DelayAsync(WarmUp + StartupTime);
        var (started, before) = (Stopwatch.GetTimestamp(), tool.TotalProcessorTime);
        await environment.DelayAsync(time);
        tool.Refresh();
        return (tool.TotalProcessorTime - before) / Stopwatch.GetElapsedTime(started);
    }

    private static bool Check(List<PacingResult> results)
    {
        var checks = new CheckReporter();
        foreach (var rate in results.GroupBy(result => result.Rate))
        {
            var delays = rate.Select(result => result.ScheduleDelay).ToArray();
            AtMost($"p50 of the schedule delay at {rate.Key:#,0} req/s", HighestP50Ms, "ms",
                delays.Select(delay => delay.P50));
            AtMost($"p99 of the schedule delay at {rate.Key:#,0} req/s", HighestP99Ms, "ms",
                delays.Select(delay => delay.P99));
            if (rate.Key == ArrivalRates[^1])
                AtMost($"CPU use at {rate.Key:#,0} req/s", HighestCores, "cores",
                    rate.Select(result => (double?)result.Cores));
        }

        return !checks.HasFailure;

        void AtMost(string what, double limit, string unit, IEnumerable<double?> values)
        {
            var median = TableNumbers.Median(values.Select(value => value ?? double.PositiveInfinity));
            checks.Add(median <= limit, $"{what}: {TableNumbers.Format(median)} {unit} (at most {limit} {unit} allowed)");
        }
    }

    private sealed record PacingResult(int Rate, LatencyResult ScheduleDelay, double Cores);
}

namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Measures the memory of the load tool while it loads the cheapest endpoint of the back-end. Memory could grow with
/// the number of requests, with a log of every request, and with the number of rounds of a comparison.
/// </summary>
internal sealed class LoadMemoryStudy : SeparateCoresStudy
{
    private const double MaxMemoryGrowth = 1.05;
    private const int FewestSamples = 8;
    private const int RequestsPerSecond = 40_000;
    private const int Variants = 9;
    private const double SecondsPerTrial = 0.08;
    private static readonly TimeSpan StartupTime = TimeSpan.FromSeconds(60);
    private static readonly MemoryCase RequestsCase = new("requests", "run", 100);
    private static readonly MemoryCase LogCase = new("log", "run", 200);
    private static readonly MemoryCase RoundsCase = new("rounds", "compare", 200);

    private readonly Option<int> _requests =
        StudyOptions.CreateNumber("--requests", "The number of requests.", 10_000_000, 1, int.MaxValue);
    private readonly Option<int> _connections =
        StudyOptions.CreateNumber("--connections", "The number of connections.", 50, 1, 10_000);
    private readonly Option<int> _comparedRounds =
        StudyOptions.CreateNumber("--compare-rounds", "The number of rounds of the comparison.", 400, 2, 10_000);
    private readonly Option<string[]> _cases = new("--case")
    {
        Description = "The cases to measure.",
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [RequestsCase.Name, LogCase.Name, RoundsCase.Name],
    };

    public LoadMemoryStudy()
        : base("load-memory", "Measures the load tool's memory use in long runs and comparisons.",
            new(1, "The number of runs.", 1))
    {
        _cases.AcceptOnlyFromAmong(RequestsCase.Name, LogCase.Name, RoundsCase.Name);
        Add(_requests);
        Add(_connections);
        Add(_comparedRounds);
        Add(_cases);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds)
    {
        var run = (double)arguments.GetRequiredValue(_requests) / RequestsPerSecond;
        var comparison = arguments.GetRequiredValue(_comparedRounds) * (Variants + 1) * SecondsPerTrial;
        var seconds = arguments.GetRequiredValue(_cases).Sum(name => name == RoundsCase.Name ? comparison : run);
        return TimeSpan.FromSeconds(5 + (rounds * seconds));
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var checks = new CheckReporter();
        MemoryCase[] chosen = [.. new[] { RequestsCase, LogCase, RoundsCase }
            .Where(one => context.Arguments.GetRequiredValue(_cases).Contains(one.Name))];
        for (var round = 1; round <= context.Rounds; round++)
        {
            foreach (var one in chosen)
            {
                var samples = await MeasureAsync(context, backend, one);
                StudyFiles.Write(context.ResultsFolder, $"{Name}-{one.Name}-{round}", samples, 0,
                    ("s", sample => TableNumbers.Format(sample.Seconds, "0")),
                    ("resident, MB", sample => FormatMegabytes(sample.Resident)),
                    ("anonymous, MB", sample => FormatMegabytes(sample.Anonymous)),
                    ("highest resident, MB", sample => FormatMegabytes(sample.Highest)));
                Check(checks, one, samples);
            }
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private async Task<List<MemorySample>> MeasureAsync(StudyContext context, Uri backend, MemoryCase one)
    {
        var isLong = one == RoundsCase ? context.Get(_comparedRounds) >= 100 : context.Get(_requests) > 2_000_000;
        var (samples, sampling) = (new List<MemorySample>(), Task.CompletedTask);
        var log = Path.Combine(context.ResultsFolder, "memory.tsv");
        await RunToolAsync(
            context,
            [
                ("--url", $"{new Uri(backend, "/health/live")}"), ("--name", $"memory-{one.Name}"),
                .. one == RoundsCase ? CreateComparison(context) : CreateRun(context, one == LogCase ? log : null),
            ],
            tool => sampling = SampleAsync(
                tool, TimeSpan.FromSeconds(isLong ? 10 : 1), samples, context.Environment.StopToken),
            one.Verb);
        await sampling;
        File.Delete(log);
        return samples;
    }

    private IEnumerable<(string, string)> CreateRun(StudyContext context, string? log) =>
    [
        ("--count", $"{context.Get(_requests)}"), ("--connections", $"{context.Get(_connections)}"),
        .. log is null ? [] : new[] { ("--log", log) },
    ];

    // The comparison runs in an open loop, because the load tool then keeps the largest number of histograms.
    private IEnumerable<(string, string)> CreateComparison(StudyContext context) =>
    [
        ("--vary", $"v={string.Join(',', Enumerable.Range(1, Variants))}"), ("--rounds", $"{context.Get(_comparedRounds)}"),
        ("--rate", "2000/s"), ("--slice", "50ms"), ("--slice-warmup", "0s"), ("--warmup", "1s"),
    ];

    private static async Task SampleAsync(
        Process tool, TimeSpan interval, List<MemorySample> samples, CancellationToken stop)
    {
        var started = Stopwatch.GetTimestamp();
        while (true)
        {
            await Task.Delay(interval, stop);
            if (ProcessStatus.Read(tool) is not { } status)
                return;
            samples.Add(new MemorySample(Stopwatch.GetElapsedTime(started).TotalSeconds,
                status.Resident / 1e6, status.Anonymous / 1e6, status.Peak / 1e6));
        }
    }

    private static void Check(CheckReporter checks, MemoryCase one, List<MemorySample> samples)
    {
        if (samples.Count < FewestSamples)
        {
            checks.Add(false, $"{one.Name}: the run was too short for this check: increase --requests");
            return;
        }

        checks.Add(
            samples[^1].Highest < one.HighestMb,
            $"{one.Name}: highest resident memory: {FormatMegabytes(samples[^1].Highest)} MB (less than {one.HighestMb} required)");
        var quarter = samples.Count / 4;
        var second = samples.Skip(quarter).Take(quarter).Average(sample => sample.Anonymous);
        var last = samples.TakeLast(quarter).Average(sample => sample.Anonymous);
        var text = $"{one.Name}: mean anonymous memory: {FormatMegabytes(second)} MB in the second quarter, {FormatMegabytes(last)} MB in the last";
        if (samples[^1].Seconds < StartupTime.TotalSeconds)
            Console.WriteLine($"  – {text}\n    (a run of less than a minute is too short to show memory growth)");
        else if (one == RequestsCase)
            checks.Add(last < (MaxMemoryGrowth * second) + 1, $"{text} (no growth allowed)");
        else
            Console.WriteLine($"  – {text}");
    }

    private static string FormatMegabytes(double megabytes) => TableNumbers.Format(megabytes, "0.0");

    private sealed record MemoryCase(string Name, string Verb, double HighestMb);

    private sealed record MemorySample(double Seconds, double Resident, double Anonymous, double Highest);
}

namespace Studies.Studies.Incidents;

/// <summary>
/// Sends load at half the capacity for an hour while faults of the back-end are switched on and off at random, and
/// compares the memory, the open files and the threads of both services early and late.
/// </summary>
internal sealed class SoakStudy : StudyCommand
{
    /// <summary>
    /// The number of periods. Each has all faults once, so that any two periods can be compared. The first one is for
    /// settling, the second and the last one are compared: minutes 10 to 20 and 50 to 60 of an hour.
    /// </summary>
    private const int Periods = 6;

    private const double AllowedGrowth = 0.1;

    /// <summary>In a shorter soak, faults would have to be switched faster than it looks at its schedule.</summary>
    private const int LeastMinutes = 5;

    private static readonly TimeSpan SampleInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CapacityTime = TimeSpan.FromSeconds(10);

    private static readonly object[] Faults =
    [
        new { latencyMs = 50, latencyShare = 0.5 },
        new { latencyMs = 500, latencyShare = 0.01 },
        new { errorShare = 0.1, errorStatus = 503 },
        new { cutBeforeShare = 0.05 },
        new { cutWithinShare = 0.05 },
        new { bytesPerSecond = 20_000 },
        new { cpuMs = 1 },
        new { notReady = true },
    ];

    private readonly Option<int> _minutes = StudyOptions.CreateNumber(
        "--minutes", "The length of the soak in minutes. Short ones show large leaks only.", 60, LeastMinutes, 10_000);

    private readonly Option<int> _seed = StudyOptions.CreateNumber(
        "--seed", "The seed of the faults and their times.", 2014, 0, int.MaxValue);

    public SoakStudy()
        : base("soak",
            "Sends load for an hour while faults come and go, and checks that memory, files and threads do not grow.",
            rounds: null)
    {
        AddLiveOption();
        Add(_minutes);
        Add(_seed);
    }

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "the open files of a process are read from /proc, which only Linux has";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromMinutes(arguments.GetRequiredValue(_minutes)) + CapacityTime + TimeSpan.FromSeconds(15);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync(FaultControl.Settings);
        var frontend = await environment.StartFrontendAsync(backend, settings: "--Client:Resilience=standard");
        var url = RequestUrls.GetRandomCustomerUrl(frontend);
        var closed = await context.SendAsync(null,
            ("--url", url), ("--connections", "32"), ("--warmup", "5s"),
            ("--duration", $"{CapacityTime.TotalSeconds - 5}s"), ("--name", "capacity"));
        var capacity = closed.ReadResult().SingleVariant.Throughput.Median;
        var rate = (capacity / 2).ToString("0", CultureInfo.InvariantCulture);

        var length = TimeSpan.FromMinutes(context.Get(_minutes));
        var load = context.SendAsync(null,
            ("--url", url), ("--rate", $"{rate}/s"), ("--connections", "256"), ("--timeout", "20s"), ("--warmup", "0s"),
            ("--duration", $"{length.TotalSeconds:0}s"), ("--name", Name));
        var samples = await SwitchFaultsAsync(context, backend, frontend, length);
        var run = (await load).ReadResult();

        var (rows, checks) = (new List<SoakRow>(), new CheckReporter());
        foreach (var name in SoakSample.Names)
        {
            foreach (var (service, values) in samples)
            {
                var (early, late) = (GetMean(values, name, 1, length), GetMean(values, name, Periods - 1, length));
                var growth = (late / early) - 1;
                rows.Add(new(service, name, early, late, 100 * growth));
                checks.Add(growth <= AllowedGrowth,
                    $"{service}: {name} grew by {TableNumbers.Format(100 * growth, "0.0")} % (at most 10 % allowed)");
            }
        }

        checks.Add(run.Validity.HasPassed("server"), "the front-end counted the requests that the load tool sent");
        var variant = run.SingleVariant;
        checks.Add(!variant.Statuses.ContainsKey("500"), "no response had status 500");
        Console.WriteLine(
            $"\n  {rate} requests/s for {length.TotalMinutes:0.#} minutes: "
            + string.Join(" · ", variant.Outcomes.Select(outcome => $"{outcome.Value:#,0} × {outcome.Key}")));
        StudyFiles.Write(context.ResultsFolder, $"{Name}-growth", rows, 2,
            ("service", row => row.Service),
            ("value", row => row.Value),
            ("early", row => row.Early),
            ("late", row => row.Late),
            ("growth %", row => TableNumbers.Format(row.GrowthPercent, "0.0")));
        // The memory minute by minute shows when it grows.
        SoakMinute[] minutes = [.. samples.SelectMany(service => SoakMinute.Create(service.Key, service.Value))];
        StudyFiles.Write(context.ResultsFolder, "soak-minutes", minutes, 2,
            ("service", minute => minute.Service),
            ("minute", minute => minute.Minute),
            ("anonymous MB", minute => minute.AnonymousMb),
            ("GC heap MB", minute => minute.HeapMb));
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    /// <summary>
    /// Draws when which fault begins and ends: each fault once in each period, in random order, for a random time
    /// between two random times without a fault.
    /// </summary>
    public static IReadOnlyList<(TimeSpan Start, object Faults)> DrawSchedule(int seed, TimeSpan length)
    {
        var (random, schedule) = (new Random(seed), new List<(TimeSpan, object)>());
        for (var period = 0; period < Periods; period++)
        {
            object[] faults = [.. Faults];
            random.Shuffle(faults);
            double[] weights = [.. Enumerable.Range(0, 2 * faults.Length).Select(_ => 0.5 + random.NextDouble())];
            var weightBefore = 0.0;
            for (var i = 0; i < weights.Length; i++)
            {
                var share = (period + (weightBefore / weights.Sum())) / Periods;
                schedule.Add((length * share, i % 2 is 0 ? new { } : faults[i / 2]));
                weightBefore += weights[i];
            }
        }

        return schedule;
    }

    private async Task<Dictionary<string, List<SoakSample>>> SwitchFaultsAsync(
        StudyContext context, Uri backend, Uri frontend, TimeSpan length)
    {
        var environment = context.Environment;
        var faults = new FaultControl(environment, backend);
        var services = new Dictionary<string, Uri> { ["front-end"] = frontend, ["back-end"] = backend };
        var samples = services.Keys.ToDictionary(name => name, _ => new List<SoakSample>());
        var schedule = new Queue<(TimeSpan Start, object Faults)>(DrawSchedule(context.Get(_seed), length));
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) is var elapsed && elapsed < length)
        {
            if (schedule.TryPeek(out var next) && elapsed >= next.Start)
                await faults.SetAsync(schedule.Dequeue().Faults);

            foreach (var (name, service) in services)
            {
                var heap = HasMinuteBegun(samples[name], elapsed)
                    ? (await environment.ReadMetricsAsync(service)).Total(SoakSample.HeapMetric) / 1e6
                    : default(double?);
                samples[name].Add(SoakSample.Read(elapsed, environment.GetProcess(service), heap)
                    ?? throw new StudyException($"The {name} is not running any more."));
            }

            await environment.DelayAsync(SampleInterval);
        }

        await faults.SetAsync(new { });
        return samples;
    }

    private static bool HasMinuteBegun(List<SoakSample> samples, TimeSpan now) =>
        samples.Count is 0 || (int)samples[^1].Time.TotalMinutes != (int)now.TotalMinutes;

    private static double GetMean(IEnumerable<SoakSample> samples, string name, int period, TimeSpan length) => samples
        .Where(sample => sample.Time >= length * period / Periods && sample.Time <= length * (period + 1) / Periods)
        .Average(sample => sample.Get(name));
}

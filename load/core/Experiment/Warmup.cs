namespace TwoTier.Load.Experiment;

/// <summary>
/// The warm-up of all variants in a start: they take short turns, until their targets no longer compile more code than
/// the variants always need. Most of the time is pauses, because the compiler of .NET works in the background: it waits
/// while new methods arrive, and it starves while the load takes all cores.
/// </summary>
internal sealed class Warmup(ExperimentPlan plan, StartedTargets targets, PrometheusScraper scraper, TimeProvider time)
{
    // After so much more than the planned length, or such a part of a start, the variants count as warm in any case.
    private static readonly TimeSpan LongestExtension = TimeSpan.FromSeconds(8);
    private const double LargestPart = 0.4;

    private const long RequestsOfTurn = 1 << 16;

    // Two services were warm after 6 s with these, and after 10 s without pauses (2 × AMD EPYC).
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan PausesOfRound = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Step = TimeSpan.FromSeconds(0.5);

    private readonly MonitoredProcess[] _processes =
    [
        .. plan.Variants.SelectMany(variant => variant.Processes)
            .Where(process => process.Name == MonitoredProcess.Target)
            .DistinctBy(process => process.MetricsUrl),
    ];

    private readonly TimeSpan[] _responseTimes = new TimeSpan[plan.Variants.Count];
    private readonly double[] _spent = new double[plan.Variants.Count];
    private int _turns;

    /// <summary>The time that the warm-up has taken so far.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>
    /// The median time from one request of each variant to its next one on a connection, in the last step; 0 without one.
    /// </summary>
    public IEnumerable<TimeSpan> ResponseTimes => _responseTimes.Select(response =>
        response + ((plan.Profile as ClosedLoopProfile)?.ThinkTime ?? TimeSpan.Zero));

    /// <param name="send">
    /// Sends load to a variant, for a duration, in a round (0), from the request of an index on.
    /// </param>
    /// <param name="stop">Ends the warm-up.</param>
    public async Task RunAsync(
        Func<Variant, TimeSpan, int, long, CancellationToken, Task<Measurement>> send, CancellationToken stop)
    {
        var began = time.GetTimestamp();
        var last = await ReadAsync(stop);
        var shortest = plan.WarmupOfStart;
        var longest = shortest > TimeSpan.Zero ? shortest + LongestExtension : TimeSpan.Zero;
        if (plan is { Starts: > 1, TimeLimit: { } limit } && longest > LargestPart * limit / plan.Starts)
            longest = LargestPart * limit / plan.Starts;
        // First with pauses, in which the compiler works, and then without, as in the rounds.
        foreach (var pause in (TimeSpan[])[PausesOfRound / plan.Variants.Count, TimeSpan.Zero])
        {
            // One process that compiles at every call must not hide that the others are warm.
            var detectors = _processes.Select(_ => new WarmupDetector(pause > TimeSpan.Zero ? 1 : 2)).ToArray();
            for (var isWarm = false; Elapsed < (isWarm ? shortest : longest) && !stop.IsCancellationRequested;)
            {
                var stepBegan = time.GetTimestamp();
                var responses = Math.Max(1, await SendAsync(send, pause, stop));
                var (seconds, now) = (time.GetElapsedTime(stepBegan).TotalSeconds, await ReadAsync(stop));
                bool[] areWarm =
                [
                    .. detectors.Index().Select(one => one.Item.IsWarmAfter(new WarmupStep(
                        (now[one.Index].Methods - last[one.Index].Methods) / seconds,
                        (now[one.Index].Cpu - last[one.Index].Cpu) / responses))),
                ];
                isWarm = areWarm.All(one => one);
                (last, Elapsed) = (now, time.GetElapsedTime(began));
            }

            shortest = TimeSpan.Zero;
        }
    }

    // Gives all variants turns for the time of a step.
    private async Task<long> SendAsync(
        Func<Variant, TimeSpan, int, long, CancellationToken, Task<Measurement>> send,
        TimeSpan pause,
        CancellationToken stop)
    {
        var (began, responses) = (time.GetTimestamp(), 0L);
        var latencies = plan.Variants.Select(_ => new LatencyHistogram()).ToArray();
        do
        {
            // A variant that answers slowly leaves turns out, so that the others are not kept waiting.
            foreach (var (place, variant) in plan.Variants.Index().Where(one => _spent[one.Index] <= 2 * _spent.Min())
                .ToArray().TakeWhile(_ => !stop.IsCancellationRequested))
            {
                var index = ExperimentPlan.GetFirstWarmupIndex(0) + _turns++ * RequestsOfTurn;
                var measurement = await send(variant, Turn, 0, index, stop);
                responses += measurement.Counters.Responses;
                latencies[place].Add(measurement.Counters.Latency);
                _spent[place] += measurement.ElapsedSeconds;
                await Task.Delay(pause, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
        while (time.GetElapsedTime(began) < Step && !stop.IsCancellationRequested);

        foreach (var (place, latency) in latencies.Index().Where(one => one.Item.Count > 0))
            _responseTimes[place] = TimeSpan.FromMicroseconds(latency.GetValueAtQuantile(0.5) / 1000.0);
        return responses;
    }

    // What each target tells of itself, null for what it does not.
    private async Task<(double? Methods, double? Cpu)[]> ReadAsync(CancellationToken stop)
    {
        var readings = await Task.WhenAll(_processes.Select(scraper.ReadAsync));
        var counters = await targets.ReadCountersAsync(stop);
        return
        [
            .. readings.Zip(counters is [] ? readings : counters, (reading, counter) =>
                (counter?.JitMethods, reading?.CpuSeconds)),
        ];
    }
}

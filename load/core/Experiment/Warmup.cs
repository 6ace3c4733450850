namespace TwoTier.Load.Experiment;

/// <summary>
/// The warm-up of all variants in a start: rounds of a little load, and then a pause until the targets are idle. The
/// compiler of .NET works in the background; it waits while new methods arrive, and starves while load takes all cores.
/// The warm-up ends when the targets no longer compile more code than the variants always need.
/// </summary>
internal sealed class Warmup(
    ExperimentPlan plan,
    IReadOnlyList<Variant> variants,
    StartedTargets targets,
    PrometheusScraper scraper,
    Func<TimeSpan, CancellationToken, Task> waitForIdle,
    TimeProvider time)
{
    // After so much more than the planned length, or such a part of a start, the variants count as warm in any case.
    private static readonly TimeSpan LongestExtension = TimeSpan.FromSeconds(8);
    private const double LargestPart = 0.4;

    private const long RequestsOfTurn = 1 << 16;

    // Methods are compiled again after thirty calls. With these lengths, a service with four ways to answer was warm
    // after 6 s; under load all the time, it took 16 s (2 × AMD EPYC).
    private static readonly TimeSpan FirstTurn = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestTurn = TimeSpan.FromSeconds(0.3);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(2.5);

    private readonly MonitoredProcess[] _processes =
    [
        .. variants.SelectMany(variant => variant.Processes)
            .Where(process => process.Name == MonitoredProcess.Target)
            .DistinctBy(process => process.MetricsUrl),
    ];

    private readonly TimeSpan[] _responseTimes = new TimeSpan[variants.Count];
    private int _turns;

    /// <summary>Whether all targets were warm at the end; null without a warm-up.</summary>
    public bool? IsWarm { get; private set; }

    /// <summary>
    /// The median time from one request of each variant to its next one on a connection, in its fastest round.
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
        var (began, elapsed) = (time.GetTimestamp(), TimeSpan.Zero);
        var last = await ReadAsync(stop);
        var shortest = plan.WarmupOfStart;
        var longest = shortest > TimeSpan.Zero ? shortest + LongestExtension : TimeSpan.Zero;
        if (plan is { Starts: > 1, TimeLimit: { } limit } && longest > LargestPart * limit / plan.Starts)
            longest = LargestPart * limit / plan.Starts;
        // One process that compiles at every call must not hide that the others are warm.
        var detectors = _processes.Select(_ => new WarmupDetector()).ToArray();
        for (var isWarm = false; elapsed < (isWarm ? shortest : longest) && !stop.IsCancellationRequested;)
        {
            var responses = Math.Max(1, await SendRoundAsync(send, stop));
            await waitForIdle(LongestPause, stop);
            var now = await ReadAsync(stop);
            bool[] areWarm =
            [
                .. detectors.Index().Select(one => one.Item.IsWarmAfter(
                    now[one.Index].Methods - last[one.Index].Methods,
                    (now[one.Index].Cpu - last[one.Index].Cpu) / responses)),
            ];
            IsWarm = isWarm = areWarm.All(one => one);
            (last, elapsed) = (now, time.GetElapsedTime(began));
        }

        // The turns of this round tell how long responses take now.
        if (elapsed > TimeSpan.Zero)
            await SendRoundAsync(send, stop);
    }

    private async Task<long> SendRoundAsync(
        Func<Variant, TimeSpan, int, long, CancellationToken, Task<Measurement>> send, CancellationToken stop)
    {
        var responses = 0L;
        foreach (var (place, variant) in variants.Index().TakeWhile(_ => !stop.IsCancellationRequested))
        {
            var index = ExperimentPlan.GetFirstWarmupIndex(0) + _turns * RequestsOfTurn;
            var isFirst = _turns++ < variants.Count;
            var length = isFirst ? FirstTurn : TurnLengths.GetLength(_responseTimes[place]);
            var measurement = await send(variant, length < LongestTurn ? length : LongestTurn, 0, index, stop);
            responses += measurement.Counters.Responses;
            if (measurement.Counters.Latency is { Count: > 0 } latency)
            {
                var median = TimeSpan.FromMicroseconds(latency.GetValueAtQuantile(0.5) / 1000.0);
                _responseTimes[place] = isFirst || median < _responseTimes[place] ? median : _responseTimes[place];
            }
        }

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

namespace TwoTier.Load.Experiment;

/// <summary>
/// The warm-up of all variants in a start: they take short turns, until their targets no longer compile more code than
/// the variants always need. Between the turns are pauses, because the compiler of .NET works in the background: it
/// waits while new methods arrive, and it starves while the load takes all cores. With pauses as long as the turns, a
/// service with ten variants was warm after about 14 s, and with pauses of a fifth of them after 19 s (AMD EPYC).
/// </summary>
internal sealed class Warmup(ExperimentPlan plan, StartedTargets targets, PrometheusScraper scraper, TimeProvider time)
{
    // After so many times the planned length, and so much more, the variants count as warm in any case.
    private const int MaxLengths = 5;
    private static readonly TimeSpan LongestExtension = TimeSpan.FromSeconds(15);

    private const long RequestsOfTurn = 1 << 16;
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Step = TimeSpan.FromSeconds(1);

    private readonly MonitoredProcess[] _processes =
    [
        .. plan.Variants.SelectMany(variant => variant.Processes)
            .Where(process => process.Name == MonitoredProcess.Target)
            .DistinctBy(process => process.MetricsUrl),
    ];

    private readonly WarmupDetector _detector = new();
    private int _turns;

    /// <summary>The time that the warm-up has taken so far.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <param name="send">
    /// Sends load to a variant, for a duration, in a round (0), from the request of an index on.
    /// </param>
    /// <param name="stop">Ends the warm-up.</param>
    public async Task RunAsync(
        Func<Variant, TimeSpan, int, long, CancellationToken, Task<Measurement>> send, CancellationToken stop)
    {
        var began = time.GetTimestamp();
        var last = await ReadAsync(stop);
        var (shortest, longest) = (plan.WarmupOfStart, MaxLengths * plan.WarmupOfStart);
        if (longest > shortest + LongestExtension)
            longest = shortest + LongestExtension;
        for (var isWarm = false; Elapsed < (isWarm ? shortest : longest);)
        {
            var stepBegan = time.GetTimestamp();
            var responses = 0L;
            do
            {
                foreach (var variant in plan.Variants.TakeWhile(_ => !stop.IsCancellationRequested))
                {
                    var index = ExperimentPlan.GetFirstWarmupIndex(0) + _turns * RequestsOfTurn;
                    responses += (await send(variant, Turn, 0, index, stop)).Counters.Responses;
                    await Task.Delay(Pause, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                }

                _turns++;
            }
            while (time.GetElapsedTime(stepBegan) < Step && !stop.IsCancellationRequested);

            Elapsed = time.GetElapsedTime(began);
            if (stop.IsCancellationRequested)
                return;
            var seconds = time.GetElapsedTime(stepBegan).TotalSeconds;
            var (methods, cpu) = await ReadAsync(stop);
            isWarm = _detector.IsWarmAfter(
                new WarmupStep(
                    (methods - last.Methods) / seconds / _processes.Length,
                    (cpu - last.Cpu) / Math.Max(1, responses)));
            last = (methods, cpu);
        }
    }

    // The sums over all targets, null if one does not tell it.
    private async Task<(double? Methods, double? Cpu)> ReadAsync(CancellationToken stop)
    {
        var readings = await Task.WhenAll(_processes.Select(scraper.ReadAsync));
        var counters = await targets.ReadCountersAsync(stop);
        return (
            Sum(counters is [] ? readings : counters, one => one.JitMethods),
            Sum(readings, one => one.CpuSeconds));

        static double? Sum(ProcessMetrics?[] all, Func<ProcessMetrics, double?> get) =>
            all is [] ? null : all.Aggregate((double?)0, (sum, one) => sum + (one is null ? null : get(one)));
    }
}

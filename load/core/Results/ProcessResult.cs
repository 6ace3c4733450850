namespace TwoTier.Load.Results;

/// <summary>
/// The resources that a monitored process used under load. A value is null if the process does not expose the metric.
/// Levels, such as memory, are the highest of the readings at the end of each trial. A megabyte is 1,000,000 bytes.
/// </summary>
/// <param name="CpuMs">Milliseconds of CPU time per response.</param>
/// <param name="JitMs">Milliseconds of JIT compilation per response. They are part of the CPU time.</param>
/// <param name="AllocKb">Kilobytes (1,000 bytes) allocated on the managed heap per response.</param>
/// <param name="GcPauseMsPerS">Milliseconds of garbage collection pauses per second of measured time.</param>
/// <param name="PoolThreads">The number of threads in the thread pool.</param>
/// <param name="PoolQueue">The length of the thread pool queue.</param>
/// <param name="ConnectionsOpened">The number of outbound connections that the process opened in all trials.</param>
public sealed record ProcessResult(
    double? CpuMs,
    double? JitMs,
    double? AllocKb,
    double? GcPauseMsPerS,
    double? PoolThreads,
    double? PoolQueue,
    double? ConnectionsOpened)
{
    private const double Megabyte = 1e6;

    /// <summary>The number of outbound connections that the process opened per second of measured time.</summary>
    public double? ConnectionsPerS { get; init; }

    /// <summary>
    /// The exceptions that were thrown per response, caught or not; null too if a page of metrics names none.
    /// </summary>
    public double? Exceptions { get; init; }

    /// <summary>The number of TCP connections in TIME_WAIT, of which each keeps a port occupied.</summary>
    public double? TimeWait { get; init; }

    /// <summary>Resident memory, mapped files included, in megabytes.</summary>
    public double? WorkingSetMb { get; init; }

    /// <summary>Resident anonymous memory in megabytes, which no processes share: compare runtimes by it.</summary>
    public double? AnonymousMb { get; init; }

    /// <summary>Resident memory after the cool-down (<c>--settle</c>), in megabytes. Null without one.</summary>
    public double? WorkingSetAfterMb { get; init; }

    /// <summary>Resident anonymous memory after the cool-down, in megabytes. Null without one.</summary>
    public double? AnonymousAfterMb { get; init; }

    /// <summary>How often the process restarted, so that its counters cover only a part. Null if never.</summary>
    public int? Restarts { get; init; }

    /// <summary>Calculates what a process used in all trials; null if its metrics could not be read in any.</summary>
    internal static ProcessResult? Create(
        IReadOnlyList<Trial> trials, string process, IReadOnlyDictionary<string, ProcessMetrics?>? afterCooldown = null)
    {
        var readings = trials
            .Select(trial => (Trial: trial, Used: trial.Usage.Processes.GetValueOrDefault(process)!))
            .Where(reading => reading.Used is not null)
            .ToArray();
        if (readings.Length == 0)
            return null;

        var cooledDown = afterCooldown?.GetValueOrDefault(process);
        return new ProcessResult(
            RoundToFiveDigits(PerResponse(used => used.CpuSeconds) * 1000),
            RoundToFiveDigits(PerResponse(used => used.JitSeconds) * 1000),
            RoundToFiveDigits(PerResponse(used => used.AllocatedBytes) / 1000),
            RoundToFiveDigits(PerSecond(used => used.GcPauseSeconds) * 1000),
            readings.Max(reading => reading.Used.ThreadPoolThreads),
            readings.Max(reading => reading.Used.ThreadPoolQueueLength),
            Total(used => used.ConnectionsOpened, _ => 1).Sum)
        {
            ConnectionsPerS = RoundToFiveDigits(PerSecond(used => used.ConnectionsOpened)),
            Exceptions = RoundToFiveDigits(PerResponse(used => used.Exceptions)),
            TimeWait = readings.Max(reading => reading.Used.TimeWaitConnections),
            WorkingSetMb = RoundToFiveDigits(readings.Max(reading => reading.Used.WorkingSetBytes) / Megabyte),
            AnonymousMb = RoundToFiveDigits(readings.Max(reading => reading.Used.AnonymousBytes) / Megabyte),
            WorkingSetAfterMb = RoundToFiveDigits(cooledDown?.WorkingSetBytes / Megabyte),
            AnonymousAfterMb = RoundToFiveDigits(cooledDown?.AnonymousBytes / Megabyte),
            Restarts = readings.Count(reading => reading.Used.IsRestarted) is > 0 and var restarts ? restarts : null,
        };

        double? PerResponse(Func<ProcessMetrics, double?> getFigure) =>
            Divide(Total(getFigure, trial => trial.Replies));

        double? PerSecond(Func<ProcessMetrics, double?> getFigure) =>
            Divide(Total(getFigure, trial => trial.ElapsedSeconds));

        // Adds up a figure, and an amount of only those trials in which the figure is known.
        (double? Sum, double Amount) Total(Func<ProcessMetrics, double?> getFigure, Func<Trial, double> getAmount)
        {
            var known = readings.Where(reading => getFigure(reading.Used) is not null).ToArray();
            return known.Length == 0 || readings.All(reading => reading.Trial.Replies == 0)
                ? (null, 0)
                : (known.Sum(reading => getFigure(reading.Used)), known.Sum(reading => getAmount(reading.Trial)));
        }

        static double? Divide((double? Sum, double Amount) total) => total.Amount > 0 ? total.Sum / total.Amount : null;
    }

    /// <summary>
    /// The levels of a process in a part of a run: the highest of its pool, its memory at the end, and the mean CPU.
    /// </summary>
    internal sealed record Levels(double? PoolThreads, double? PoolQueue, double? WorkingSetMb, double? CpuCores)
    {
        internal static IReadOnlyDictionary<string, Levels?>? Summarize(
            MetricsSampler? sampler, TimeSpan from, TimeSpan to) => sampler?.Processes
            .Select((process, i) => (process.Name, Levels: Summarize(sampler.GetSamples(from, to, i))))
            .ToDictionary(process => process.Name, process => process.Levels);

        private static Levels? Summarize(IReadOnlyList<(TimeSpan At, ProcessMetrics Reading)> samples)
        {
            if (samples is not [var first, ..])
                return null;
            var last = samples[^1];
            var seconds = (last.At - first.At).TotalSeconds;
            return new Levels(
                samples.Max(sample => sample.Reading.ThreadPoolThreads),
                samples.Max(sample => sample.Reading.ThreadPoolQueueLength),
                RoundToFiveDigits(last.Reading.WorkingSetBytes / Megabyte),
                seconds > 0
                    ? RoundToFiveDigits(last.Reading.GetIncreaseSince(first.Reading).CpuSeconds / seconds)
                    : null);
        }
    }
}

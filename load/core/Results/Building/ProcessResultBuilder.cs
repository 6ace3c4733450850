namespace TwoTier.Load.Results.Building;

internal static class ProcessResultBuilder
{
    private const double Megabyte = 1e6;

    /// <summary>Calculates what a process used in some periods; null if it could not be read in any.</summary>
    public static ProcessResult? Create(
        IReadOnlyList<UsagePeriod> periods,
        string process,
        IReadOnlyDictionary<string, ProcessMetrics?>? afterCooldown = null)
    {
        var readings = periods
            .Select(period => (Period: period, Used: period.Processes.GetValueOrDefault(process)!))
            .Where(reading => reading.Used is not null)
            .ToArray();
        if (readings.Length == 0)
            return null;

        var cooledDown = afterCooldown?.GetValueOrDefault(process);
        return new ProcessResult
        {
            CpuMs = RoundToFiveDigits(PerResponse(used => used.CpuSeconds) * 1000),
            AllocKb = RoundToFiveDigits(PerResponse(used => used.AllocatedBytes) / 1000),
            GcPauseMsPerS = RoundToFiveDigits(PerSecond(used => used.GcPauseSeconds) * 1000),
            PoolThreads = readings.Max(reading => reading.Used.ThreadPoolThreads),
            PoolQueue = readings.Max(reading => reading.Used.ThreadPoolQueueLength),
            ConnectionsOpened = Total(used => used.ConnectionsOpened, _ => 1).Sum,
            ConnectionsPerS = RoundToFiveDigits(PerSecond(used => used.ConnectionsOpened)),
            TimeWait = readings.Max(reading => reading.Used.TimeWaitConnections),
            WorkingSetMb = RoundToFiveDigits(readings.Max(reading => reading.Used.WorkingSetBytes) / Megabyte),
            AnonymousMb = RoundToFiveDigits(readings.Max(reading => reading.Used.AnonymousBytes) / Megabyte),
            WorkingSetAfterMb = RoundToFiveDigits(cooledDown?.WorkingSetBytes / Megabyte),
            AnonymousAfterMb = RoundToFiveDigits(cooledDown?.AnonymousBytes / Megabyte),
            Restarts = readings.Count(reading => reading.Used.IsRestarted) is > 0 and var restarts ? restarts : null,
        };

        double? PerResponse(Func<ProcessMetrics, double?> getFigure) =>
            Divide(Total(getFigure, period => period.Responses));

        double? PerSecond(Func<ProcessMetrics, double?> getFigure) =>
            Divide(Total(getFigure, period => period.Seconds));

        // Adds up a figure, and an amount of only those periods in which the figure is known.
        (double? Sum, double Amount) Total(Func<ProcessMetrics, double?> getFigure, Func<UsagePeriod, double> getAmount)
        {
            var known = readings.Where(reading => getFigure(reading.Used) is not null).ToArray();
            return known.Length == 0 || readings.All(reading => reading.Period.Responses == 0)
                ? (null, 0)
                : (known.Sum(reading => getFigure(reading.Used)), known.Sum(reading => getAmount(reading.Period)));
        }

        static double? Divide((double? Sum, double Amount) total) => total.Amount > 0 ? total.Sum / total.Amount : null;
    }

    /// <summary>
    /// Summarizes the processes in a part of a run: the highest levels of the pool, the memory at the end and the mean
    /// CPU; null for a process that was not read in that time.
    /// </summary>
    public static Dictionary<string, ProcessResult?> CreateLevels(
        MetricsSampler? sampler, TimeSpan from, TimeSpan to) => sampler is null
        ? []
        : sampler.Processes
            .Select((process, i) => (process.Name, Levels: CreateLevels(sampler.GetSamples(from, to, i))))
            .ToDictionary(process => process.Name, process => process.Levels);

    private static ProcessResult? CreateLevels(IReadOnlyList<(TimeSpan At, ProcessMetrics Reading)> samples)
    {
        if (samples is not [var first, ..])
            return null;
        var last = samples[^1];
        var seconds = (last.At - first.At).TotalSeconds;
        return new ProcessResult
        {
            PoolThreads = samples.Max(sample => sample.Reading.ThreadPoolThreads),
            PoolQueue = samples.Max(sample => sample.Reading.ThreadPoolQueueLength),
            WorkingSetMb = RoundToFiveDigits(last.Reading.WorkingSetBytes / Megabyte),
            CpuCores = seconds > 0
                ? RoundToFiveDigits(last.Reading.GetIncreaseSince(first.Reading).CpuSeconds / seconds)
                : null,
        };
    }
}

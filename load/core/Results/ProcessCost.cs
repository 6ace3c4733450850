using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>
/// Calculates what the requests of a variant cost in a monitored process, such as CPU time per request.
/// </summary>
internal static class ProcessCost
{
    private const double Megabyte = 1e6;

    /// <summary>Calculates the resource usage of a monitored process over all trials of a variant.</summary>
    /// <returns>The resource usage, or null if the metrics of the process could not be read in any trial.</returns>
    public static ProcessResult? Calculate(
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
        (double? Sum, double Amount) Total(
            Func<ProcessMetrics, double?> getFigure, Func<Trial, double> getAmount)
        {
            var known = readings.Where(reading => getFigure(reading.Used) is not null).ToArray();
            return known.Length == 0 || readings.All(reading => reading.Trial.Replies == 0)
                ? (null, 0)
                : (known.Sum(reading => getFigure(reading.Used)), known.Sum(reading => getAmount(reading.Trial)));
        }

        static double? Divide((double? Sum, double Amount) total) =>
            total.Amount > 0 ? total.Sum / total.Amount : null;
    }
}

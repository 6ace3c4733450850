using Load.Experiment;
using Load.Target;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>
/// Calculates what the requests of a variant cost in a monitored process, such as CPU time per request.
/// </summary>
internal static class ProcessCost
{
    private const double Megabyte = 1e6;

    /// <summary>Calculates the resource usage of a monitored process over all trials of a variant.</summary>
    /// <param name="trials">The trials of the variant.</param>
    /// <param name="process">The name of the monitored process.</param>
    /// <param name="afterCooldown">
    /// The metrics of the monitored processes after the cool-down, keyed by process name. Null without a cool-down.
    /// </param>
    /// <returns>The resource usage, or null if the metrics of the process could not be read in any trial.</returns>
    public static ProcessResult? Calculate(
        IReadOnlyList<Trial> trials, string process, IReadOnlyDictionary<string, ProcessMetrics?>? afterCooldown = null)
    {
        var readings = trials
            .Select(trial => (trial.Measurement, Used: trial.Usage.Processes.GetValueOrDefault(process)!))
            .Where(reading => reading.Used is not null)
            .ToArray();
        if (readings.Length == 0)
            return null;

        var responses = readings.Sum(reading => reading.Measurement.Replies);
        var seconds = readings.Sum(reading => reading.Measurement.ElapsedSeconds);
        var cooledDown = afterCooldown?.GetValueOrDefault(process);
        return new ProcessResult(
            RoundToFiveDigits(Total(used => used.CpuSeconds) * 1000 / responses),
            RoundToFiveDigits(Total(used => used.JitSeconds) * 1000 / responses),
            RoundToFiveDigits(Total(used => used.AllocatedBytes) / 1000 / responses),
            RoundToFiveDigits(Total(used => used.GcPauseSeconds) * 1000 / seconds),
            readings.Max(reading => reading.Used.ThreadPoolThreads),
            readings.Max(reading => reading.Used.ThreadPoolQueueLength),
            Total(used => used.ConnectionsOpened))
        {
            ConnectionsPerS = RoundToFiveDigits(Total(used => used.ConnectionsOpened) / seconds),
            TimeWait = readings.Max(reading => reading.Used.TimeWaitConnections),
            WorkingSetMb = RoundToFiveDigits(readings.Max(reading => reading.Used.WorkingSetBytes) / Megabyte),
            AnonymousMb = RoundToFiveDigits(readings.Max(reading => reading.Used.AnonymousBytes) / Megabyte),
            WorkingSetAfterMb = RoundToFiveDigits(cooledDown?.WorkingSetBytes / Megabyte),
            AnonymousAfterMb = RoundToFiveDigits(cooledDown?.AnonymousBytes / Megabyte),
            Restarts = readings.Count(reading => reading.Used.IsRestarted) is > 0 and var restarts ? restarts : null,
        };

        double? Total(Func<ProcessMetrics, double?> getFigure)
        {
            var measured = readings.Select(reading => getFigure(reading.Used)).OfType<double>().ToArray();
            return measured.Length == 0 || responses == 0 ? null : measured.Sum();
        }
    }
}

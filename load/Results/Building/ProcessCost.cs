using Load.Experiment;
using Load.Target;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>What a variant cost in one tier, over all its slices.</summary>
internal static class ProcessCost
{
    private const double Megabyte = 1e6;

    /// <param name="slices">Of the variant.</param>
    /// <param name="tier">Its name.</param>
    /// <param name="settled">What the tiers said some time after the load; null where nobody waited.</param>
    /// <returns>Null where the tier had no readable metrics in any slice.</returns>
    public static ProcessResult? Calculate(
        IReadOnlyList<Trial> slices, string tier, IReadOnlyDictionary<string, ProcessMetrics?>? settled = null)
    {
        var readings = slices
            .Select(slice => (slice.Measurement, Used: slice.Usage.Processes.GetValueOrDefault(tier)!))
            .Where(reading => reading.Used is not null)
            .ToArray();
        if (readings.Length == 0)
            return null;

        var replies = readings.Sum(reading => reading.Measurement.Counters.Replies);
        var seconds = readings.Sum(reading => reading.Measurement.ElapsedSeconds);
        return new ProcessResult(
            RoundToFiveDigits(Total(used => used.CpuSeconds) * 1000 / replies),
            RoundToFiveDigits(Total(used => used.JitSeconds) * 1000 / replies),
            RoundToFiveDigits(Total(used => used.AllocatedBytes) / 1000 / replies),
            RoundToFiveDigits(Total(used => used.GcPauseSeconds) * 1000 / seconds),
            readings.Max(reading => reading.Used.PoolThreads),
            readings.Max(reading => reading.Used.PoolQueue),
            Total(used => used.ConnectionsOpened))
        {
            ConnectionsPerS = RoundToFiveDigits(Total(used => used.ConnectionsOpened) / seconds),
            TimeWait = readings.Max(reading => reading.Used.TimeWait),
            WorkingSetMb = RoundToFiveDigits(readings.Max(reading => reading.Used.WorkingSetBytes) / Megabyte),
            AnonymousMb = RoundToFiveDigits(readings.Max(reading => reading.Used.AnonymousBytes) / Megabyte),
            WorkingSetAfterMb = RoundToFiveDigits(settled?.GetValueOrDefault(tier)?.WorkingSetBytes / Megabyte),
            AnonymousAfterMb = RoundToFiveDigits(settled?.GetValueOrDefault(tier)?.AnonymousBytes / Megabyte),
        };

        double? Total(Func<ProcessMetrics, double?> figure)
        {
            var measured = readings.Select(reading => figure(reading.Used)).OfType<double>().ToArray();
            return measured.Length == 0 || replies == 0 ? null : measured.Sum();
        }
    }
}

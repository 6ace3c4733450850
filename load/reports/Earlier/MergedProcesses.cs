using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>Merges the costs of the monitored processes of several comparisons.</summary>
internal static class MergedProcesses
{
    /// <summary>
    /// Averages the costs per request over the process starts, and takes the highest of the levels, such as memory.
    /// </summary>
    public static IReadOnlyDictionary<string, ProcessResult?> Average(IReadOnlyList<VariantResult> variants) =>
        variants[0].Processes.Keys.ToDictionary(name => name, name => Average(
            [.. variants.Select(variant => variant.Processes.GetValueOrDefault(name)).OfType<ProcessResult>()]));

    private static ProcessResult? Average(IReadOnlyList<ProcessResult> starts) => starts.Count == 0 ? null
        : new ProcessResult(
            Average(starts, start => start.CpuMs),
            Average(starts, start => start.JitMs),
            Average(starts, start => start.AllocKb),
            Average(starts, start => start.GcPauseMsPerS),
            starts.Max(start => start.PoolThreads),
            starts.Max(start => start.PoolQueue),
            starts.Sum(start => start.ConnectionsOpened))
        {
            ConnectionsPerS = Average(starts, start => start.ConnectionsPerS),
            TimeWait = starts.Max(start => start.TimeWait),
            WorkingSetMb = starts.Max(start => start.WorkingSetMb),
            AnonymousMb = starts.Max(start => start.AnonymousMb),
            WorkingSetAfterMb = starts.Max(start => start.WorkingSetAfterMb),
            AnonymousAfterMb = starts.Max(start => start.AnonymousAfterMb),
            Restarts = starts.Max(start => start.Restarts),
        };

    private static double? Average(IReadOnlyList<ProcessResult> starts, Func<ProcessResult, double?> getCost) =>
        RoundToFiveDigits(starts.Average(getCost));
}

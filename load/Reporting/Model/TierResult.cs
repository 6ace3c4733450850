namespace Load.Reporting.Model;

/// <param name="CpuMs">A request.</param>
/// <param name="JitMs">A request, of the former: time spent compiling.</param>
/// <param name="AllocKb">A request, 1,000 bytes.</param>
/// <param name="GcPauseMsPerS">Of the measured time.</param>
/// <param name="PoolThreads">Highest level at the end of a slice.</param>
/// <param name="PoolQueue">Highest level at the end of a slice.</param>
/// <param name="ConnectionsOpened">Outbound, in all slices.</param>
internal sealed record TierResult(
    double? CpuMs,
    double? JitMs,
    double? AllocKb,
    double? GcPauseMsPerS,
    double? PoolThreads,
    double? PoolQueue,
    double? ConnectionsOpened);

namespace Load.Reporting.Model;

/// <summary>How high a tier went. Each is null where the tier does not say.</summary>
/// <param name="PoolThreads">Threads of its pool: the most since its start where it keeps that, else at the time of reading.</param>
/// <param name="PoolQueue">Work items that waited for one of them: likewise.</param>
/// <param name="WorkingSetMb">In 1,000,000 bytes: likewise.</param>
internal sealed record LevelResult(double? PoolThreads, double? PoolQueue, double? WorkingSetMb);

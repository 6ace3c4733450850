namespace TwoTier.Load.Results;

/// <summary>The result of a variant's trial in one round.</summary>
/// <param name="N">The number of the round, from 1.</param>
/// <param name="Slot">The position of the trial in the shuffled order of the round, from 1.</param>
/// <param name="StartS">Seconds from <see cref="Result.Started"/> to the start of the trial.</param>
/// <param name="Requests">The number of requests that ended, with or without success.</param>
/// <param name="Rps">Successful responses per second during the trial.</param>
/// <param name="P50">The median latency in milliseconds, or null if there were too few requests.</param>
/// <param name="P99">The 99th percentile in milliseconds, or null if there were too few requests.</param>
/// <param name="CpuMs">Milliseconds of CPU time per request of each monitored process; null if not measured.</param>
public sealed record RoundResult(
    int N,
    int Slot,
    double StartS,
    long Requests,
    double Rps,
    double? P50,
    double? P99,
    IReadOnlyDictionary<string, double?> CpuMs)
{
    internal static RoundResult Create(Trial trial) => new(
        trial.Round,
        trial.Position,
        RoundToFiveDigits(trial.StartSeconds),
        trial.Requests,
        RoundToFiveDigits(trial.Goodput),
        LatencySummary.GetMilliseconds(trial.P50Ns),
        LatencySummary.GetMilliseconds(trial.P99Ns),
        trial.Usage.Processes.ToDictionary(
            process => process.Key,
            process => RoundToFiveDigits(trial.GetPerReply(process.Value?.CpuSeconds) * 1000)));
}

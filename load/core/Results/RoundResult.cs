using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>The result of a variant's trial in one round.</summary>
/// <param name="N">The number of the round, from 1.</param>
/// <param name="Slot">The position of the trial in the shuffled order of the round, from 1.</param>
/// <param name="StartS">Seconds from <see cref="Result.Started"/> to the start of the trial.</param>
/// <param name="Requests">The number of requests that ended, with or without success.</param>
/// <param name="Rps">Successful responses per second during the trial.</param>
/// <param name="RpsBins">Responses per second in each quarter of a second of the trial.</param>
/// <param name="P50">The median latency in milliseconds, or null if there were too few requests.</param>
/// <param name="P99">
/// The 99th percentile of the latency in milliseconds, or null if there were too few requests.
/// </param>
/// <param name="CpuMs">
/// Milliseconds of CPU time per request of each monitored process, keyed by process name. A value is null if it was not
/// measured.
/// </param>
public sealed record RoundResult(
    int N,
    int Slot,
    double StartS,
    long Requests,
    double Rps,
    double[] RpsBins,
    double? P50,
    double? P99,
    IReadOnlyDictionary<string, double?> CpuMs)
{
    /// <summary>Converts a trial to the form in which the result file stores it.</summary>
    internal static RoundResult Create(Trial trial) => new(
        trial.Round,
        trial.Position,
        RoundToFiveDigits(trial.StartSeconds),
        trial.Measurement.Requests,
        RoundToFiveDigits(trial.Goodput),
        [.. trial.Measurement.RepliesByColumn.Select(replies => replies / HeatMap.ColumnWidth.TotalSeconds)],
        LatencySummary.GetMilliseconds(trial.Measurement.P50Ns),
        LatencySummary.GetMilliseconds(trial.Measurement.P99Ns),
        trial.Usage.Processes.Keys.ToDictionary(
            process => process, process => RoundToFiveDigits(trial.GetCpuMs(process))));
}

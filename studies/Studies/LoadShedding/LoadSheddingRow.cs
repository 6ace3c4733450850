using Studies.Commands;
using Studies.LoadTool;

namespace Studies.Studies.LoadShedding;

/// <summary>Requests that a front-end is offered.</summary>
/// <param name="Load">The offered requests per second, divided by the capacity; null for a closed loop.</param>
/// <param name="Connections">The number of connections.</param>
internal sealed record Offer(double? Load, int Connections);

/// <summary>A row of the study's table: medians over the rounds.</summary>
/// <param name="Limit">The limit of concurrent requests; null for none.</param>
/// <param name="Offer">The requests that the front-end was offered.</param>
/// <param name="OfferedPerS">The requests per second that were due; null in a closed loop.</param>
/// <param name="GoodPerS">The successful responses per second.</param>
/// <param name="RejectedPercent">The share of the requests that were answered with 503.</param>
/// <param name="FailedPercent">The share of the requests that failed in another way, such as a timeout.</param>
/// <param name="P99Ms">
/// The 99th percentile of the latency of the successful responses; null if a round had none.
/// </param>
/// <param name="Cores">The CPU time of both services per second; null if it was not measured.</param>
/// <param name="ToolDelayMs">
/// The 99th percentile of the time by which the load tool itself sent requests too late; null if it was not measured.
/// </param>
/// <param name="Rounds">The measurements of each round.</param>
internal sealed record LoadSheddingRow(
    int? Limit, Offer Offer, double? OfferedPerS, double GoodPerS, double RejectedPercent, double FailedPercent,
    double? P99Ms, double? Cores, double? ToolDelayMs, IReadOnlyList<LoadSheddingRound> Rounds)
{
    /// <summary>The successful responses for each second of CPU time of both services.</summary>
    public double? GoodPerCoreS => GoodPerS / Cores;

    public static LoadSheddingRow Create(
        int? limit, Offer offer, double capacity, IReadOnlyList<(int Round, VariantResult Result)> rounds)
    {
        double? Median(Func<VariantResult, double?> get)
        {
            var values = rounds.Select(round => get(round.Result)).OfType<double>().ToArray();
            return values.Length == rounds.Count ? TableNumbers.Median(values) : null;
        }

        return new(
            limit, offer, offer.Load * capacity, Median(result => GetGoodput(result))!.Value,
            Median(result => 100.0 * GetRejected(result) / result.Requests)!.Value,
            Median(result => 100.0 * (result.Errors - GetRejected(result)) / result.Requests)!.Value,
            Median(result => result.Latency.P99),
            Median(result =>
                (result.Target.CpuMs + result.Backend.CpuMs) / 1000 * result.Statuses.Values.Sum() / result.MeasuredS),
            Median(result => result.ScheduleDelay?.P99),
            [.. rounds.Select(round => new LoadSheddingRound(
                round.Round, GetGoodput(round.Result), round.Result.Latency.P99))]);
    }

    public static double GetGoodput(VariantResult result) =>
        (result.Requests - result.Errors) / result.MeasuredS!.Value;

    public string[] Format() =>
    [
        Limit is { } limit ? $"{limit}" : "none",
        Offer.Load is { } load ? TableNumbers.Format(load, "0.0") : "closed",
        $"{Offer.Connections}", TableNumbers.Format(OfferedPerS), TableNumbers.Format(GoodPerS),
        TableNumbers.Format(RejectedPercent), TableNumbers.Format(FailedPercent), TableNumbers.Format(P99Ms),
        TableNumbers.Format(Cores), TableNumbers.Format(GoodPerCoreS), TableNumbers.Format(ToolDelayMs),
        $"{Rounds.Count}",
    ];

    private static long GetRejected(VariantResult result) => result.Statuses.GetValueOrDefault("503");
}

/// <summary>The measurements of a row in one round.</summary>
/// <param name="Number">The number of the round.</param>
/// <param name="GoodPerS">The successful responses per second.</param>
/// <param name="P99Ms">The 99th percentile of the latency of the successful responses; null if there were none.</param>
internal sealed record LoadSheddingRound(int Number, double GoodPerS, double? P99Ms);

/// <summary>A ratio of two rows, over the rounds.</summary>
internal sealed record LoadSheddingRatio(string Name, RatioEstimate? Ratio);

using Studies.Commands;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>Requests that a front-end is offered.</summary>
/// <param name="Load">The offered requests per second, divided by the capacity.</param>
/// <param name="Connections">The number of connections.</param>
internal sealed record Offer(double Load, int Connections);

/// <summary>A row of the study's table: medians over the rounds.</summary>
/// <param name="Limit">The limit of concurrent requests; null for none.</param>
/// <param name="Offer">The requests that the front-end was offered.</param>
/// <param name="OfferedPerS">The requests per second that were due.</param>
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
/// <param name="GoodPerSOfRounds">The successful responses per second in each round.</param>
internal sealed record LoadSheddingRow(
    int? Limit, Offer Offer, double OfferedPerS, double GoodPerS, double RejectedPercent, double FailedPercent,
    double? P99Ms, double? Cores, double? ToolDelayMs, IReadOnlyList<double> GoodPerSOfRounds)
{
    /// <summary>The successful responses for each second of CPU time of both services.</summary>
    public double? GoodPerCoreS => GoodPerS / Cores;

    public static LoadSheddingRow Create(
        int? limit, Offer offer, double capacity, IReadOnlyList<VariantResult> results)
    {
        double? Median(Func<VariantResult, double?> get)
        {
            var values = results.Select(get).OfType<double>().ToArray();
            return values.Length == results.Count ? TableNumbers.Median(values) : null;
        }

        return new(
            limit, offer, offer.Load * capacity, TableNumbers.Median(results.Select(GetGoodput)),
            TableNumbers.Median(results.Select(result => 100.0 * GetRejected(result) / result.Requests)),
            TableNumbers.Median(
                results.Select(result => 100.0 * (result.Errors - GetRejected(result)) / result.Requests)),
            Median(result => result.Latency.P99),
            Median(result =>
                (result.Target.CpuMs + result.Backend.CpuMs) / 1000 * result.Statuses.Values.Sum() / result.MeasuredS),
            Median(result => result.ScheduleDelay?.P99), [.. results.Select(GetGoodput)]);
    }

    public static double GetGoodput(VariantResult result) =>
        (result.Requests - result.Errors) / result.MeasuredS!.Value;

    public string[] Format() =>
    [
        Limit is { } limit ? $"{limit}" : "none", TableNumbers.Format(Offer.Load, "0.0"), $"{Offer.Connections}",
        TableNumbers.Format(OfferedPerS), TableNumbers.Format(GoodPerS), TableNumbers.Format(RejectedPercent),
        TableNumbers.Format(FailedPercent), TableNumbers.Format(P99Ms), TableNumbers.Format(Cores),
        TableNumbers.Format(GoodPerCoreS), TableNumbers.Format(ToolDelayMs),
        $"{GoodPerSOfRounds.Count}",
    ];

    private static long GetRejected(VariantResult result) => result.Statuses.GetValueOrDefault("503");
}

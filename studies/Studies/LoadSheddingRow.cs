namespace Studies.Studies;

internal sealed record Offer(double? Load, int Connections);

internal sealed record LoadSheddingRow(
    int? Limit, Offer Offer, double? OfferedPerS, double GoodPerS, double RejectedPercent, double FailedPercent,
    double? P99Ms, double? Cores, double? ToolDelayMs, IReadOnlyList<LoadSheddingRound> Rounds)
{
    public double? GoodPerCoreS => GoodPerS / Cores;

    public static LoadSheddingRow Create(
        int? limit, Offer offer, double capacity, IReadOnlyList<(int Round, VariantResult Result)> rounds)
    {
        double? Median(Func<VariantResult, double?> get)
        {
            var values = rounds.Select(round => get(round.Result)).OfType<double>().ToArray();
            return values.Length == rounds.Count ? values.Median() : null;
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

    private static long GetRejected(VariantResult result) => result.Statuses.GetValueOrDefault("503");
}

internal sealed record LoadSheddingRound(int Number, double GoodPerS, double? P99Ms);

internal sealed record LoadSheddingRatio(string Name, StudyRatio? Ratio);

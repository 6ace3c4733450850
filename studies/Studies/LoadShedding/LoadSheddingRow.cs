namespace Studies.Studies.LoadShedding;

/// <summary>Requests that a front-end is offered.</summary>
internal sealed record Offer(double? Load, int Connections);

/// <summary>A row of the study's table: medians over the rounds.</summary>
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
internal sealed record LoadSheddingRound(int Number, double GoodPerS, double? P99Ms);

/// <summary>A ratio of two rows, over the rounds.</summary>
internal sealed record LoadSheddingRatio(string Name, StudyRatio? Ratio);

namespace Studies.Claims.Criteria;

internal sealed record Measurement
{
    /// <summary>The measured quantities by name. The criterion of the claim refers to these names.</summary>
    public IReadOnlyDictionary<string, Metric> Metrics { get; init; } = new Dictionary<string, Metric>();
    public string Figures { get; init; } = "";
    public string? NotMeasuredReason { get; init; }

    public static Measurement NotMeasured(string reason) => new() { NotMeasuredReason = reason };

    public static Measurement FromMetric(string name, Metric metric, string figures) =>
        new() { Metrics = new Dictionary<string, Metric> { [name] = metric }, Figures = figures };
}

namespace Studies.Claims.Criteria;

/// <summary>The result of measuring a claim.</summary>
internal sealed record Measurement
{
    /// <summary>The measured quantities by name. The criterion of the claim refers to these names.</summary>
    public IReadOnlyDictionary<string, Metric> Metrics { get; init; } = new Dictionary<string, Metric>();

    /// <summary>The numbers from which the metrics were derived, as text.</summary>
    public string Figures { get; init; } = "";

    /// <summary>The reason why the claim could not be measured here; null if it was measured.</summary>
    public string? NotMeasuredReason { get; init; }

    public static Measurement NotMeasured(string reason) => new() { NotMeasuredReason = reason };

    /// <summary>Creates a measurement with one metric.</summary>
    public static Measurement FromMetric(string name, Metric metric, string figures) =>
        new() { Metrics = new Dictionary<string, Metric> { [name] = metric }, Figures = figures };
}

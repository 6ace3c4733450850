namespace Experiments.Claims;

/// <summary>A row with its claim, and what was measured.</summary>
internal sealed record LedgerEntry(Claim Claim, LedgerRow Row)
{
    public const string Ratio = "ratio";

    /// <summary>The metric of how much the variant costs more than the baseline, in a unit.</summary>
    public const string Difference = "difference";

    public IReadOnlyDictionary<string, Metric> Metrics => Row.Metrics;

    public Metric? MeasuredRatio => Metrics.GetValueOrDefault(Ratio);

    /// <summary>The answer by the measurements; null for a claim, and for a question without an answer.</summary>
    public Answer? Answer => Claim.File.Question is null ? null : Answer.Create(Claim.File, Metrics);
}

/// <summary>
/// A row of experiments/results/ledger.json: the figures of November 2026. They stand until the ledger is measured again, and
/// the pages and the last act of the talk are made of them. Open are the verdicts that the intervals leave open, or why
/// there is none. On several hosts, the interval of a metric covers those of all.
/// </summary>
internal sealed record LedgerRow(
    string Id, RowKind Kind, string Statement, PublishedFigures Published, Verdict Verdict, string Date, string Commit,
    string Figures, IReadOnlyDictionary<string, Metric> Metrics, IReadOnlyList<MeasuredProcessor> Processors,
    string? Open = null);

/// <summary>What was measured on a kind of processor; kernels tell hosts of different speed apart.</summary>
internal sealed record MeasuredProcessor(
    string Name, IReadOnlyDictionary<string, Metric> Metrics, IReadOnlyList<MeasuredHost>? Hosts = null);

internal sealed record MeasuredHost(string Kernel, double Value, double? Lo, double? Hi, int Starts, int Series);

internal enum RowKind
{
    /// <summary>A measurement that could have given any verdict.</summary>
    Measured,

    /// <summary>A test of what a program does, which its documentation says, too.</summary>
    Check,

    /// <summary>The design of the row, or its author's knowledge, decides it.</summary>
    ByConstruction,
}

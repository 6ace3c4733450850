namespace Studies.Studies;

/// <summary>The table of the ingestion study: measured values next to those that Prodan published.</summary>
internal sealed class IngestionTable(IEnumerable<VariantResult> variants)
{
    /// <summary>The published requests per second with a client for each payload.</summary>
    private const double ClientPerRequestRate = 319;

    public const string PerRequestSyncVariant = "per-request-sync";
    public const string SharedAsyncVariant = "shared-async";
    private const double MinSharedClientRatio = 2.9;

    private static readonly TableRow[] Rows =
    [
        new(PerRequestSyncVariant, "B1", ".NET, a client per payload, blocking", ClientPerRequestRate),
        new("per-request-async", "", ".NET, a client per payload, async"),
        new("shared-sync", "", ".NET, one client, blocking"),
        new(SharedAsyncVariant, "B2", ".NET, one client, async", 936, "224, 105 after"),
        new("shared-async-small-heap", "", ".NET, one client, async, small heap"),
        new("go", "B5", "Go", 3213, "9.1"),
        new("back-end", "B4", ".NET back-end alone", 4000, "134, 55 after"),
        new("go-back-end", "", "Go back-end alone", Memory: "6.7"),
    ];

    private readonly Dictionary<string, VariantResult> _variants = variants.ToDictionary(variant => variant.Name);

    public string Format()
    {
        var table = new TextTable(2, "", "", "source req/s", "× B1", "today req/s [95 %]", "× [95 %]", "p50 ms", "p99",
            "CPU ms", "source MB", "working set MB", "after", "anonymous MB", "after", "connections/s");
        foreach (var row in Rows.Where(row => _variants.ContainsKey(row.Variant)))
        {
            var variant = _variants[row.Variant];
            var (throughput, target) = (variant.Throughput, variant.Target);
            object?[] cells =
            [
                row.ClaimId, row.Description, row.Rate, row.Rate / ClientPerRequestRate,
                TableNumbers.Format(throughput.Median, throughput.Lo, throughput.Hi),
                variant.Ratio is { } ratio ? TableNumbers.Format(ratio.Value, ratio.Lo, ratio.Hi) : "1",
                variant.Latency.P50, variant.Latency.P99, target.CpuMs, row.Memory, target.WorkingSetMb,
                target.WorkingSetAfterMb, target.AnonymousMb, target.AnonymousAfterMb, target.ConnectionsPerS,
            ];
            table.Add([.. cells.Select(TableNumbers.FormatCell)]);
        }

        return "  The columns named \"source\" show the figures of Prodan, 2016\n"
            + "  (ASP.NET Core vs Go data ingestion benchmark, 2016-10-17).\n"
            + "  The publication used another machine: compare the ratios, not the requests per\n"
            + $"  second.\n\n{table}";
    }

    public bool Check() => new CheckReporter().AddAtLeast(
        StudyRatio.From(_variants[SharedAsyncVariant].Ratio),
        MinSharedClientRatio,
        ratio => "throughput with one client, async:\n"
            + $"    {ratio} × the throughput with a client per payload, blocking\n   ");

    private sealed record TableRow(
        string Variant, string ClaimId, string Description, double? Rate = null, string? Memory = null);
}

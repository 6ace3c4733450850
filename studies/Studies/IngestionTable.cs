namespace Studies.Studies;

/// <summary>The table of the ingestion study: measured values next to those that Prodan published.</summary>
internal sealed class IngestionTable(IEnumerable<VariantResult> variants)
{
    public const string PerRequestSyncVariant = "per-request-sync";
    public const string PerRequestAsyncVariant = "per-request-async";
    public const string SharedSyncVariant = "shared-sync";
    public const string SharedAsyncVariant = "shared-async";
    public const string SmallHeapVariant = "shared-async-small-heap";
    public const string GoVariant = "go";
    public const string BackendVariant = "back-end";
    public const string GoBackendVariant = "go-back-end";
    private const double MinSharedClientRatio = 2.9;
    private const double LeastEfficiency = 0.95;
    private const double HighestMemoryRatio = 4;

    private static readonly TableRow[] TableRows =
    [
        new(PerRequestSyncVariant, "B1", ".NET, a client per payload, blocking", Prodan2016.ClientPerRequestRate),
        new(PerRequestAsyncVariant, "", ".NET, a client per payload, async"),
        new(SharedSyncVariant, "", ".NET, one client, blocking"),
        new(SharedAsyncVariant, "B2", ".NET, one client, async", Prodan2016.SharedClientRate,
            $"{Prodan2016.FrontendMemory}, {Prodan2016.FrontendMemoryAfterRun} after"),
        new(SmallHeapVariant, "", ".NET, one client, async, small heap"),
        new(GoVariant, "B5", "Go", Prodan2016.GoRate, $"{Prodan2016.GoFrontendMemory}"),
        new(BackendVariant, "B4", ".NET back-end alone", Prodan2016.BackendRate,
            $"{Prodan2016.BackendMemory}, {Prodan2016.BackendMemoryAfterRun} after"),
        new(GoBackendVariant, "", "Go back-end alone", Memory: $"{Prodan2016.GoBackendMemory}"),
    ];

    private readonly Dictionary<string, VariantResult> _variants = variants.ToDictionary(variant => variant.Name);

    public string Format()
    {
        var table = new TextTable(2, "", "", "source req/s", "× B1", "today req/s [95 %]", "× [95 %]", "p50 ms", "p99",
            "CPU ms", "source MB", "working set MB", "after", "anonymous MB", "after", "connections/s");
        foreach (var row in TableRows.Where(row => _variants.ContainsKey(row.Variant)))
            table.Add(Format(row, _variants[row.Variant]));
        return $"  The columns named \"source\" show the figures of {Prodan2016.Name}\n"
            + $"  ({Prodan2016.Title}).\n"
            + "  The publication used another machine: compare the ratios, not the requests per\n"
            + $"  second.\n\n{table}";
    }

    public bool Check()
    {
        var checks = new CheckReporter();
        checks.AddAtLeast(
            StudyRatio.From(_variants[SharedAsyncVariant].Ratio),
            MinSharedClientRatio,
            ratio => "throughput with one client, async:\n"
                + $"    {ratio} × the throughput with a client per payload, blocking\n   ");
        if (!_variants.TryGetValue(GoVariant, out var go))
            return !checks.HasFailure;
        foreach (var name in new[] { SharedAsyncVariant, SmallHeapVariant })
        {
            var words = TableRows.Single(row => row.Variant == name).Description;
            checks.AddAtLeast(
                StudyRatio.FromRounds(go.Rounds.Zip(_variants[name].Rounds, (other, own) =>
                    (GetTargetCpu(other), GetTargetCpu(own)))),
                LeastEfficiency,
                ratio => $"requests per second of CPU time with {words}:\n    {ratio} × those with Go");
        }

        // Only the variant with a limited heap is checked, because with default settings the heap grows according to
        // the memory of the machine.
        var memory = _variants[SmallHeapVariant].Target.AnonymousMb / go.Target.AnonymousMb;
        checks.Add(memory <= HighestMemoryRatio,
            $"anonymous memory with a small heap: {TableNumbers.Format(memory)} × that of Go "
            + $"(at most {TableNumbers.Format(HighestMemoryRatio)} allowed)");
        return !checks.HasFailure;
    }

    private static double? GetTargetCpu(RoundResult round) =>
        round.CpuMs.GetValueOrDefault(MonitoredProcesses.TargetProcess);

    private static string[] Format(TableRow row, VariantResult variant)
    {
        var (throughput, target) = (variant.Throughput, variant.Target);
        return
        [
            row.ClaimId, row.Description, row.Rate is null ? TableNumbers.NotMeasured : $"{row.Rate:0}",
            TableNumbers.Format(row.Rate / Prodan2016.ClientPerRequestRate),
            TableNumbers.Format(throughput.Median, throughput.Lo, throughput.Hi),
            variant.Ratio is { } ratio ? TableNumbers.Format(ratio.Value, ratio.Lo, ratio.Hi) : "1",
            TableNumbers.Format(variant.Latency.P50), TableNumbers.Format(variant.Latency.P99), TableNumbers.Format(
                target.CpuMs),
            row.Memory, TableNumbers.Format(target.WorkingSetMb), TableNumbers.Format(target.WorkingSetAfterMb),
            TableNumbers.Format(target.AnonymousMb), TableNumbers.Format(target.AnonymousAfterMb),
            TableNumbers.Format(target.ConnectionsPerS),
        ];
    }

    private sealed record TableRow(
        string Variant, string ClaimId, string Description, double? Rate = null,
        string Memory = TableNumbers.NotMeasured);
}

namespace Studies.Claims;

/// <summary>Formats on which machines a row is measured, and how far their ratios are apart.</summary>
internal static class RowMachines
{
    /// <summary>The rows that make machine measures: those of one experiment, whose ten starts serve all.</summary>
    public static readonly IReadOnlyList<string> HeadlineRows = ["A1", "A1p", "A2", "A3", "A3b"];

    /// <summary>Adds what other machines have measured by the rules of today to the rows of a ledger.</summary>
    public static Ledger Add(Ledger ledger, IReadOnlyList<MachineFile> files) => ledger with
    {
        Entries =
        [
            .. ledger.Entries.Select(entry => entry with
            {
                Machines = [.. files.SelectMany(file => file.Records).Where(record => record.Claim == entry.Claim.Id
                    && record.IsOfRule(entry.Claim) && record.Metrics.ContainsKey(LedgerEntry.Ratio))],
            }),
        ],
    };

    /// <summary>Gets the ratio of each machine, with that of the ledger first.</summary>
    public static IReadOnlyList<(string Machine, Metric Ratio)> GetRatios(LedgerEntry entry) =>
    [
        .. entry is { HasChangedSince: false, Latest: { } latest, MeasuredRatio: { } ratio }
            ? [(GetName(latest), ratio)]
            : Array.Empty<(string, Metric)>(),
        .. entry.Machines.Select(record => (GetName(record), record.Metrics[LedgerEntry.Ratio])),
    ];

    /// <summary>Formats the ratios of all machines; empty for other rows of a single machine.</summary>
    public static string Format(LedgerEntry entry)
    {
        if (entry.Machines is [])
            return HeadlineRows.Contains(entry.Claim.Id) && entry.Latest is not null ? "*one machine*" : "";
        var ratios = GetRatios(entry);
        var (least, most) = (ratios.Min(one => one.Ratio.Value), ratios.Max(one => one.Ratio.Value));
        var machines = ratios.Select(one => $"{LedgerNumbers.Format(one.Ratio)} on {one.Machine}");
        return $"[{ratios.Count} machines](machines.svg), whose ratios differ by a factor of up to "
            + $"{LedgerNumbers.Format(most / least)}: {string.Join(", ", machines)}";
    }

    /// <summary>Gets the number of cores and the model of the processor, with which a fingerprint begins.</summary>
    public static string GetName(ArchiveRecord record) => record.Machine.Fingerprint.Split(',')[0];
}

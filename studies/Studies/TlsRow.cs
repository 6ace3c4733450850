namespace Studies.Studies;

/// <summary>A program in a mode, with connections that are kept or not, and what was measured of it.</summary>
internal sealed record TlsCell(string Connections, string Program, string Mode)
{
    public string Name => $"{Program}, {Connections}, {Mode}";

    public string? Query => Program is not TlsStudy.Frontend ? null
        : Connections is TlsStudy.NewToBackend ? "client=per-request" : "client=shared";

    public bool IsCounted => Connections is not TlsStudy.Kept && Mode is not TlsStudy.Http;

    public double? ResumedPercent => IsCounted ? 100.0 * Handshakes.Resumed / Handshakes.All : null;

    public HandshakeCounter Handshakes { get; } = new();

    public List<VariantResult> Starts { get; } = [];
}

/// <summary>
/// The figures of a cell: medians of the starts, and ratios to the cell with http, with 99 % intervals over the
/// starts.
/// </summary>
internal sealed record TlsRow(
    string Connections, string Program, string Mode, double? ResumedPercent, double? HandshakeMs, double? Rps,
    double? P50Ms, double? CpuMs, double? BackendCpuMs, StudyRatio? ThroughputRatio, StudyRatio? CpuRatio)
{
    // The smallest ratio of CPU times that matters.
    private const double Margin = 1.1;

    public string Verdict => CpuRatio switch
    {
        null => "",
        { Low: > Margin } => "yes",
        { High: < Margin } => "no",
        _ => "cannot tell",
    };

    public static TlsRow Create(TlsCell cell, TlsCell http)
    {
        return new(
            cell.Connections, cell.Program, cell.Mode, cell.ResumedPercent, Median(one => one.Timings?.Tls?.P50),
            Median(one => one.Throughput.Rate), Median(one => one.Latency.P50), Median(one => one.Target.CpuMs),
            Median(one => one.Backend.CpuMs), Divide(one => one.Throughput.Rate),
            Divide(one => one.Target.CpuMs));

        double? Median(Func<VariantResult, double?> read) =>
            cell.Starts.Select(read).OfType<double>().ToArray() is [_, ..] values ? values.Median() : null;

        StudyRatio? Divide(Func<VariantResult, double?> read) => cell == http
            ? null
            : StudyRatio.FromRounds(cell.Starts.Zip(http.Starts, (one, other) => (read(one), read(other))));
    }
}

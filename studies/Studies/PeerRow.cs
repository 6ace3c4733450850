namespace Studies.Studies;

/// <summary>What was measured of a program in one start. Only the throughput is of a closed loop.</summary>
internal sealed record PeerMeasurement(
    double? CpuMs, double? P99Ms, double? AnonymousMb, double? MemoryMb, double? RequestsPerS)
{
    public static PeerMeasurement Create(VariantResult maximum, VariantResult? equal, Process process) => new(
        equal?.Target.CpuMs, equal?.Latency.P99,
        equal is null ? null : ProcessTreeMetrics.SumMemory(process, status => status.Anonymous) / 1e6,
        equal is null ? null : ProcessTreeMetrics.SumMemory(process, status => status.WithoutFiles) / 1e6,
        maximum.Throughput.Median);
}

/// <summary>One start of all programs, and the arrival rate in requests per second.</summary>
internal sealed record PeerStart(IReadOnlyDictionary<string, PeerMeasurement> Programs, int Rate, bool IsInvalid);

/// <summary>A program of the peers study: geometric means over the starts, with 99 % intervals.</summary>
/// <param name="Name">The program.</param>
/// <param name="CpuMs">Milliseconds of CPU time per request at the arrival rate.</param>
/// <param name="CpuRatio">The CPU time relative to that of the front-end.</param>
/// <param name="Verdict">What the ratio says.</param>
/// <param name="CpuToRaw">The CPU time relative to that of the aggregator on raw sockets.</param>
/// <param name="AnonymousMb">Resident anonymous memory (RssAnon) after the load, in megabytes.</param>
/// <param name="MemoryMb">The same with shared memory, which .NET uses for code.</param>
/// <param name="P99Ms">The 99th percentile of the response time at the arrival rate.</param>
/// <param name="RequestsPerS">The throughput in a closed loop.</param>
/// <param name="FrontToBack">That throughput relative to that of the back-end alone.</param>
internal sealed record PeerRow(
    string Name, StudyRatio? CpuMs, StudyRatio? CpuRatio, string Verdict, StudyRatio? CpuToRaw, StudyRatio? AnonymousMb,
    StudyRatio? MemoryMb, StudyRatio? P99Ms, StudyRatio? RequestsPerS, StudyRatio? FrontToBack)
{
    public const string Frontend = "front-end";
    public const string Backend = "back-end";
    private const string Raw = "raw";

    /// <summary>Ratios whose intervals are within this margin are the same. It was fixed before the data.</summary>
    private const double Margin = 0.05;

    public static PeerRow Create(string name, IReadOnlyList<PeerStart> starts)
    {
        var ratio = name is Frontend ? null : Divide(one => one.CpuMs, Frontend);
        return new(
            name, Divide(one => one.CpuMs), ratio, Judge(ratio), Divide(one => one.CpuMs, Raw),
            Divide(one => one.AnonymousMb), Divide(one => one.MemoryMb), Divide(one => one.P99Ms),
            Divide(one => one.RequestsPerS), name is Backend ? null : Divide(one => one.RequestsPerS, Backend));

        StudyRatio? Divide(Func<PeerMeasurement, double?> get, string? other = null) => StudyRatio.FromRounds(
            starts.Select(start => (get(start.Programs[name]), other is null ? 1 : get(start.Programs[other]))));
    }

    public static void Write(
        string folder, string name, IReadOnlyList<PeerStart> starts, string note) => StudyFiles.Write(
        folder, name, [.. starts[0].Programs.Keys.Select(program => Create(program, starts))], 1, note,
        ("program", row => row.Name),
        ("CPU ms/request", row => row.CpuMs),
        ("CPU × front-end", row => row.CpuRatio),
        ("verdict", row => row.Verdict),
        ("CPU ÷ raw", row => row.CpuToRaw),
        ("RssAnon MB", row => row.AnonymousMb),
        ("with shared", row => row.MemoryMb),
        ("p99 ms", row => row.P99Ms),
        ("most req/s", row => row.RequestsPerS),
        ("÷ back-end alone", row => row.FrontToBack));

    internal static string Judge(StudyRatio? ratio) => ratio switch
    {
        null => TableNumbers.NotMeasured,
        { Low: > 1 + Margin } => "more",
        { High: < 1 - Margin } => "less",
        { Low: >= 1 - Margin, High: <= 1 + Margin } => "same",
        _ => "cannot tell",
    };
}

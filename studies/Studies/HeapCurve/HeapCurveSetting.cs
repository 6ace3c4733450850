namespace Studies.Studies.HeapCurve;

/// <summary>
/// All process starts of a front-end with one setting of its heap: medians, and ratios over the starts.
/// </summary>
internal sealed record HeapCurveSetting(string Name, [property: JsonIgnore] IReadOnlyList<HeapCurvePoint> Points)
{
    public static IReadOnlyList<string> Headings { get; } =
    [
        "setting", "starts", "req/s ratio [99 %]", "CPU ms/request", "CPU ratio [99 %]", "anonymous and shared MB",
        "anonymous MB", "p50 ms", "p99 ms",
    ];

    public int Starts => Points.Count;

    /// <summary>The throughput relative to .NET with default settings; null for these.</summary>
    public StudyRatio? ThroughputRatio { get; } =
        StudyRatio.FromRounds(Points.Select(point => (point.ThroughputRatio?.Value, (double?)1)));

    /// <summary>The CPU time of the front-end relative to .NET with default settings; null for these.</summary>
    public StudyRatio? CpuRatio { get; } =
        StudyRatio.FromRounds(Points.Select(point => (point.CpuRatio?.Value, (double?)1)));

    public double? CpuMs { get; } = GetMedian(Points, point => point.CpuMs);

    public double MemoryMb { get; } = GetMedian(Points, point => point.MemoryMb)!.Value;

    public double AnonymousMb { get; } = GetMedian(Points, point => point.AnonymousMb)!.Value;

    public double? P50 { get; } = GetMedian(Points, point => point.P50);

    public double? P99 { get; } = GetMedian(Points, point => point.P99);

    public static IEnumerable<HeapCurveSetting> Group(IEnumerable<HeapCurvePoint> points) =>
        points.GroupBy(point => (point.Runtime, point.Setting)).Select(setting => new HeapCurveSetting(
            $"{setting.Key.Runtime} {setting.Key.Setting}", [.. setting]));

    public IReadOnlyList<string> ToCells() =>
    [
        Name, $"{Starts}", FormatRatio(ThroughputRatio), TableNumbers.Format(CpuMs), FormatRatio(CpuRatio),
        TableNumbers.Format(MemoryMb), TableNumbers.Format(AnonymousMb), TableNumbers.Format(P50),
        TableNumbers.Format(P99),
    ];

    private string FormatRatio(StudyRatio? ratio) =>
        StudyRatio.Format(ratio, Points[0].IsBaseline);

    /// <returns>The median of the starts that have the value; null if none has.</returns>
    private static double? GetMedian(IEnumerable<HeapCurvePoint> points, Func<HeapCurvePoint, double?> get)
    {
        var values = points.Select(get).OfType<double>().ToArray();
        return values.Length is 0 ? null : TableNumbers.Median(values);
    }
}

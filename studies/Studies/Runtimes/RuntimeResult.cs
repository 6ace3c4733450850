namespace Studies.Studies.Runtimes;

/// <summary>The measurements of one build, or the reason why it cannot be made.</summary>
internal sealed record RuntimeResult
{
    public required string Build { get; init; }

    /// <summary>Why the build cannot be made on this machine; null if it can.</summary>
    public string? Reason { get; init; }

    /// <summary>The size of the program with its runtime, in megabytes.</summary>
    public double? SizeMb { get; init; }

    /// <summary>The SHA-256 of all answers, which is the same for all builds.</summary>
    public string? Hash { get; init; }

    /// <summary>The geometric mean over the starts, with its 99 % interval.</summary>
    public StudyRatio? FirstAnswerMs { get; init; }

    /// <inheritdoc cref="FirstAnswerMs"/>
    public StudyRatio? AllAnswersMs { get; init; }

    /// <inheritdoc cref="FirstAnswerMs"/>
    public StudyRatio? MemoryMb { get; init; }

    /// <summary>The resident memory at the end of the load that is not a mapped file, in megabytes.</summary>
    public double? LoadedMemoryMb { get; init; }

    /// <summary>The throughput under load, as the load tool reports it.</summary>
    public Throughput? Throughput { get; init; }

    /// <summary>The throughput as a ratio to that of the baseline; null for the baseline.</summary>
    public RatioResult? ThroughputRatio { get; init; }

    /// <summary>The 99th percentile of the response time, in milliseconds.</summary>
    public double? P99Ms { get; init; }

    /// <summary>The CPU time per request, in milliseconds.</summary>
    public double? CpuMs { get; init; }

    /// <summary>The CPU time per request as a ratio to that of the baseline; null for the baseline.</summary>
    public RatioResult? CpuRatio { get; init; }

    /// <summary>The bytes allocated per request, in kilobytes.</summary>
    public double? AllocKb { get; init; }

    public static TextTable CreateTable(IReadOnlyList<RuntimeResult> results)
    {
        var table = new TextTable(1, "build", "MB on disk", "first answer, ms", "1000 answers, ms",
            "MB without files", "under load", "req/s × net10", "p99 ms", "CPU ms", "CPU × net10", "kB/request");
        foreach (var result in results.Where(result => result.Reason is null))
        {
            table.Add(result.Build, TableNumbers.Format(result.SizeMb), $"{result.FirstAnswerMs}",
                $"{result.AllAnswersMs}", result.MemoryMb?.ToString() ?? TableNumbers.NotMeasured,
                TableNumbers.Format(result.LoadedMemoryMb), FormatRatio(result, result.ThroughputRatio),
                TableNumbers.Format(result.P99Ms), TableNumbers.Format(result.CpuMs),
                FormatRatio(result, result.CpuRatio), TableNumbers.Format(result.AllocKb));
        }

        return table;
    }

    /// <summary>Formats a line for each build that cannot be made here.</summary>
    public static string FormatMissing(IEnumerable<RuntimeResult> results) => string.Concat(results
        .Where(result => result.Reason is not null)
        .Select(result => $"  {result.Build} cannot be built here: {result.Reason}\n"));

    private static string FormatRatio(RuntimeResult result, RatioResult? ratio) =>
        StudyRatio.Format(StudyRatio.From(ratio), isBaseline: result.Build == RuntimeBuild.Baseline);
}

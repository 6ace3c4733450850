using Studies.Claims.Criteria;

namespace Studies.Claims.Archive;

/// <summary>
/// A measurement of a claim, as a line of docs/archive/measurements.jsonl. Lines are only ever added.
/// </summary>
internal sealed record ArchiveRecord
{
    /// <summary>The id of the claim.</summary>
    public required string Claim { get; init; }

    /// <summary>
    /// The hash of the claim's file when it was measured; null for measurements from before there were claim files.
    /// </summary>
    public required string? FileHash { get; init; }

    /// <summary>The verdict that the rules of that day gave.</summary>
    public required string Verdict { get; init; }

    /// <summary>The time of the measurement (UTC), as yyyy-MM-dd HH:mm.</summary>
    public required string Date { get; init; }

    /// <summary>The version of the studies, with the commit.</summary>
    public required string Commit { get; init; }

    /// <summary>The machine and the services on it; null where it was not recorded.</summary>
    public required MachineRecord Machine { get; init; }

    public required IReadOnlyDictionary<string, Metric> Metrics { get; init; }

    public required string Figures { get; init; }

    /// <summary>
    /// The folder of the compressed result files, relative to docs/archive; null if there are none, or if the
    /// measurement is from before they were kept.
    /// </summary>
    public string? Raw { get; init; }

    /// <summary>The hash of the line before this one; null for the first line.</summary>
    public required string? Previous { get; init; }
}

/// <summary>The machine of a measurement. A value is null if it was not recorded.</summary>
/// <param name="Fingerprint">The number and model of the cores, the operating system and the kernel.</param>
/// <param name="TargetRuntime">The runtime of the services that were measured.</param>
/// <param name="TargetGc">The mode of the garbage collector of the services.</param>
/// <param name="CpuPressure">
/// The share of the time, in percent, in which a process waited for a core, while the claim was measured.
/// </param>
internal sealed record MachineRecord(
    string Fingerprint, string? TargetRuntime, string? TargetGc, double? CpuPressure);

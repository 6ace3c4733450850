using System.Runtime.InteropServices;

namespace Studies.Claims.Archive;

/// <summary>A measurement of a claim: a line of docs/archive/measurements.jsonl. Lines are only ever added.</summary>
internal sealed record ArchiveRecord
{
    public const string DateFormat = "yyyy-MM-dd HH:mm";
    private const int CommitDigits = 8;

    public required string Claim { get; init; }

    /// <summary>The hash of the claim's rule when it was measured.</summary>
    public required string RuleHash { get; init; }

    /// <summary>The hash of what was run: measurements with the same one may be pooled.</summary>
    public required string RunHash { get; init; }

    /// <summary>The hash of the sources of the services that were measured.</summary>
    public required string Build { get; init; }

    /// <summary>The verdict by this series alone; the ledger's is by all that may be pooled.</summary>
    public required string Verdict { get; init; }

    /// <summary>The time of the measurement (UTC), as yyyy-MM-dd HH:mm.</summary>
    public required string Date { get; init; }
    public required string Commit { get; init; }
    public required MachineRecord Machine { get; init; }
    public required IReadOnlyDictionary<string, Metric> Metrics { get; init; }
    public required string Figures { get; init; }

    /// <summary>The pack of the result files, relative to docs/archive; null if none were kept.</summary>
    public string? Raw { get; init; }

    /// <summary>The hash of the line before this one; null for the first line.</summary>
    public required string? Previous { get; init; }

    /// <summary>Whether the rule of a claim has stayed the same since this measurement.</summary>
    public bool IsOfRule(Claim claim) => claim.Hash == RuleHash;

    /// <summary>Formats the first digits of the commit; without one, the version.</summary>
    public string FormatCommit() =>
        Commit.Split('+')[^1] is { Length: > CommitDigits } commit ? commit[..CommitDigits] : Commit;

    public DateTime GetTime() => DateTime.ParseExact(Date, DateFormat, CultureInfo.InvariantCulture);
}

/// <summary>The machine of a measurement. The pressure is null where the system does not tell it.</summary>
internal sealed record MachineRecord(string Fingerprint, string TargetRuntime, double? CpuPressure)
{
    private const string CpuInfo = "/proc/cpuinfo";

    /// <summary>The number of cores and the model of the processor, with which the fingerprint begins.</summary>
    [JsonIgnore]
    public string Processor => Fingerprint.Split(',')[0];

    /// <summary>The version of the kernel: virtual machines of different speed name the same processor.</summary>
    [JsonIgnore]
    public string Kernel => Fingerprint.Split(", kernel ")[^1].Split(',')[0];

    /// <summary>The processor and the kernel, which together tell kinds of host apart.</summary>
    [JsonIgnore]
    public string Host => $"{Processor}, {Kernel}";

    public static MachineRecord Read(double? cpuPressure) => new(
        $"{Environment.ProcessorCount} × {ReadCpuModel()}, {RuntimeInformation.OSDescription}, "
            + $"kernel {Environment.OSVersion.Version}, {RuntimeInformation.OSArchitecture}",
        RuntimeInformation.FrameworkDescription,
        cpuPressure);

    private static string ReadCpuModel() => (OperatingSystem.IsLinux() && File.Exists(CpuInfo)
        ? File.ReadLines(CpuInfo).FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))
        : null)?.Split(':', 2)[1].Trim() ?? "unknown model";
}

using System.Runtime.InteropServices;
using TwoTier.Load.Results.Building;

namespace Experiments.Hosting;

/// <summary>The machine of a measurement.</summary>
internal sealed partial record MachineRecord(string Fingerprint, string TargetRuntime)
{
    public static MachineRecord Current { get; } = new(
        $"{Environment.ProcessorCount} × {Provenance.ReadCpuModel()}, {RuntimeInformation.OSDescription}, "
            + $"kernel {Environment.OSVersion.Version}, {RuntimeInformation.OSArchitecture}",
        RuntimeInformation.FrameworkDescription);

    /// <summary>The number of cores and the model of the processor, with which the fingerprint begins.</summary>
    [JsonIgnore]
    public string Processor => Fingerprint.Split(',')[0];

    /// <summary>The processor and the kernel, such as 2 × AMD EPYC, kernel 6.18.44.782.</summary>
    [JsonIgnore]
    public string Name => $"{Processor}, "
        + Fingerprint.Split(", ").Single(part => part.StartsWith("kernel ", StringComparison.Ordinal));

    /// <summary>The processor and the kernel as a part of a file's name, such as 2-amd-epyc-6.18.44.</summary>
    [JsonIgnore]
    public string Slug => NotInSlug().Replace(
        $"{Processor} {Environment.OSVersion.Version.ToString(3)}".ToLowerInvariant(), "-").Trim('-');

    /// <summary>Reads the percentage of the last ten seconds in which a thread waited for a processor.</summary>
    /// <returns>The percentage; null if the system does not tell it.</returns>
    public static double? ReadCpuPressure(string path = "/proc/pressure/cpu")
    {
        try
        {
            return CpuPressure().Match(File.ReadAllText(path)) is { Success: true } found
                ? double.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A kernel without pressure information has the file, and refuses to read it.
            return null;
        }
    }

    [GeneratedRegex("[^a-z0-9.]+")]
    private static partial Regex NotInSlug();

    [GeneratedRegex(@"^some avg10=(\S+)")]
    private static partial Regex CpuPressure();
}

using System.Runtime.InteropServices;

namespace Experiments.Hosting;

/// <summary>The machine of a measurement. The pressure is null where the system does not tell it.</summary>
internal sealed record MachineRecord(string Fingerprint, string TargetRuntime, double? CpuPressure)
{
    private const string CpuInfo = "/proc/cpuinfo";

    /// <summary>The number of cores and the model of the processor, with which the fingerprint begins.</summary>
    [JsonIgnore]
    public string Processor => Fingerprint.Split(',')[0];

    public static MachineRecord Read(double? cpuPressure) => new(
        $"{Environment.ProcessorCount} × {ReadCpuModel()}, {RuntimeInformation.OSDescription}, "
            + $"kernel {Environment.OSVersion.Version}, {RuntimeInformation.OSArchitecture}",
        RuntimeInformation.FrameworkDescription,
        cpuPressure);

    private static string ReadCpuModel() => (OperatingSystem.IsLinux() && File.Exists(CpuInfo)
        ? File.ReadLines(CpuInfo).FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))
        : null)?.Split(':', 2)[1].Trim() ?? "unknown model";
}

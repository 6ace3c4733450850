using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>
/// The use of the load tool's machine during the measured time. Shares are of the CPU time of all cores, from 0 to 1.
/// </summary>
/// <param name="CpuPressureShare">
/// The share of the time for which at least one runnable task waited for a core. Null if the kernel does not report it.
/// </param>
/// <param name="CpuStealShare">The share of the CPU time that the hypervisor gave to other virtual machines.</param>
/// <param name="OtherCpuShare">
/// The share of the CPU time used by processes that do not take part in the measurement. Null if it is not known.
/// </param>
/// <param name="OtherCpuUnknown">
/// The reason why the CPU time of processes that do not take part in the measurement is not known. Null if it is known.
/// </param>
/// <param name="OtherProcesses">The shares of the other processes that used most of the CPU, by process name.</param>
public sealed record MachineResult(
    double? CpuPressureShare,
    double CpuStealShare,
    double? OtherCpuShare,
    string? OtherCpuUnknown,
    IReadOnlyDictionary<string, double> OtherProcesses)
{
    /// <summary>
    /// The number of connections that clients other than the load tool had to the target, or to another process that
    /// was monitored, at the start or at the end: by the name of the program, or by the address of another machine.
    /// </summary>
    public IReadOnlyDictionary<string, int>? OtherClients { get; init; }

    /// <summary>Converts the use of the machine to the form in which the result file stores it.</summary>
    internal static MachineResult? Create(MachineUsage? usage) => usage is null ? null : new MachineResult(
        RoundToFiveDigits(usage.PressureShare),
        RoundToFiveDigits(usage.StolenShare),
        RoundToFiveDigits(usage.OtherShare),
        usage.UnknownReason,
        usage.OtherProcesses.ToDictionary(process => process.Name, process => RoundToFiveDigits(process.Share)))
    {
        OtherClients = usage.OtherClients,
    };
}

namespace Load.Machine;

/// <summary>The use of this machine during the measured time, as shares of the CPU time of all cores.</summary>
/// <param name="PressureShare">
/// The share of the time for which at least one runnable task waited for a core, from 0 to 1; null if the kernel does
/// not report it.
/// </param>
/// <param name="StolenShare">
/// The share of the CPU time that the hypervisor gave to other virtual machines, from 0 to 1.
/// </param>
/// <param name="OtherShare">
/// The share of the CPU time that processes used which do not take part in the measurement, from 0 to 1; null if it is
/// not known.
/// </param>
/// <param name="OtherProcesses">
/// The names and shares of the processes that used most of the CPU without taking part in the measurement.
/// </param>
/// <param name="UnknownReason">
/// The reason why the share of processes that do not take part in the measurement is not known; null if it is known.
/// </param>
/// <param name="Seconds">The length of the measured time in seconds.</param>
internal sealed record MachineUsage(
    double? PressureShare,
    double StolenShare,
    double? OtherShare,
    IReadOnlyList<ProcessShare> OtherProcesses,
    string? UnknownReason,
    double Seconds);

/// <summary>The share of the machine's CPU that a process used.</summary>
/// <param name="Name">The name of the process.</param>
/// <param name="Share">The share of the CPU time of all cores, from 0 to 1.</param>
internal sealed record ProcessShare(string Name, double Share);

namespace TwoTier.Load.Machine;

/// <summary>The use of this machine during the measured time, as shares of the CPU time of all cores.</summary>
internal sealed record MachineUsage(
    double? PressureShare,
    double StolenShare,
    double? OtherShare,
    IReadOnlyList<ProcessShare> OtherProcesses,
    string? UnknownReason,
    double Seconds);

/// <summary>The share of the machine's CPU that a process used.</summary>
internal sealed record ProcessShare(string Name, double Share);

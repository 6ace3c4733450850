namespace TwoTier.Load.Machine;

/// <summary>
/// What a machine has counted since it was started, or in a period: seconds of CPU time of all of its cores, used or
/// not, and used by processes.
/// </summary>
internal sealed record MachineCounters(int Cores, double Total, double Busy)
{
    // The CPU times of processes and of the machine are rounded differently.
    private const double MaxDifference = 0.2;

    /// <summary>The CPU time of the processes that take part; null if they cannot all be seen.</summary>
    public double? Involved { get; init; }

    /// <summary>
    /// The share of the CPU time that other processes used. Null if it is not known, or if the involved processes used
    /// more than the machine, because they run elsewhere.
    /// </summary>
    public double? OtherShare =>
        (Total > 0 ? (Busy - Involved) / Total : null) is >= -MaxDifference and var share ? Math.Max(0, share) : null;

    public double ElapsedSeconds => Total / Cores;

    public static MachineCounters? operator -(MachineCounters? after, MachineCounters? before) =>
        Add(after, before, -1);

    public static MachineCounters? operator +(MachineCounters? sum, MachineCounters? more) => Add(sum, more, 1);

    private static MachineCounters? Add(MachineCounters? first, MachineCounters? second, int sign) =>
        first is null || second is null ? null : new MachineCounters(
            first.Cores,
            first.Total + sign * second.Total,
            first.Busy + sign * second.Busy)
        {
            Involved = first.Involved + sign * second.Involved,
        };
}

namespace TwoTier.Load.Validity;

/// <summary>Checks whether other work on the machine influenced the measured values.</summary>
internal static class MachineChecks
{
    // CPU time is counted in hundredths of a second, so a shorter time gives no reliable share.
    private const double MinSeconds = 1;

    /// <summary>
    /// Checks that processes which do not take part in the measurement used little of the machine's CPU.
    /// </summary>
    /// <returns>The check; nothing if the share is not known.</returns>
    public static IEnumerable<ValidityCheck> CheckOtherCpu(MachineUsage? machine, double maxShare)
    {
        if (machine is not { OtherShare: { } share, Seconds: >= MinSeconds })
            yield break;
        var names = machine.OtherProcesses.Select(other => $"{other.Name} {FormatShare(other.Share)}").ToArray();
        var isQuiet = share <= maxShare;
        yield return new ValidityCheck(
            "other-cpu",
            "CPU of the machine that other processes used",
            FormatShare(share) + (isQuiet || names.Length == 0 ? "" : $", most by {string.Join(", ", names)}"),
            FormatShare(maxShare),
            ValidityCheck.FailUnless(isQuiet),
            isQuiet
                ? null
                : "stop the other processes, or name one that works for the target with --monitor; "
                    + "--limit other-cpu=20% allows more");
    }

    private static string FormatShare(double share) => $"{share * 100:0.#} %";
}

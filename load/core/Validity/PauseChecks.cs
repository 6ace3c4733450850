namespace TwoTier.Load.Validity;

/// <summary>Checks whether pauses of the load tool itself are part of the figures that are quoted.</summary>
internal static class PauseChecks
{
    // A closed loop sends nothing during a pause, so its throughput is too low by the share of the pauses.
    private const double MaxTimeShare = 0.02;

    // How much longer a percentile may be than it would be if the requests in flight were the longest ones and had not
    // been sent.
    private const double MaxRatio = 1.2;

    private static readonly double[] QuotedQuantiles = [0.5, 0.9, 0.95, 0.99, 0.999, 0.9999];

    /// <summary>
    /// Finds the part of a run with the longest pauses that can have changed a percentile or the throughput much, unless
    /// the tool may be as late as that. They make the result invalid.
    /// </summary>
    public static IEnumerable<ValidityCheck> Evaluate(
        IReadOnlyCollection<(string Name, Measurement Measurement)> parts, TimeSpan maxScheduleDelay) =>
    (
        from part in parts
        let pauses = part.Measurement.Pauses
        where pauses.Requests > 0 && pauses.LongestS > maxScheduleDelay.TotalSeconds
        let harm = DescribeHarm(part.Measurement)
        where harm is not null
        orderby pauses.TotalS descending
        select ValidityCheck.Require(
            false,
            "pauses", "The load tool paused",
            $"{(pauses.Count == 1 ? "once" : $"{FormatCount(pauses.Count)} times")}, {FormatNumber(pauses.TotalS)} s; "
                + $"{FormatCount(pauses.Requests)} request{(pauses.Requests == 1 ? " was" : "s were")} in flight; {harm}"
                + (parts.Count == 1 ? "" : $" ({part.Name})"),
            $"{MaxTimeShare * 100:0} % of the time, and no quoted percentile",
            "measure again; if it pauses again, look for what stops the tool: a signal, a virtual machine that gets no "
                + "CPU, too little memory")).Take(1);

    private static string? DescribeHarm(Measurement measurement)
    {
        var (pauses, latency) = (measurement.Pauses, measurement.Counters.Latency);
        var share = pauses.TotalS / measurement.BusySeconds;
        if (share > MaxTimeShare)
            return $"{share * 100:0.#} % of the time was lost";
        var others = Math.Max(0, 1 - ((double)pauses.Requests / Math.Max(1, latency.Count)));
        foreach (var quantile in QuotedQuantiles)
        {
            if (latency.GetReliableQuantile(quantile) > MaxRatio * latency.GetValueAtQuantile(quantile * others))
                return $"p{quantile * 100:0.##} may be due to them";
        }

        return null;
    }
}

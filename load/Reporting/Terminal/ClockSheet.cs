using Load.Recording;
using Load.Running;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>An open loop's clocks side by side, and how it kept to its plan.</summary>
internal sealed class ClockSheet(Histogram response, Arrivals arrivals, OpenWorkload workload, Sheet sheet)
{
    private static readonly double[] Quantiles = [0.5, 0.9, 0.99, 0.999];

    /// <param name="seconds">From the start to the last reply.</param>
    public void Draw(double seconds)
    {
        sheet.Line("                     p50      p90      p99    p99.9      max", Tint.Dim);
        Clock("response", response, "ms, from the intended start");
        Clock("service", arrivals.Service, "ms, from the send");
        Clock("lateness", arrivals.Lateness, "ms, the tool's own");

        // A queue that is worked off after the last arrival was not sent at the planned rate.
        var took = Math.Max(seconds, workload.Schedule.Duration.TotalSeconds);
        sheet.Line()
            .Add("  rate          ", Tint.Dim)
            .Add($"planned {Rate(workload.Schedule.Rate)} · sent {Rate(arrivals.Sent / took)}")
            .Add($" ({Count(arrivals.Sent)} of {Count(arrivals.Planned)})")
            .Line($" · queued {Count(arrivals.Queued)} · dropped {Count(arrivals.Dropped)}");
    }

    private void Clock(string name, Histogram clock, string from)
    {
        sheet.Add($"  {name,-12}", Tint.Dim);
        foreach (var quantile in Quantiles)
            sheet.Add($"{Figure(Latencies.At(clock, quantile)),9}", quantile is 0.99 ? Tint.Strong : null);
        sheet.Add($"{Figure(Latencies.Max(clock)),9}").Line($"   {from}", Tint.Dim);
    }

    private static string Rate(double perSecond) => $"{Figure(perSecond)}/s";
}

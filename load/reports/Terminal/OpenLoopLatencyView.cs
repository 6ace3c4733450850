using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Draws the response time, the service time and the schedule delay of an open loop, and how well the load tool kept to
/// the schedule.
/// </summary>
internal sealed class OpenLoopLatencyView(Result result, MeasuredValueStyles styles, ConsoleView console)
{
    private readonly VariantResult _run = result.Variants[0];

    /// <summary>Draws the table of times, and a line with the planned and the actual arrival rate.</summary>
    public void Draw()
    {
        console.AddLine("                       p50      p90      p99    p99.9      max", ConsoleStyles.Dimmed);
        DrawLatency("response time", _run.Latency, "ms, from the intended start");
        DrawLatency("service time", _run.ServiceTime, "ms, from the moment of sending");
        DrawLatency("schedule delay", _run.ScheduleDelay, "ms, the load tool's own");

        // The sent rate includes the time after the last planned arrival: requests that were still queued then were not
        // sent at the planned rate.
        var seconds = _run.MeasuredS ?? result.Plan.TrialS;
        console.AddLine()
            .Add("  arrival rate  ", ConsoleStyles.Dimmed)
            .Add($"planned {FormatRate(result.Model.RatePerS)} · sent {FormatRate(_run.Sent / seconds)}", styles.OrdinaryValue)
            .Add($" ({FormatInteger(_run.Sent)} of {FormatInteger(_run.Planned)})", styles.OrdinaryValue)
            .AddLine($" · queued {FormatInteger(_run.Queued)} · dropped {FormatInteger(_run.Dropped)}", styles.OrdinaryValue);
    }

    private void DrawLatency(string name, LatencyResult? latency, string explanation)
    {
        console.Add($"  {name,-14}", ConsoleStyles.Dimmed)
            .Add($"{FormatNumber(latency?.P50),9}{FormatNumber(latency?.P90),9}", styles.OrdinaryValue)
            .Add($"{FormatNumber(latency?.P99),9}", styles.ImportantValue)
            .Add($"{FormatNumber(latency?.P999),9}{FormatNumber(latency?.Max),9}", styles.OrdinaryValue)
            .AddLine($"   {explanation}", ConsoleStyles.Dimmed);
    }

    private static string FormatRate(double? perSecond) => $"{FormatNumber(perSecond)}/s";
}

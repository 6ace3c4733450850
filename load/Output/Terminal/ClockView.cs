using Load.Results;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>
/// Draws the response time, the service time and the schedule delay of an open loop, and how well the load tool kept to
/// the schedule.
/// </summary>
internal sealed class ClockView(Result result, FigureStyles styles, ConsoleView console)
{
    private readonly VariantResult _run = result.Variants[0];

    /// <summary>Draws the table of times, and a line with the planned and the actual arrival rate.</summary>
    public void Draw()
    {
        console.Line("                       p50      p90      p99    p99.9      max", ConsoleStyles.Dim);
        DrawClock("response time", _run.Latency, "ms, from the intended start");
        DrawClock("service time", _run.Service, "ms, from the moment of sending");
        DrawClock("schedule delay", _run.ScheduleDelay, "ms, the load tool's own");

        // The sent rate includes the time after the last planned arrival: requests that were still queued then were not
        // sent at the planned rate.
        var seconds = _run.MeasuredS ?? result.Plan.TrialS;
        console.Line()
            .Add("  arrival rate  ", ConsoleStyles.Dim)
            .Add($"planned {FormatRate(result.Model.RatePerS)} · sent {FormatRate(_run.Sent / seconds)}", styles.Plain)
            .Add($" ({FormatWhole(_run.Sent)} of {FormatWhole(_run.Planned)})", styles.Plain)
            .Line($" · queued {FormatWhole(_run.Queued)} · dropped {FormatWhole(_run.Dropped)}", styles.Plain);
    }

    private void DrawClock(string name, LatencyResult? latency, string explanation)
    {
        console.Add($"  {name,-14}", ConsoleStyles.Dim)
            .Add($"{FormatNumber(latency?.P50),9}{FormatNumber(latency?.P90),9}", styles.Plain)
            .Add($"{FormatNumber(latency?.P99),9}", styles.Strong)
            .Add($"{FormatNumber(latency?.P999),9}{FormatNumber(latency?.Max),9}", styles.Plain)
            .Line($"   {explanation}", ConsoleStyles.Dim);
    }

    private static string FormatRate(double? perSecond) => $"{FormatNumber(perSecond)}/s";
}

using Load.Results;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>An open loop's clocks side by side, and how it kept to its plan.</summary>
internal sealed class ClockView(Result result, FigureStyles tint, ConsoleView sheet)
{
    private readonly VariantResult _run = result.Variants[0];

    public void Draw()
    {
        sheet.Line("                     p50      p90      p99    p99.9      max", ConsoleStyles.Dim);
        Clock("response", _run.Latency, "ms, from the intended start");
        Clock("service", _run.Service, "ms, from the send");
        Clock("lateness", _run.Lateness, "ms, the tool's own");

        // A queue that is worked off after the last arrival was not sent at the planned rate.
        var took = _run.MeasuredS ?? result.Plan.SliceS;
        sheet.Line()
            .Add("  rate          ", ConsoleStyles.Dim)
            .Add($"planned {Rate(result.Model.RatePerS)} · sent {Rate(_run.Sent / took)}", tint.Plain)
            .Add($" ({FormatWhole(_run.Sent)} of {FormatWhole(_run.Planned)})", tint.Plain)
            .Line($" · queued {FormatWhole(_run.Queued)} · dropped {FormatWhole(_run.Dropped)}", tint.Plain);
    }

    private void Clock(string name, LatencyResult? clock, string from)
    {
        sheet.Add($"  {name,-12}", ConsoleStyles.Dim)
            .Add($"{FormatNumber(clock?.P50),9}{FormatNumber(clock?.P90),9}", tint.Plain)
            .Add($"{FormatNumber(clock?.P99),9}", tint.Strong)
            .Add($"{FormatNumber(clock?.P999),9}{FormatNumber(clock?.Max),9}", tint.Plain)
            .Line($"   {from}", ConsoleStyles.Dim);
    }

    private static string Rate(double? perSecond) => $"{FormatNumber(perSecond)}/s";
}

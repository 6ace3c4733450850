using Load.Engine;
using Load.Results.Building;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>A run while it is under way.</summary>
/// <param name="progress">What it is at.</param>
/// <param name="length">Of all phases; null where requests end it, or bursts.</param>
internal sealed class LiveRunView(RunProgress progress, TimeSpan? length)
{
    private const int ProgressWidth = 30;

    /// <param name="sheet">Where to draw.</param>
    /// <param name="gone">Time since the start.</param>
    public ConsoleView Draw(ConsoleView sheet, TimeSpan gone)
    {
        if (progress.Stage is not { } stage)
            return sheet.Line();
        sheet.Add($"{stage.Name}   ", ConsoleStyles.Strong);
        if (length is { } all && stage.IsMeasured)
        {
            var bar = TextBars.Draw(gone / all, ProgressWidth);
            sheet.Add(bar, ConsoleStyles.Faster).Add(new string('░', ProgressWidth - bar.Length), ConsoleStyles.Dim);
            sheet.Add($"  {FormatClock(gone.TotalSeconds)} gone, {FormatClock(Math.Max(0, (all - gone).TotalSeconds))} to go");
        }

        var tally = stage.Measurement.Counters;
        return sheet.Line().Line(
                $"{FormatNumber(stage.Measurement.GoodputSoFar)} req/s   p50 {FormatNumber(LatencySummary.At(tally.Latency, 0.5))} ms   "
                + $"p99 {FormatNumber(LatencySummary.At(tally.Latency, 0.99))} ms   errors {FormatCount(tally.Errors)}")
            .Line("Ctrl-C stops and keeps what was measured.", ConsoleStyles.Dim);
    }
}

using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the progress of a run on the terminal while the run is in progress.</summary>
internal sealed class LiveRunView(RunProgress progress, TimeSpan? duration)
{
    private const int ProgressWidth = 30;

    /// <summary>Draws the current state of the run.</summary>
    public ConsoleView Draw(ConsoleView console, TimeSpan elapsed)
    {
        if (progress.Stage is not { } stage)
            return console.AddLine();
        console.Add($"{stage.Name}   ", ConsoleStyles.Bold);
        if (duration is { } total && stage.IsMeasured)
        {
            var bar = TextBars.DrawBar(elapsed / total, ProgressWidth);
            var remaining = Math.Max(0, (total - elapsed).TotalSeconds);
            console.Add(bar, ConsoleStyles.FasterVariant)
                .Add(new string('░', ProgressWidth - bar.Length), ConsoleStyles.Dimmed)
                .Add($"  {FormatClock(elapsed.TotalSeconds)}, {FormatClock(remaining)} remaining");
        }

        var counters = stage.Measurement.Counters;
        return console.AddLine()
            .Add($"{FormatNumber(stage.Measurement.Goodput)} req/s")
            .Add($"   p50 {FormatNumber(LatencySummary.GetPercentile(counters.Latency, 0.5))} ms")
            .Add($"   p99 {FormatNumber(LatencySummary.GetPercentile(counters.Latency, 0.99))} ms")
            .AddLine($"   errors {FormatCount(counters.Errors)}")
            .AddLine("Ctrl-C stops the run and keeps what was measured.", ConsoleStyles.Dimmed);
    }
}

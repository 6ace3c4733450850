using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Shows the progress of a search for the capacity of a target.</summary>
internal sealed class CapacityLines(CapacitySearch search, RunProgress progress)
{
    /// <summary>
    /// Prints a line at the end of each trial of the capacity search. Does nothing on an interactive terminal.
    /// </summary>
    public void PrintEachTrial(TerminalScreen screen)
    {
        if (!screen.IsLive)
            search.TrialEnded += trial => screen.PrintLine(Format(search.Trials.Count, trial));
    }

    /// <summary>Draws the latest trials of the capacity search and the current estimate of the capacity.</summary>
    public ConsoleView Draw(ConsoleView console, TimeSpan elapsed)
    {
        foreach (var (index, trial) in search.Trials.ToArray().Index().TakeLast(8))
            console.AddLine(Format(index + 1, trial));
        if (search.Estimate is { } estimate)
        {
            console.Add("so far      ", ConsoleStyles.Dimmed).AddLine(
                $"{FormatNumber(estimate.Rate)}/s [{FormatNumber(estimate.Low)}, {FormatNumber(estimate.High)}]",
                ConsoleStyles.Bold);
        }

        var remaining = Math.Max(0, (search.Within - elapsed).TotalSeconds);
        return console.Add($"{progress.Stage?.Name ?? ""}   ", ConsoleStyles.Bold)
            .AddLine($"{FormatClock(elapsed.TotalSeconds)}, at most {FormatClock(remaining)} remaining")
            .AddLine("Ctrl-C stops the search and keeps what is known.", ConsoleStyles.Dimmed);
    }

    private static string Format(int number, CapacityTrial trial)
    {
        var p99 = trial.Run is { } run ? LatencySummary.GetPercentile(run.Measurement.Counters.Latency, 0.99) : null;
        var reason = trial.Reasons.Count > 0 ? $"   {trial.Reasons[0]}" : "";
        return $"trial {number,2}   {CapacityTrial.FormatRate(trial.Rate),9}   p99 {FormatNumber(p99),6} ms   "
            + $"{trial.OutcomeText}{reason}";
    }
}

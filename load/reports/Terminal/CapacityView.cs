using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the result of a search for the capacity of a target.</summary>
internal sealed class CapacityView(CapacityResult capacity, MeasuredValueStyles styles, ConsoleView console)
{
    /// <summary>
    /// Draws the capacity with its confidence interval, and a table with a row for each arrival rate that was tried.
    /// </summary>
    public void Draw()
    {
        console.Add("  capacity      ", ConsoleStyles.Dimmed)
            .AddLine(CapacityText.Format(capacity), styles.ImportantValue)
            .Add("  objectives    ", ConsoleStyles.Dimmed)
            .AddLine(string.Join(", ", capacity.Objectives), styles.OrdinaryValue)
            .AddLine()
            .AddLine("        rate/s  trials  held   p50 ms   p99 ms", ConsoleStyles.Dimmed);
        foreach (var trials in capacity.Trials.GroupBy(trial => trial.RatePerS).OrderBy(trials => trials.Key))
        {
            var (held, all) = (trials.Count(trial => trial.Outcome == "held"), trials.Count());
            console.Add(held == all ? "  ✓ " : "  ✗ ", held == all ? ConsoleStyles.PassedCheck : ConsoleStyles.FailedCheck)
                .AddLine(
                    $"{FormatNumber(trials.Key),10}{all,8}{held,6}{FormatNumber(trials.Min(trial => trial.P50)),9}"
                    + $"{FormatNumber(trials.Min(trial => trial.P99)),9}",
                    styles.OrdinaryValue);
        }

        console.AddLine().AddLine(
            "  The figures below are of the highest rate that held, or of the lowest rate if none held.",
            ConsoleStyles.Dimmed);
    }
}

using Load.Output.Words;
using Load.Results;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>Draws the result of a search for the capacity of a target.</summary>
internal sealed class CapacityView(CapacityResult capacity, FigureStyles styles, ConsoleView console)
{
    /// <summary>Draws the capacity with its interval, and the trials by their rate.</summary>
    public void Draw()
    {
        console.Add("  capacity      ", ConsoleStyles.Dim)
            .Line(CapacityText.Format(capacity), styles.Strong)
            .Add("  objectives    ", ConsoleStyles.Dim)
            .Line(string.Join(", ", capacity.Objectives), styles.Plain)
            .Line()
            .Line("        rate/s  trials  held   p50 ms   p99 ms", ConsoleStyles.Dim);
        foreach (var trials in capacity.Trials.GroupBy(trial => trial.RatePerS).OrderBy(trials => trials.Key))
        {
            var (held, all) = (trials.Count(trial => trial.Outcome == "held"), trials.Count());
            console.Add(held == all ? "  ✓ " : "  ✗ ", held == all ? ConsoleStyles.Good : ConsoleStyles.Bad)
                .Line(
                    $"{FormatNumber(trials.Key),10}{all,8}{held,6}{FormatNumber(trials.Min(trial => trial.P50)),9}"
                    + $"{FormatNumber(trials.Min(trial => trial.P99)),9}",
                    styles.Plain);
        }

        console.Line().Line("  The figures below are those of the fastest trial that held.", ConsoleStyles.Dim);
    }
}

using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the last step of the arrival rate that held, and a table with a row for each step.</summary>
internal sealed class StepsView(IReadOnlyList<StepResult> steps, MeasuredValueStyles styles, ConsoleView console)
{
    /// <summary>Draws the steps of a run.</summary>
    public void Draw()
    {
        var held = steps.TakeWhile(step => step.Held).LastOrDefault();
        console.Add("  held          ", ConsoleStyles.Dimmed)
            .AddLine(held is null ? "no step" : $"{FormatNumber(held.RatePerS)}/s, the last step that held", styles.ImportantValue)
            .AddLine()
            .AddLine("      step/s    req/s      p50      p99      max   ms   errors  dropped", ConsoleStyles.Dimmed);
        foreach (var step in steps)
        {
            console.Add(step.Held ? "  ✓ " : "  ✗ ", step.Held ? ConsoleStyles.PassedCheck : ConsoleStyles.FailedCheck)
                .Add($"{FormatNumber(step.RatePerS),8}", styles.ImportantValue)
                .Add($"{FormatNumber(step.Rps),9}{FormatNumber(step.P50),9}{FormatNumber(step.P99),9}", styles.OrdinaryValue)
                .Add($"{FormatNumber(step.Max),9}{FormatCount(step.Errors),14}", styles.OrdinaryValue)
                .AddLine($"{FormatCount(step.Dropped),9}", styles.OrdinaryValue);
            foreach (var reason in step.Reasons)
                console.AddLine($"             {reason}", ConsoleStyles.Dimmed);
        }

        console.AddLine();
    }
}

using Load.Results;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>Draws the last step of the arrival rate that held, and a table with a row for each step.</summary>
internal sealed class StepsView(IReadOnlyList<StepResult> steps, FigureStyles styles, ConsoleView console)
{
    /// <summary>Draws the steps of a run.</summary>
    public void Draw()
    {
        var held = steps.TakeWhile(step => step.Held).LastOrDefault();
        console.Add("  held          ", ConsoleStyles.Dim)
            .Line(held is null ? "no step" : $"{FormatNumber(held.RatePerS)}/s, the last step that held", styles.Strong)
            .Line()
            .Line("      step/s    req/s      p50      p99      max   ms   errors  dropped", ConsoleStyles.Dim);
        foreach (var step in steps)
        {
            console.Add(step.Held ? "  ✓ " : "  ✗ ", step.Held ? ConsoleStyles.Good : ConsoleStyles.Bad)
                .Add($"{FormatNumber(step.RatePerS),8}", styles.Strong)
                .Add($"{FormatNumber(step.Rps),9}{FormatNumber(step.P50),9}{FormatNumber(step.P99),9}", styles.Plain)
                .Add($"{FormatNumber(step.Max),9}{FormatCount(step.Errors),14}", styles.Plain)
                .Line($"{FormatCount(step.Dropped),9}", styles.Plain);
            foreach (var reason in step.Reasons)
                console.Line($"             {reason}", ConsoleStyles.Dim);
        }

        console.Line();
    }
}

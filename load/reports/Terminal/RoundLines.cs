using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Prints the progress of a comparison if the output is not an interactive terminal.</summary>
internal static class RoundLines
{
    private const int MaxLines = 20;

    /// <summary>
    /// Prints a line at the end of a round of a comparison, for at most 20 rounds that are evenly spread. Does nothing
    /// on an interactive terminal.
    /// </summary>
    public static void PrintRounds(TerminalScreen screen, ExperimentPlan plan, ComparisonProgress progress)
    {
        if (screen.IsLive)
            return;
        var step = (plan.Rounds + MaxLines - 1) / MaxLines;
        progress.RoundEnded += round =>
        {
            if (round % step == 0)
                screen.PrintLine(FormatRound(round, plan, progress));
        };
    }

    private static string FormatRound(int round, ExperimentPlan plan, ComparisonProgress progress)
    {
        var goodputs = progress.Trials
            .Where(trial => trial.Round == round)
            .OrderBy(trial => trial.VariantIndex)
            .Select(trial => $"{plan.MeasuredVariants[trial.VariantIndex].Name} {FormatNumber(trial.Goodput)}");
        return $"round {round} of {plan.Rounds}   {string.Join(" · ", goodputs)}   req/s";
    }
}

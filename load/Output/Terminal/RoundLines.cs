using Load.Experiment;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>Prints the progress of a comparison if the output is not an interactive terminal.</summary>
internal static class RoundLines
{
    /// <summary>
    /// Prints a line at the end of each round of a comparison. Does nothing on an interactive terminal.
    /// </summary>
    public static void PrintEachRound(TerminalScreen screen, ExperimentPlan plan, ComparisonProgress progress)
    {
        if (!screen.IsLive)
            progress.RoundEnded += round => screen.PrintLine(FormatRound(round, plan, progress));
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

using Load.Experiment;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>A comparison's progress where nobody watches: a plain line a round.</summary>
internal static class RoundLines
{
    public static void To(Screen screen, ExperimentPlan plan, ComparisonProgress progress)
    {
        if (screen.IsLive)
            return;
        progress.RoundEnded += round => screen.Line(
            $"round {round} of {plan.Rounds}   "
            + string.Join(" · ", progress.Trials
                .Where(slice => slice.Round == round)
                .OrderBy(slice => slice.VariantIndex)
                .Select(slice => $"{plan.MeasuredVariants[slice.VariantIndex].Name} {FormatNumber(slice.Goodput)}"))
            + "   req/s");
    }
}

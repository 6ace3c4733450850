using Load.Results;
using Load.Terminal;

namespace Load.Output.Terminal;

/// <summary>What was asked for with <c>--pass</c>, and whether it holds.</summary>
internal static class ThresholdLines
{
    public static void Draw(Result result, ConsoleView sheet)
    {
        foreach (var threshold in result.Thresholds)
        {
            sheet.Add(threshold.Passed ? "  ✓ " : "  ✗ ", threshold.Passed ? ConsoleStyles.Good : ConsoleStyles.Bad)
                .Line(threshold.Passed ? threshold.Text : $"{threshold.Text,-16} was {threshold.Was}");
        }

        if (result.Thresholds.Count(threshold => !threshold.Passed) is > 0 and var failed)
            sheet.Add("✗ ", ConsoleStyles.Bad).Line($"{failed} of {result.Thresholds.Count} thresholds failed", ConsoleStyles.Strong);
    }
}

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the thresholds that were set with <c>--pass</c>, and shows whether each threshold was met.</summary>
internal static class ThresholdLines
{
    /// <summary>
    /// Draws a line for each threshold and, if any thresholds failed, a line with the number of failed thresholds.
    /// </summary>
    public static void Draw(Result result, ConsoleView console)
    {
        foreach (var threshold in result.Thresholds)
        {
            var (mark, style) = threshold.Passed ? ("✓", ConsoleStyles.PassedCheck) : ("✗", ConsoleStyles.FailedCheck);
            console.Add($"  {mark} ", style)
                .AddLine($"{threshold.Text,-16} was {threshold.MeasuredValue}");
        }

        if (result.Thresholds.Count(threshold => !threshold.Passed) is > 0 and var failed)
        {
            console.Add("✗ ", ConsoleStyles.FailedCheck)
                .AddLine($"{failed} of {result.Thresholds.Count} thresholds failed", ConsoleStyles.Bold);
        }
    }
}

using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws a table with a row for each phase of a run, or for each kind of request in a run.</summary>
internal sealed class RunPartsView(IReadOnlyList<RunPartResult> parts, MeasuredValueStyles styles, ConsoleView console)
{
    private const int LongestName = 30;

    /// <summary>Draws the table of phases or kinds of requests.</summary>
    public void Draw(string heading)
    {
        var width = Math.Clamp(parts.Max(part => part.Name.Length), heading.Length, LongestName);
        var isOpen = parts.Any(part => part.Planned is not null);
        console.AddLine(
            $"  {heading.PadRight(width)}   requests    req/s      p50      p90      p99      max   ms   errors"
            + (isOpen ? "  dropped" : ""),
            ConsoleStyles.Dimmed);
        foreach (var part in parts)
        {
            var latency = part.Latency;
            console.Add($"  {ShortenName(part.Name).PadRight(width)}{FormatCount(part.Requests),11}", styles.OrdinaryValue)
                .Add($"{FormatNumber(part.Rps),9}", styles.ImportantValue)
                .Add($"{FormatNumber(latency.P50),9}{FormatNumber(latency.P90),9}", styles.OrdinaryValue)
                .Add($"{FormatNumber(latency.P99),9}", styles.ImportantValue)
                .Add($"{FormatNumber(latency.Max),9}{FormatCount(part.Errors),14}", styles.OrdinaryValue)
                .AddLine(isOpen ? $"{FormatInteger(part.Dropped),9}" : "", styles.OrdinaryValue);
        }

        console.AddLine();
    }

    private static string ShortenName(string name) =>
        name.Length > LongestName ? name[..(LongestName - 1)] + "…" : name;
}

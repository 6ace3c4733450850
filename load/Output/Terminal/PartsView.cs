using Load.Results;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>A line for each phase of a run, or for each kind of its requests.</summary>
internal sealed class PartsView(IReadOnlyList<PartResult> parts, FigureStyles tint, ConsoleView sheet)
{
    private const int LongestName = 30;

    public void Draw(string heading)
    {
        var width = Math.Clamp(parts.Max(part => part.Name.Length), heading.Length, LongestName);
        var isOpen = parts.Any(part => part.Planned is not null);
        sheet.Line(
            $"  {heading.PadRight(width)}   requests    req/s      p50      p90      p99      max   ms   errors"
            + (isOpen ? "  dropped" : ""),
            ConsoleStyles.Dim);
        foreach (var part in parts)
        {
            var latency = part.Latency;
            sheet.Add($"  {Cut(part.Name).PadRight(width)}{FormatCount(part.Requests),11}", tint.Plain)
                .Add($"{FormatNumber(part.Rps),9}", tint.Strong)
                .Add($"{FormatNumber(latency.P50),9}{FormatNumber(latency.P90),9}", tint.Plain)
                .Add($"{FormatNumber(latency.P99),9}", tint.Strong)
                .Add($"{FormatNumber(latency.Max),9}{FormatCount(part.Errors),14}", tint.Plain)
                .Line(isOpen ? $"{FormatWhole(part.Dropped),9}" : "", tint.Plain);
        }

        sheet.Line();
    }

    private static string Cut(string name) => name.Length > LongestName ? name[..(LongestName - 1)] + "…" : name;
}

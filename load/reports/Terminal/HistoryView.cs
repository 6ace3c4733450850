using System.Globalization;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the ratios of each variant over time, and the places at which they changed.</summary>
internal sealed class HistoryView(ResultHistory history, ConsoleView console)
{
    private const int CommitLength = 7;
    private const int DateWidth = 16;
    private const int CommitWidth = 11;
    private const int RatioWidth = 20;
    private const int BarWidth = 24;

    /// <summary>Draws the history.</summary>
    public ConsoleView Draw()
    {
        var scenario = history.Reference.Scenario;
        console.AddLine()
            .Add(scenario.Name, ConsoleStyles.Bold)
            .AddLine($"  {Count(history.Results.Count, "result")} on {ResultHistory.GetMachine(history.Reference)}")
            .AddLine($"  {scenario.Request}", ConsoleStyles.Dimmed);
        DrawLeftOut(history.OtherScenarios, "of other scenarios or requests");
        DrawLeftOut(history.OtherMachines, "of other machines");
        DrawLeftOut(history.OtherBaselines, "with another baseline");
        DrawLeftOut(history.Incomplete, "invalid or cut short");
        console.AddLine();
        foreach (var ratios in history.Ratios)
            DrawRatios(ratios);
        DrawConclusion();
        return console;
    }

    private void DrawLeftOut(int count, string kind)
    {
        if (count > 0)
            console.AddLine($"  left out: {Count(count, "result")} {kind}", ConsoleStyles.Dimmed);
    }

    private void DrawRatios(RatioHistory ratios)
    {
        var metric = ratios.IsCpu ? "target CPU per request" : "throughput";
        console.Add($"  {ratios.Variant}", ConsoleStyles.Bold)
            .AddLine($"  {metric}, relative to {history.Reference.Baseline}")
            .Add($"  {"started (UTC)",-DateWidth}  {"tool commit",-CommitWidth}  ", ConsoleStyles.Dimmed)
            .AddLine("ratio [interval]", ConsoleStyles.Dimmed);
        var highest = ratios.Points.Max(point => point.Ratio.Value);
        foreach (var (i, point) in ratios.Points.Index())
        {
            if (ratios.FindChangeBefore(i) is { } change)
                DrawChange(ratios, change);
            var text = VerdictLabels.FormatRatio(point.Ratio.Value, point.Ratio.Lo, point.Ratio.Hi);
            console.Add($"  {FormatStart(point.Result)}  {FormatCommit(point.Result),-CommitWidth}  ")
                .Add($"{text,-RatioWidth}  ")
                .AddLine(TextBars.DrawBar(point.Ratio.Value / highest, BarWidth), ConsoleStyles.FasterVariant);
        }

        console.AddLine();
    }

    private void DrawChange(RatioHistory ratios, ChangePoint change)
    {
        var label = ratios.GetLabel(change);
        var amount = VerdictLabels.FormatRatio(change.Change.Value, change.Interval?.Lo, change.Interval?.Hi);
        console.Add("  ── ", ConsoleStyles.Dimmed)
            .Add(VerdictLabels.FormatWithMark(label), ConsoleStyles.GetVerdictStyle(label))
            .AddLine($" than before: × {amount}");
        if (ratios.GetChangedConditions(change) is { Count: > 0 } conditions)
            console.AddLine($"     ! not under the same conditions: {string.Join(", ", conditions)}");
    }

    private void DrawConclusion()
    {
        var changes = history.Ratios.Sum(ratios => ratios.ChangePoints.Count);
        const int Needed = 2 * ChangePointSearch.MinResults;
        if (history.Results.Count == 0)
            console.AddLine("No result is left.", ConsoleStyles.Bold);
        else if (history.Ratios.All(ratios => ratios.Points.Count < Needed))
            console.AddLine($"To find a change, at least {Needed} results are needed.", ConsoleStyles.Bold);
        else if (changes == 0)
            console.AddLine("No change was found.", ConsoleStyles.Bold);
        else
        {
            console.AddLine($"{Count(changes, "change")} found.", ConsoleStyles.Bold)
                .AddLine($"  {BaselineComparisonText.RestartCaveat}");
        }
    }

    private static string Count(int number, string noun) => $"{number} {noun}{(number == 1 ? "" : "s")}";

    private static string FormatStart(Result result) => DateTimeOffset
        .Parse(result.Started, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal)
        .UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    // The suffix -dirty of a build with uncommitted changes becomes a plus sign.
    private static string FormatCommit(Result result) => result.Tool.Commit is not { Length: > 0 } commit ? "–"
        : commit[..Math.Min(CommitLength, commit.Length)]
            + (commit.EndsWith("-dirty", StringComparison.Ordinal) ? "+" : "");
}

using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the progress of a comparison on the terminal while the comparison is running.</summary>
internal sealed class LiveComparisonView(ExperimentPlan plan, ComparisonProgress progress, int cores, int width)
{
    private const int FullWidth = 100;
    private const int NameWidth = 18;
    private const int RatioWidth = 23;
    private const int FewestBarCharacters = 8;

    // A bar takes what the texts beside it leave.
    private readonly int _progressWidth = Math.Clamp(width - 52, FewestBarCharacters, 44);
    private readonly int _barWidth = Math.Clamp(width - 64, FewestBarCharacters, 36);

    /// <summary>Draws the current state of the comparison.</summary>
    public ConsoleView Draw(ConsoleView console, TimeSpan elapsed)
    {
        var (stages, trials) = (progress.Stages, progress.Trials);
        var duration = plan.GetDuration(progress.Warmups);
        var share = Math.Min(1, elapsed / duration);
        var remaining = Math.Max(0, (duration - elapsed).TotalSeconds);
        var bar = TextBars.DrawBar(share, _progressWidth);
        var round = stages is [{ Round: > 0 and var number }, ..] ? $"round {number} of {plan.Rounds}" : ActiveStage.WarmupStageName;
        console.AddLine(new string('─', Math.Min(FullWidth, width - 1)), ConsoleStyles.Dimmed)
            .Add(round.PadRight(15), ConsoleStyles.Bold)
            .Add(bar, ConsoleStyles.FasterVariant)
            .Add(new string('░', _progressWidth - bar.Length), ConsoleStyles.Dimmed)
            .AddLine($"  {share * 100:0} %   {FormatClock(elapsed.TotalSeconds)}, {FormatClock(remaining)} remaining")
            .AddLine();
        foreach (var stage in stages)
            DrawCurrentTrial(console, stage);
        foreach (var trial in trials.TakeLast(plan.VariantsAtOnce))
            DrawLastTrial(console, trial);
        console.AddLine();
        DrawInterimResults(console, stages, trials);
        return console.AddLine().AddLine("Ctrl-C stops the comparison and keeps what was measured.", ConsoleStyles.Dimmed);
    }

    private static void DrawCurrentTrial(ConsoleView console, ActiveStage stage)
    {
        console.Add("now    ", ConsoleStyles.Dimmed).Add($"{stage.Variant,-20} ", ConsoleStyles.Bold);
        if (stage is { IsMeasured: true, Measurement: { Counters: { Responses: > 0 } counters } measurement })
        {
            console.Add($"{FormatNumber(measurement.Goodput)} req/s")
                .Add($"   p50 {FormatNumber(LatencySummary.GetPercentile(counters.Latency, 0.5))} ms")
                .Add($"   p99 {FormatNumber(LatencySummary.GetPercentile(counters.Latency, 0.99))} ms")
                .Add($"   errors {FormatCount(counters.Errors)}");
        }
        else
        {
            console.Add("warming up", ConsoleStyles.Dimmed);
        }

        console.AddLine();
    }

    // The metrics of a monitored process are read before and after a trial, not during it, because each scrape takes
    // CPU time in that process.
    private void DrawLastTrial(ConsoleView console, Trial trial)
    {
        var cpu = trial.Usage.Processes
            .Where(process => process.Value?.CpuSeconds is not null)
            .Select(process =>
                $"{process.Key} {process.Value!.CpuSeconds / trial.ElapsedSeconds:0.00}")
            .Append($"load tool {trial.ToolCores:0.00} of {cores} cores");
        console.Add("last   ", ConsoleStyles.Dimmed).Add(string.Join(" · ", cpu));
        var target = trial.Usage.Processes.GetValueOrDefault(MonitoredProcess.Target);
        if (width >= FullWidth && target?.ThreadPoolThreads is { } threads)
            console.Add($"    pool threads {FormatInteger(threads)}, queue {FormatInteger(target.ThreadPoolQueueLength)}");
        console.AddLine();
    }

    // There is no verdict yet: whoever stops at the first verdict that pleases is wrong too often.
    private void DrawInterimResults(
        ConsoleView console, IReadOnlyList<ActiveStage> stages, IReadOnlyCollection<Trial> trials)
    {
        var results = InterimResult.Create(plan, trials);
        var medianHeading = Fit("median so far", _barWidth);
        var headings = $"{"variant",-NameWidth}{"req/s",7}  {medianHeading}  {"ratio so far",-RatioWidth}";
        console.AddLine($"    {headings} rounds", ConsoleStyles.Dimmed);
        foreach (var result in results)
        {
            var name = result.Variant.Name;
            var median = result.Rounds == 0 ? NotMeasured : FormatNumber(result.Median);
            var bar = TextBars.DrawBar(result.Median / Math.Max(1, results[0].Median), _barWidth);
            console.Add(stages.Any(stage => stage.Variant == name) ? "  ► " : "    ", ConsoleStyles.FasterVariant)
                .Add(name.PadRight(NameWidth)[..NameWidth], result.IsBaseline ? ConsoleStyles.Bold : null)
                .Add(median.PadLeft(7) + "  ", ConsoleStyles.Bold)
                .Add(bar.PadRight(_barWidth) + "  ")
                .Add(FormatRatio(result).PadRight(RatioWidth))
                .AddLine($"{result.Rounds,7}");
        }
    }

    private static string Fit(string text, int width) => text.PadRight(width)[..width];

    private static string FormatRatio(InterimResult result) => result switch
    {
        { IsBaseline: true } => "1",
        { Ratio: { } ratio } =>
            VerdictLabels.FormatRatio(ratio.Estimate.Value, ratio.Interval?.Lo, ratio.Interval?.Hi),
        _ => "",
    };
}

using Load.Engine;
using Load.Experiment;
using Load.Results;
using Load.Results.Building;
using Load.Target;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>Draws the progress of a comparison on the terminal while the comparison is running.</summary>
/// <param name="plan">The plan of the comparison.</param>
/// <param name="progress">The progress of the comparison.</param>
/// <param name="cores">The number of CPU cores of this machine.</param>
internal sealed class LiveComparisonView(ExperimentPlan plan, ComparisonProgress progress, int cores)
{
    private const int ProgressWidth = 44;
    private const int BarWidth = 36;
    private const int NameWidth = 18;
    private const int RatioWidth = 23;

    /// <summary>Draws the current state of the comparison.</summary>
    /// <param name="console">The view to draw on.</param>
    /// <param name="elapsed">The time since the start of the comparison.</param>
    public ConsoleView Draw(ConsoleView console, TimeSpan elapsed)
    {
        var (stages, trials) = (progress.Stages, progress.Trials);
        var duration = plan.GetDuration(progress.Warmups);
        var share = Math.Min(1, elapsed / duration);
        var remaining = Math.Max(0, (duration - elapsed).TotalSeconds);
        var bar = TextBars.DrawBar(share, ProgressWidth);
        var round = stages is [{ Round: > 0 and var number }, ..] ? $"round {number} of {plan.Rounds}" : ActiveStage.WarmupStageName;
        console.AddLine(new string('─', 100), ConsoleStyles.Dimmed)
            .Add(round.PadRight(15), ConsoleStyles.Bold)
            .Add(bar, ConsoleStyles.FasterVariant)
            .Add(new string('░', ProgressWidth - bar.Length), ConsoleStyles.Dimmed)
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
                $"{process.Key} {process.Value!.CpuSeconds / trial.Measurement.ElapsedSeconds:0.00}")
            .Append($"load tool {trial.ToolCores:0.00} of {cores} cores");
        console.Add("last   ", ConsoleStyles.Dimmed).Add(string.Join(" · ", cpu));
        var target = trial.Usage.Processes.GetValueOrDefault(MonitoredProcess.Target);
        if (target?.ThreadPoolThreads is { } threads)
            console.Add($"    pool threads {FormatInteger(threads)}, queue {FormatInteger(target.ThreadPoolQueueLength)}");
        console.AddLine();
    }

    // There is no verdict yet: whoever stops at the first verdict that pleases is wrong too often.
    private void DrawInterimResults(ConsoleView console, IReadOnlyList<ActiveStage> stages, Trial[] trials)
    {
        var results = InterimResult.Create(plan, trials);
        var headings = $"{"variant",-NameWidth}{"req/s",7}  {"median so far",-BarWidth}  {"ratio so far",-RatioWidth}";
        console.AddLine($"    {headings} rounds", ConsoleStyles.Dimmed);
        foreach (var result in results)
        {
            var name = result.Variant.Name;
            var median = result.Rounds == 0 ? NotMeasured : FormatNumber(result.Median);
            var bar = TextBars.DrawBar(result.Median / Math.Max(1, results[0].Median), BarWidth);
            console.Add(stages.Any(stage => stage.Variant == name) ? "  ► " : "    ", ConsoleStyles.FasterVariant)
                .Add(name.PadRight(NameWidth)[..NameWidth], result.IsBaseline ? ConsoleStyles.Bold : null)
                .Add(median.PadLeft(7) + "  ", ConsoleStyles.Bold)
                .Add(bar.PadRight(BarWidth) + "  ")
                .Add(FormatRatio(result).PadRight(RatioWidth))
                .AddLine($"{result.Rounds,7}");
        }
    }

    private static string FormatRatio(InterimResult result) => result switch
    {
        { IsBaseline: true } => "1",
        { Ratio: { } ratio } =>
            VerdictLabels.FormatRatio(ratio.Estimate.Value, ratio.Interval?.Lo, ratio.Interval?.Hi),
        _ => "",
    };
}

using Load.Engine;
using Load.Experiment;
using Load.Results;
using Load.Results.Building;
using Load.Target;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>A comparison while it runs.</summary>
internal sealed class LiveComparisonView(ExperimentPlan plan, ComparisonProgress progress, int cores)
{
    private const int ProgressWidth = 44;
    private const int BarWidth = 32;

    /// <param name="sheet">Where to draw.</param>
    /// <param name="gone">Time since the start.</param>
    public ConsoleView Draw(ConsoleView sheet, TimeSpan gone)
    {
        var (now, slices) = (progress.Stage, progress.Trials);
        var duration = plan.GetDuration(progress.Warmups);
        var share = Math.Min(1, gone / duration);
        var left = Math.Max(0, (duration - gone).TotalSeconds);
        var bar = TextBars.Draw(share, ProgressWidth);
        sheet.Line(new string('─', 100), ConsoleStyles.Dim)
            .Add((now is { Round: > 0 and var round } ? $"round {round} of {plan.Rounds}" : ActiveStage.WarmUp).PadRight(15), ConsoleStyles.Strong)
            .Add(bar, ConsoleStyles.Faster)
            .Add(new string('░', ProgressWidth - bar.Length), ConsoleStyles.Dim)
            .Line($"  {share * 100:0} %   {FormatClock(gone.TotalSeconds)} gone, {FormatClock(left)} to go")
            .Line();
        Current(sheet, now, slices);
        Table(sheet, now, slices);
        return sheet.Line().Line("Ctrl-C stops and keeps what was measured.", ConsoleStyles.Dim);
    }

    private void Current(ConsoleView sheet, ActiveStage? now, Trial[] slices)
    {
        sheet.Add("now    ", ConsoleStyles.Dim).Add($"{now?.Variant,-20} ", ConsoleStyles.Strong);
        if (now is { IsMeasured: true, Measurement: { Counters: { Replies: > 0 } tally } recorder })
        {
            sheet.Add($"{FormatNumber(recorder.GoodputSoFar)} req/s")
                .Add($"   p50 {FormatNumber(LatencySummary.At(tally.Latency, 0.5))} ms")
                .Add($"   p99 {FormatNumber(LatencySummary.At(tally.Latency, 0.99))} ms   errors {FormatCount(tally.Errors)}");
        }
        else
        {
            sheet.Add("warming up", ConsoleStyles.Dim);
        }

        sheet.Line();
        if (slices.Length > 0)
            Last(sheet, slices[^1]);
        sheet.Line();
    }

    // Read around the slice, not in it: a scrape would be part of what is measured.
    private void Last(ConsoleView sheet, Trial slice)
    {
        var cpu = slice.Usage.Processes
            .Where(tier => tier.Value?.CpuSeconds is not null)
            .Select(tier => $"{tier.Key} {tier.Value!.CpuSeconds / slice.Measurement.ElapsedSeconds:0.00}")
            .Append($"load tool {slice.ToolCores:0.00} of {cores} cores");
        sheet.Add("last   ", ConsoleStyles.Dim).Add(string.Join(" · ", cpu));
        if (slice.Usage.Processes.GetValueOrDefault(MonitoredProcess.Target) is { PoolThreads: { } threads } front)
            sheet.Add($"    pool threads {FormatWhole(threads)}, queued {FormatWhole(front.PoolQueue)}");
        sheet.Line();
    }

    private void Table(ConsoleView sheet, ActiveStage? now, Trial[] slices)
    {
        var standing = Standing.Create(plan, slices);
        sheet.Line(
            $"    {"variant",-18}{"req/s",7}  {"median so far",-32}{"ratio",12}   {"verdict so far",-15} rounds", ConsoleStyles.Dim);
        foreach (var one in standing)
        {
            var bar = TextBars.Draw(one.Median / Math.Max(1, standing[0].Median), BarWidth);
            var ratio = one.Ratio is { } known ? FormatRatio(known.Value) : one.Verdict == VerdictLabels.Baseline ? "1" : "";
            sheet.Add(one.Variant.Name == now?.Variant ? "  ► " : "    ", ConsoleStyles.Faster)
                .Add(one.Variant.Name.PadRight(18)[..18], ConsoleStyles.OfVerdict(one.Verdict))
                .Add((one.Rounds == 0 ? NotMeasured : FormatNumber(one.Median)).PadLeft(7) + "  ", ConsoleStyles.Strong)
                .Add(bar.PadRight(BarWidth), ConsoleStyles.OfVerdict(one.Verdict))
                .Add(ratio.PadLeft(12) + "   ")
                .Add(VerdictLabels.Marked(one.Verdict).PadRight(15), ConsoleStyles.OfVerdict(one.Verdict))
                .Line($"{one.Rounds,7}");
        }
    }
}

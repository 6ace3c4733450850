using Load.Comparing;
using Load.Running;
using Load.Scraping;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>A comparison while it runs.</summary>
internal sealed class LiveSheet(ComparisonPlan plan, ComparisonProgress progress, int cores)
{
    private const int ProgressWidth = 44;
    private const int BarWidth = 32;

    /// <param name="sheet">Where to draw.</param>
    /// <param name="gone">Time since the start.</param>
    public Sheet Draw(Sheet sheet, TimeSpan gone)
    {
        var (now, slices) = (progress.Stage, progress.Slices);
        var duration = plan.DurationWith(progress.Warmups);
        var share = Math.Min(1, gone / duration);
        var left = Math.Max(0, (duration - gone).TotalSeconds);
        var bar = Bars.Of(share, ProgressWidth);
        sheet.Line(new string('─', 100), Tint.Dim)
            .Add((now is { Round: > 0 and var round } ? $"round {round} of {plan.Rounds}" : Stage.WarmUp).PadRight(15), Tint.Strong)
            .Add(bar, Tint.Faster)
            .Add(new string('░', ProgressWidth - bar.Length), Tint.Dim)
            .Line($"  {share * 100:0} %   {Clock(gone.TotalSeconds)} gone, {Clock(left)} to go")
            .Line();
        Current(sheet, now, slices);
        Table(sheet, now, slices);
        return sheet.Line().Line("Ctrl-C stops and keeps what was measured.", Tint.Dim);
    }

    private void Current(Sheet sheet, Stage? now, Slice[] slices)
    {
        sheet.Add("now    ", Tint.Dim).Add($"{now?.Variant,-20} ", Tint.Strong);
        if (now is { IsMeasured: true, Recorder: { Tally: { Replies: > 0 } tally } recorder })
        {
            sheet.Add($"{Figure(recorder.RateSoFar)} req/s")
                .Add($"   p50 {Figure(Latencies.At(tally.Latency, 0.5))} ms")
                .Add($"   p99 {Figure(Latencies.At(tally.Latency, 0.99))} ms   errors {Count(tally.Errors)}");
        }
        else
        {
            sheet.Add("warming up", Tint.Dim);
        }

        sheet.Line();
        if (slices.Length > 0)
            Last(sheet, slices[^1]);
        sheet.Line();
    }

    // Read around the slice, not in it: a scrape would be part of what is measured.
    private void Last(Sheet sheet, Slice slice)
    {
        var cpu = slice.Usage.Tiers
            .Where(tier => tier.Value?.CpuSeconds is not null)
            .Select(tier => $"{tier.Key} {tier.Value!.CpuSeconds / slice.Recorded.Seconds:0.00}")
            .Append($"load tool {slice.OwnCores:0.00} of {cores} cores");
        sheet.Add("last   ", Tint.Dim).Add(string.Join(" · ", cpu));
        if (slice.Usage.Tiers.GetValueOrDefault(Tier.FrontEnd) is { PoolThreads: { } threads } front)
            sheet.Add($"    pool threads {Whole(threads)}, queued {Whole(front.PoolQueue)}");
        sheet.Line();
    }

    private void Table(Sheet sheet, Stage? now, Slice[] slices)
    {
        var standing = Standing.Of(plan, slices);
        sheet.Line(
            $"    {"variant",-18}{"req/s",7}  {"median so far",-32}{"ratio",12}   {"verdict so far",-15} rounds", Tint.Dim);
        foreach (var one in standing)
        {
            var bar = Bars.Of(one.Median / Math.Max(1, standing[0].Median), BarWidth);
            var ratio = one.Ratio is { } known ? Ratio(known.Value) : one.Verdict == Words.Baseline ? "1" : "";
            sheet.Add(one.Variant.Name == now?.Variant ? "  ► " : "    ", Tint.Faster)
                .Add(one.Variant.Name.PadRight(18)[..18], Tint.OfVerdict(one.Verdict))
                .Add((one.Rounds == 0 ? None : Figure(one.Median)).PadLeft(7) + "  ", Tint.Strong)
                .Add(bar.PadRight(BarWidth), Tint.OfVerdict(one.Verdict))
                .Add(ratio.PadLeft(12) + "   ")
                .Add(Words.Marked(one.Verdict).PadRight(15), Tint.OfVerdict(one.Verdict))
                .Line($"{one.Rounds,7}");
        }
    }
}

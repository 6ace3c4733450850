using Load.Comparing;
using Load.Scraping;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>A comparison while it runs. A verdict so far shows from round 3 only, and may still change.</summary>
internal sealed class LiveSheet(ComparisonPlan plan, ComparisonProgress progress, int cores)
{
    private const int FirstVerdictRound = 3;
    private const int BarWidth = 32;

    /// <param name="sheet">Where to draw.</param>
    /// <param name="gone">Time since the start.</param>
    public Sheet Draw(Sheet sheet, TimeSpan gone)
    {
        var (now, slices) = (progress.Now, progress.Slices);
        var share = Math.Min(1, gone / plan.Duration);
        var left = Math.Max(0, (plan.Duration - gone).TotalSeconds);
        sheet.Line(new string('─', 100), Tint.Dim)
            .Add(now.Round == 0 ? "warm-up".PadRight(15) : $"round {now.Round} of {plan.Rounds}".PadRight(15), Tint.Strong)
            .Add(Bars.Of(share, 44), Tint.Faster)
            .Add(new string('░', 44 - Bars.Of(share, 44).Length), Tint.Dim)
            .Line($"  {share * 100:0} %   {Clock(gone.TotalSeconds)} gone, {Clock(left)} to go")
            .Line();
        Current(sheet, now, slices);
        Standing(sheet, now, slices);
        return sheet.Line().Line("Ctrl-C stops and keeps what was measured.", Tint.Dim);
    }

    private void Current(Sheet sheet, Now now, Slice[] slices)
    {
        sheet.Add("now    ", Tint.Dim).Add($"{now.Variant?.Name,-20} ", Tint.Strong);
        if (now is { IsMeasured: true, Recorder: { Tally.Replies: > 0 } recorder })
            sheet.Add(
                $"{Figure(recorder.RateSoFar)} req/s   p50 {Figure(Latencies.At(recorder.Tally.Latency, 0.5))} ms   "
                + $"p99 {Figure(Latencies.At(recorder.Tally.Latency, 0.99))} ms   errors {Count(recorder.Tally.Errors)}");
        else
            sheet.Add("warming up", Tint.Dim);
        sheet.Line();

        if (slices.Length > 0)
        {
            var last = slices[^1];
            sheet.Add("cores  ", Tint.Dim).Line(
                string.Join(" · ", last.Usage.Tiers
                    .Where(tier => tier.Value?.CpuSeconds is not null)
                    .Select(tier => $"{tier.Key} {tier.Value!.CpuSeconds / last.Recorded.Seconds:0.00}")
                    .Append($"load tool {last.OwnCores:0.00}, of {cores}, in the last slice"))
                + (last.Usage.Tiers.GetValueOrDefault(Tier.FrontEnd) is { PoolThreads: { } threads } front
                    ? $"    pool threads {Whole(threads)}, queued {Whole(front.PoolQueue)}"
                    : ""));
        }

        sheet.Line();
    }

    private void Standing(Sheet sheet, Now now, Slice[] slices)
    {
        var byVariant = slices.ToLookup(slice => slice.Variant);
        var medians = plan.Variants
            .Select((variant, i) => (Variant: variant, Slices: byVariant[i].OrderBy(slice => slice.Round).ToArray()))
            .Select(x => (x.Variant, x.Slices, Median: Median.Of(x.Slices.Select(slice => slice.Throughput))))
            .OrderByDescending(x => x.Median)
            .ToArray();
        var baseline = medians.Single(x => x.Variant == plan.Baseline).Slices;
        var most = Math.Max(1, medians[0].Median);

        sheet.Line("    variant".PadRight(24) + "req/s  median so far".PadRight(46) + "ratio   verdict so far  rounds", Tint.Dim);
        foreach (var (variant, mine, median) in medians)
        {
            var (ratio, word) = SoFar(variant, mine, baseline);
            sheet.Add(variant == now.Variant ? "  ► " : "    ", Tint.Faster)
                .Add(variant.Name.PadRight(18)[..18], variant == plan.Baseline ? Tint.Strong : Tint.OfVerdict(word))
                .Add((mine.Length == 0 ? None : Figure(median)).PadLeft(7) + "  ", Tint.Strong)
                .Add(Bars.Of(median / most, BarWidth).PadRight(BarWidth), Tint.OfVerdict(word))
                .Add(ratio.PadLeft(12) + "   ")
                .Add($"{Words.Mark(word)} {word}".Trim().PadRight(15), Tint.OfVerdict(word))
                .Line($"{mine.Length,7}");
        }
    }

    private (string Ratio, string Word) SoFar(Variant variant, Slice[] mine, Slice[] baseline)
    {
        if (variant == plan.Baseline)
            return ("1", Words.Baseline);
        var both = mine.Join(baseline, slice => slice.Round, slice => slice.Round, (a, b) => (A: (double?)a.Throughput, B: (double?)b.Throughput)).ToArray();
        if (PairedRatio.Of(both.Select(pair => pair.A), both.Select(pair => pair.B)) is not { } ratio)
            return ("", "");
        var word = both.Length < FirstVerdictRound || ratio.Verdict == Verdict.NoDifference ? "… not yet clear" : Words.OfThroughput(ratio.Verdict);
        return (Ratio(ratio.Value), word);
    }
}

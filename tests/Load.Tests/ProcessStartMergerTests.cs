using TwoTier.Load.Results.Merging;

namespace Load.Tests;

public sealed class ProcessStartMergerTests
{
    private static readonly double[] StartEffects = [-0.02, -0.01, 0, 0.01, 0.02];

    [Fact]
    public void Merge_StartsThatDiffer_HasStudentIntervalOfTheRatiosOfStarts()
    {
        Result[] runs = [.. StartEffects.Select((effect, start) => CreateResult(start, 0.3 + effect))];

        var merged = Merge(runs);

        // The log ratios scatter by 0.0158 between starts, and there are two ratios with verdicts: throughput and CPU.
        var half = CriticalValue.Get(4, 0.01 / 2) * Math.Sqrt(0.00025 / 5);
        var ratio = merged.Variants[1].Ratio!;
        ratio.Value.ShouldBe(Math.Exp(0.3), 1e-3);
        ratio.Lo!.Value.ShouldBe(Math.Exp(0.3 - half), 2e-3);
        ratio.Hi!.Value.ShouldBe(Math.Exp(0.3 + half), 2e-3);
        ratio.Units.Select(value => Math.Log(value)).ShouldBe(StartEffects.Select(effect => 0.3 + effect), 1e-3);
        merged.Variants[1].CpuRatio!.Value.ShouldBe(Math.Exp(-0.3), 1e-3);

        merged.Variants.Select(variant => variant.Requests).ShouldBe([5000, 5000]);
        (merged.Plan.Rounds, merged.Plan.Starts, merged.Method.Rounds).ShouldBe((null, 5, 40));

        // Each is one sample, with the ratio of its batches.
        merged.Samples.Select(sample => (sample.Start, sample.Variant, sample.Batch, sample.Turns)).ShouldBe(
            from start in Enumerable.Range(1, 5) from variant in runs[0].Variants select (start, variant.Name, 1, 80));
        var second = merged.Samples.Where(sample => sample.Start == 2).ToArray();
        second.Select(sample => (sample.Requests, sample.P50Ms)).ShouldBe([(1000, 1.41), (1000, 1.41)]);
        second[1].BusyS.ShouldBe(runs[1].Samples.Where(sample => sample.Variant == second[1].Variant).Sum(one => one.BusyS));
        merged.Variants[1].Ratio!.Units.ShouldBe(
            runs.Select(run => SampleTable.Create(run).Estimate(run.Variants[1].Name, ComparedMetric.Throughput)!.Value),
            1e-12);
    }

    [Theory]
    [InlineData(new[] { 0.9, 0.02, 0.02, 0.02 }, 0.3, RunValidity.ValidState, RatioVerdict.Faster)]
    [InlineData(new[] { 0.3, 0.2, 0.3, 0.3 }, 0.3, RunValidity.BusyState, RatioVerdict.Withheld)]
    [InlineData(new[] { 0.3, 0.2, 0.3, 0.3 }, 0.5, RunValidity.BusyState, RatioVerdict.Faster)]
    [InlineData(new[] { 0.3, 0.2, 0.3, 0.3 }, -0.5, RunValidity.BusyState, RatioVerdict.Slower)]
    [InlineData(new[] { 0.3, 0.2, 0.3, 0.3 }, 0, RunValidity.BusyState, RatioVerdict.Withheld)]
    public void Merge_OthersUsedCpu_TellsLargeRatiosOnlyIfTheMeanShareIsLarge(
        double[] shares, double logRatio, string state, RatioVerdict verdict)
    {
        var merged = Merge(
        [
            .. shares.Select((share, start) => CreateResult(start, logRatio + 0.001 * start) with
            {
                Validity = RunValidity.FromChecks([], otherShare: share),
            }),
        ]);

        (merged.Validity.State, merged.Variants[1].Ratio!.Verdict).ShouldBe((state, verdict));
        merged.Validity.OtherShare!.Value.ShouldBe(shares.Average(), 1e-9);
    }

    [Fact]
    public void Merge_SameComparisonTwiceOrComparisonsThatDiffer_IsRejected()
    {
        var (first, other) = (CreateResult(0, 0), CreateResult(1, 0));
        VariantResult[] renamed = [other.Variants[0], other.Variants[1] with { Name = "other" }];

        // A run that is named twice would count as two starts, and the interval would be too narrow.
        ShouldBeRejected("of the same run", first, other, CreateResult(0, 0));
        ShouldBeRejected("cannot be merged", first);
        ShouldBeRejected("the variants differ", first, other with { Variants = renamed });
        ShouldBeRejected("CPU is 64 × Xeon", first, other with { Provenance = [["CPU", "64 × Xeon"]] });
    }

    private static void ShouldBeRejected(string reason, params Result[] results) =>
        Should.Throw<UserErrorException>(() => Merge(results)).Message.ShouldContain(reason);

    private static Result Merge(Result[] results) =>
        RunMerger.Create([.. results.Select((result, i) => new ResultFile($"{i}.json", result))], "whole");

    // A comparison of eight batches after one start of the processes. The variant serves exp(logRatio) times as many
    // requests as the baseline and uses as much less CPU time, give or take a little in each batch.
    private static Result CreateResult(int start, double logRatio)
    {
        var result = SampleResults.Result("get-from-json: 1 (equal)");
        var variants = result.Variants;
        return result with
        {
            Started = $"2026-11-20T09:1{start}:00Z",
            Ended = $"2026-11-20T09:1{start}:50Z",
            Plan = result.Plan with { Rounds = null },
            Method = result.Method with { Rounds = 8 },
            Validity = result.Validity with { Checks = [] },
            Samples =
            [
                .. Enumerable.Range(1, 8).SelectMany(batch => new[]
                {
                    CreateSample(variants[0].Name, batch, 0),
                    CreateSample(variants[1].Name, batch, logRatio + (batch % 2 == 0 ? 0.001 : -0.001)),
                }),
            ],
        };
    }

    private static Sample CreateSample(string variant, int batch, double logRatio) => new()
    {
        Variant = variant,
        Start = 1,
        Batch = batch,
        Turns = 10,
        Requests = 125,
        Good = 125,
        BusyS = 0.125 * Math.Exp(-logRatio),
        CpuS = 125 * 0.000155 * Math.Exp(-logRatio),
    };
}

using TwoTier.Load.Results.Merging;

namespace Load.Tests;

public sealed class ProcessStartMergerTests
{
    private const string ControlId = "control-throughput";
    private static readonly double[] StartEffects = [-0.02, -0.01, 0, 0.01, 0.02];

    [Fact]
    public void Merge_StartsThatDiffer_HasStudentIntervalOfTheRatiosOfStarts()
    {
        var merged = Merge([.. StartEffects.Select((effect, start) => CreateResult(start, 0.3 + effect))]);

        // The log ratios scatter by 0.0158 between starts, and there are two ratios with verdicts: throughput and CPU.
        var half = CriticalValue.Get(4, 0.01 / 2) * Math.Sqrt(0.00025 / 5);
        var ratio = merged.Variants[1].Ratio!;
        ratio.Value.ShouldBe(Math.Exp(0.3), 1e-3);
        ratio.Lo!.Value.ShouldBe(Math.Exp(0.3 - half), 2e-3);
        ratio.Hi!.Value.ShouldBe(Math.Exp(0.3 + half), 2e-3);
        ratio.Units.Select(value => Math.Log(value)).ShouldBe(StartEffects.Select(effect => 0.3 + effect), 1e-3);
        merged.Variants[1].CpuRatio!.Value.ShouldBe(Math.Exp(-0.3), 1e-3);

        merged.Variants.Select(variant => variant.Requests).ShouldBe([5000, 5000]);
        (merged.Plan.Rounds, merged.Plan.Starts, merged.Method.Pairs).ShouldBe((40, 5, 40));
        merged.Samples.Select(sample => sample.Start).Distinct().ShouldBe([1, 2, 3, 4, 5]);
        merged.Samples.Count.ShouldBe(5 * 8 * 3);
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
    public void Merge_BaselineDiffersFromItself_IsJudgedOverAllStarts()
    {
        var failed = new ValidityCheck(ControlId, "", "", "", CheckState.Fail);

        var biased = Merge([.. Enumerable.Range(0, 4).Select(start => CreateResult(start, 0, ofControl: 0.3))]);
        var unbiased = Merge([.. Enumerable.Range(0, 4).Select(start => CreateResult(start, 0) with
        {
            Validity = new RunValidity(RunValidity.InvalidState, [failed]),
        })]);

        (biased.Validity.State, GetState(biased)).ShouldBe((RunValidity.InvalidState, CheckState.Fail));
        biased.Variants[1].Ratio!.Verdict.ShouldBe(RatioVerdict.Withheld);
        (unbiased.Validity.State, GetState(unbiased)).ShouldBe((RunValidity.ValidState, CheckState.Pass));

        static CheckState GetState(Result result) =>
            result.Validity.Checks.Single(check => check.Id == ControlId).State;
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

    // A comparison of eight rounds after one start of the processes. The variant serves exp(logRatio) times as many
    // requests as the baseline and uses as much less CPU time, give or take a little in each round.
    private static Result CreateResult(int start, double logRatio, double ofControl = 0)
    {
        var result = SampleResults.Result("get-from-json: 1 (equal)");
        var variants = result.Variants;
        return result with
        {
            Started = $"2026-11-20T09:1{start}:00Z",
            Ended = $"2026-11-20T09:1{start}:50Z",
            Plan = result.Plan with { Rounds = 8 },
            Method = result.Method with { Pairs = 8 },
            Validity = result.Validity with { Checks = [] },
            Samples =
            [
                .. Enumerable.Range(1, 8).SelectMany(round => new[]
                {
                    // The control is the first turn of the baseline in one half of the rounds.
                    CreateSample(variants[0].Name, round, 1, round % 2 == 0 ? ofControl : 0),
                    CreateSample(variants[1].Name, round, 2, logRatio + (round % 2 == 0 ? 0.001 : -0.001)),
                    CreateSample(variants[0].Name, round, 3, round % 2 == 0 ? 0 : ofControl),
                }),
            ],
        };
    }

    private static Sample CreateSample(string variant, int round, int place, double logRatio) => new()
    {
        Variant = variant,
        Start = 1,
        Round = round,
        Place = place,
        AtS = 0,
        Requests = 125,
        Good = 125,
        BusyS = 0.125 * Math.Exp(-logRatio),
        CpuS = 125 * 0.000155 * Math.Exp(-logRatio),
    };
}

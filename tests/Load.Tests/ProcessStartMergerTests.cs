namespace Load.Tests;

public sealed class ProcessStartMergerTests
{
    private const string ControlId = "control-throughput";
    private static readonly double[] StartEffects = [-0.02, -0.01, 0, 0.01, 0.02];

    [Fact]
    public void Merge_StartsThatDiffer_HasStudentIntervalOfTheMeansOfStarts()
    {
        var merged = Merge([.. StartEffects.Select((effect, start) => CreatePair(start, 0.3 + effect))]);

        // The means of the log ratios scatter by 0.0158 between starts, and there are two ratios: throughput and CPU.
        var half = CriticalValue.Get(4, 0.01 / 2) * Math.Sqrt(0.00025 / 5);
        var ratio = merged.Variants[1].Ratio!;
        ratio.Value.ShouldBe(Math.Exp(0.3), 1e-3);
        ratio.Lo!.Value.ShouldBe(Math.Exp(0.3 - half), 2e-3);
        ratio.Hi!.Value.ShouldBe(Math.Exp(0.3 + half), 2e-3);
        ratio.Units.Select(value => Math.Log(value)).ShouldBe(StartEffects.Select(effect => 0.3 + effect), 1e-3);
        merged.Variants[1].CpuRatio!.Value.ShouldBe(Math.Exp(-0.3), 1e-3);

        merged.Variants.Select(variant => variant.Requests).ShouldBe([5000, 5000]);
        (merged.Plan.Rounds, merged.Plan.Starts, merged.Method!.Pairs).ShouldBe((40, 5, 40));
        (merged.BaselineAgain, merged.Noise).ShouldBe((null, null));
    }

    [Fact]
    public void Merge_VariantsOfOneProcess_HasStudentIntervalOfTenBatchesOfRounds()
    {
        var merged = Merge([.. StartEffects.Select((effect, start) => CreateResult(start, 0.3 + effect))]);

        // Each of the five starts has two batches, whose means are equal.
        var half = CriticalValue.Get(9, 0.01 / 2) * Math.Sqrt(2 * 0.001 / 9 / 10);
        var ratio = merged.Variants[1].Ratio!;
        ratio.Value.ShouldBe(Math.Exp(0.3), 1e-3);
        ratio.Lo!.Value.ShouldBe(Math.Exp(0.3 - half), 2e-3);
        ratio.Hi!.Value.ShouldBe(Math.Exp(0.3 + half), 2e-3);
        ratio.Units.Count.ShouldBe(10);
        merged.BaselineAgain!.Select(round => round.N).ShouldBe(Enumerable.Range(1, 40));
    }

    [Theory]
    [InlineData(3, 0.03, VerdictLabels.Withheld)]
    [InlineData(3, 0.3, VerdictLabels.Faster)]
    [InlineData(5, 0.03, VerdictLabels.Faster)]
    public void Merge_VariantOfAnotherProcess_HasVerdictFromFiveStartsOrIfStartsCannotExplainIt(
        int starts, double logRatio, string verdict)
    {
        var merged = Merge(
            [.. Enumerable.Range(0, starts).Select(start => CreatePair(start, logRatio + 0.001 * start))]);

        merged.Variants[1].Ratio!.Verdict.ShouldBe(verdict);
        merged.Validity.State.ShouldBe(RunValidity.ValidState);
        ResultSummary.DescribeMissingStarts(merged).ShouldBe(starts == 5 ? null
            : "3 starts of each: processes of one build differ by up to 5 % here. 2 more starts decide (load merge).");
    }

    [Fact]
    public void Merge_BaselineDiffersFromItself_IsJudgedOverAllStarts()
    {
        var failed = new ValidityCheck(ControlId, "", "", "", CheckState.Fail);

        var biased = MergeThree(result => result with { BaselineAgain = CreateRounds(0.3) });
        var unbiased = MergeThree(
            result => result with { Validity = new RunValidity(RunValidity.InvalidState, [failed]) });

        (biased.Validity.State, GetState(biased)).ShouldBe((RunValidity.InvalidState, CheckState.Fail));
        biased.Variants[1].Ratio!.Verdict.ShouldBe(VerdictLabels.Withheld);
        unbiased.Validity.State.ShouldBeOneOf(RunValidity.ValidState, RunValidity.LimitedState);
        GetState(unbiased).ShouldBe(CheckState.Pass);

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
        ShouldBeRejected("not as many trials", first, CreatePair(1, 0));
        ShouldBeRejected("the variants differ", first, other with { Variants = renamed });
        ShouldBeRejected("CPU is 64 × Xeon", first, other with { Provenance = [["CPU", "64 × Xeon"]] });
    }

    private static Result CreatePair(int start, double logRatio)
    {
        var result = CreateResult(start, logRatio);
        return result with
        {
            BaselineAgain = null,
            Variants = [result.Variants[0], result.Variants[1] with { Url = "http://host:5101/" }],
        };
    }

    private static void ShouldBeRejected(string reason, params Result[] results) =>
        Should.Throw<UserErrorException>(() => Merge(results)).Message.ShouldContain(reason);

    private static Result MergeThree(Func<Result, Result> change) =>
        Merge([.. Enumerable.Range(0, 3).Select(start => change(CreateResult(start, 0)))]);

    private static Result Merge(Result[] results) =>
        RunMerger.Create([.. results.Select((result, i) => new ResultFile($"{i}.json", result))], "whole");

    // A comparison of eight rounds after one start of the processes. The variant serves exp(logRatio) times as many
    // requests as the baseline and uses as much less CPU time, give or take a little in each round.
    private static Result CreateResult(int start, double logRatio)
    {
        var result = SampleResults.Result("get-from-json: 1 (equal)");
        var variants = result.Variants;
        return result with
        {
            Started = $"2026-11-20T09:1{start}:00Z",
            Ended = $"2026-11-20T09:1{start}:50Z",
            Plan = result.Plan with { Rounds = 8 },
            Method = result.Method! with { Pairs = 8 },
            Validity = result.Validity with { Checks = [] },
            BaselineAgain = CreateRounds(0),
            Variants =
            [
                variants[0] with { Rounds = CreateRounds(0) },
                variants[1] with { Rounds = CreateRounds(logRatio) },
            ],
        };
    }

    private static RoundResult[] CreateRounds(double logRatio) =>
    [
        .. Enumerable.Range(1, 8).Select(n => new RoundResult(
            n, 1, n, 125, 1000 * Math.Exp(logRatio + (n % 2 == 0 ? 0.001 : -0.001)), 1.41, null,
            new Dictionary<string, double?> { ["target"] = 0.155 * Math.Exp(-logRatio) })),
    ];
}

using Load.Diagnostics;
using Load.Results;
using Load.Results.Files;
using Load.Statistics.Estimation;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class ProcessStartMergerTests
{
    private const string ControlId = "control-throughput";

    private static readonly double[] StartEffects = [-0.02, -0.01, 0, 0.01, 0.02];

    [Fact]
    public void Merge_StartsThatDiffer_HasStudentIntervalOfTheMeansOfStarts()
    {
        var merged = Merge([.. StartEffects.Select((effect, start) => CreateResult(start, 0.3 + effect))]);

        // The means of the log ratios scatter by 0.0158 between starts, and there are two ratios: throughput and CPU.
        var half = CriticalValue.Get(4, 0.01 / 2) * Math.Sqrt(0.00025 / 5);
        var ratio = merged.Variants[1].Ratio!;
        ratio.Value.ShouldBe(Math.Exp(0.3), 1e-3);
        ratio.Lo!.Value.ShouldBe(Math.Exp(0.3 - half), 2e-3);
        ratio.Hi!.Value.ShouldBe(Math.Exp(0.3 + half), 2e-3);
        ratio.Verdict.ShouldBe(VerdictLabels.Faster);
        ratio.StartsShare!.Value.ShouldBe(1, 0.05);

        // A new run has one start: its variance is that of a start and that of the mean of five.
        var prediction = CriticalValue.Get(4, 0.05) * Math.Sqrt(0.00025 * 1.2);
        ratio.Prediction!.Value.Lo.ShouldBe(Math.Exp(0.3 - prediction), 3e-3);
        ratio.Prediction.Value.Hi.ShouldBe(Math.Exp(0.3 + prediction), 3e-3);
        merged.Variants[1].CpuRatio!.Value.ShouldBe(Math.Exp(-0.3), 1e-3);
    }

    [Fact]
    public void Merge_Comparisons_AddsUpRequestsAndNumbersRoundsOn()
    {
        var merged = Merge([CreateResult(0, 0), CreateResult(1, 0), CreateResult(2, 0)]);

        merged.Variants.Select(variant => variant.Requests).ShouldBe([3000, 3000]);
        (merged.Plan.Rounds, merged.Plan.Starts, merged.Method!.Pairs).ShouldBe((24, 3, 24));
        merged.Variants[1].Rounds.Select(round => round.N).ShouldBe(Enumerable.Range(1, 24));
        merged.BaselineAgain!.Select(round => round.N).ShouldBe(Enumerable.Range(1, 24));
        merged.Variants[1].Processes["target"]!.CpuMs.ShouldBe(0.155);
        merged.Method.Interval.ShouldContain("3 process starts");
    }

    [Fact]
    public void Merge_Duets_NeedsNoSecondTrialOfBaseline()
    {
        var merged = Merge([.. StartEffects.Select((effect, start) => CreateDuet(start, 0.3 + effect))]);

        merged.Variants[1].Ratio!.Value.ShouldBe(Math.Exp(0.3), 1e-3);
        (merged.BaselineAgain, merged.Noise, merged.Plan.Design).ShouldBe((null, null, "duet"));
        ShouldBeRejected("Load is", CreateResult(0, 0), CreateDuet(1, 0));

        static Result CreateDuet(int start, double logRatio)
        {
            var result = CreateResult(start, logRatio);
            return WithoutReplicate(result) with { Plan = result.Plan with { Design = MeasurementPlan.DuetDesign } };
        }
    }

    [Fact]
    public void Merge_VariantsWithDifferentTargets_NeedsNoSecondTrialOfBaseline()
    {
        var merged = Merge(
            [.. StartEffects.Select((effect, start) => WithoutReplicate(CreateResult(start, 0.3 + effect)))]);

        merged.Variants[1].Ratio!.Value.ShouldBe(Math.Exp(0.3), 1e-3);
        (merged.BaselineAgain, merged.Noise, merged.Plan.Design).ShouldBe((null, null, null));
        ShouldBeRejected("not as many trials", CreateResult(0, 0), WithoutReplicate(CreateResult(1, 0)));
    }

    [Fact]
    public void Merge_BaselineDiffersFromItself_IsInvalid()
    {
        var merged = Merge(CreateStarts(result => result with { BaselineAgain = CreateRounds(0.3) }));

        merged.Validity.State.ShouldBe(RunValidity.InvalidState);
        GetControl(merged).State.ShouldBe(CheckState.Fail);
        merged.Variants[1].Ratio!.Verdict.ShouldBe(VerdictLabels.Withheld);
    }

    [Fact]
    public void Merge_BaselineDiffersFromItselfAfterEachStartByItself_IsJudgedOverAllStarts()
    {
        var failed = new ValidityCheck(ControlId, "", "", "", CheckState.Fail);

        var merged = Merge(CreateStarts(
            result => result with { Validity = new RunValidity(RunValidity.InvalidState, [failed]) }));

        merged.Validity.State.ShouldBeOneOf(RunValidity.ValidState, RunValidity.LimitedState);
        GetControl(merged).State.ShouldBe(CheckState.Pass);
    }

    private static Result[] CreateStarts(Func<Result, Result> change) =>
        [.. Enumerable.Range(0, 3).Select(start => change(CreateResult(start, 0)))];

    private static ValidityCheck GetControl(Result result) =>
        result.Validity.Checks.Single(check => check.Id == ControlId);

    /// <summary>A run that is named twice would count as two starts, and the interval would be too narrow.</summary>
    [Fact]
    public void Merge_SameComparisonTwice_IsRejected() =>
        ShouldBeRejected("of the same run", CreateResult(0, 0), CreateResult(1, 0), CreateResult(0, 0));

    [Fact]
    public void Merge_OneComparison_IsRejected() => ShouldBeRejected("cannot be merged", CreateResult(0, 0));

    [Fact]
    public void Merge_OtherVariants_IsRejected()
    {
        var other = CreateResult(1, 0);
        ShouldBeRejected(
            "the variants differ",
            CreateResult(0, 0),
            other with { Variants = [other.Variants[0], other.Variants[1] with { Name = "other" }] });
    }

    [Fact]
    public void Merge_OtherMachine_IsRejected() => ShouldBeRejected(
        "CPU is 64 × Xeon",
        CreateResult(0, 0),
        CreateResult(1, 0) with { Provenance = [["CPU", "64 × Xeon"]] });

    [Fact]
    public void Merge_ResultWithoutSecondTrialOfBaseline_IsRejected() => ShouldBeRejected(
        "Measure it again", CreateResult(0, 0), CreateResult(1, 0) with { BaselineAgain = null });

    private static void ShouldBeRejected(string reason, params Result[] results) =>
        Should.Throw<UserErrorException>(() => Merge(results)).Message.ShouldContain(reason);

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

    private static Result WithoutReplicate(Result result) => result with
    {
        BaselineAgain = null,
        Variants = [result.Variants[0], result.Variants[1] with { Url = "http://host:5101/" }],
    };

    private static RoundResult[] CreateRounds(double logRatio) =>
    [
        .. Enumerable.Range(1, 8).Select(n => new RoundResult(
            n, 1, n, 125, 1000 * Math.Exp(logRatio + (n % 2 == 0 ? 0.001 : -0.001)), [], 1.41, null,
            new Dictionary<string, double?> { ["target"] = 0.155 * Math.Exp(-logRatio) })),
    ];
}

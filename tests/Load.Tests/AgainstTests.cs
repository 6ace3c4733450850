using System.Text.Json;
using Load.Output.Markdown;
using Load.Output.Terminal;
using Load.Output.Words;
using Load.Results;
using Load.Results.Compatibility;
using Load.Terminal;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class AgainstTests
{
    private static readonly Result Then = Of(("x", 1.00), ("y", 0.50), ("gone", 2));

    [Fact]
    public void Of_SameResult_HasNoChangeAndNoDifference()
    {
        var against = BaselineComparison.Compare(Then, Then);

        against.ChangedConditions.ShouldBeEmpty();
        against.OtherDifferences.ShouldBeEmpty();
        against.Changes.Select(change => change.Name).ShouldBe(["x", "y", "gone"]);
        against.Changes.ShouldAllBe(change => change.Ratio.Value == 1 && change.Verdict == VerdictLabels.NoDifference);
        BaselineComparisonText.FormatFinding(against, Then).ShouldBe("Relative to base, no change of 2 % or more is certain at 99 %.");
    }

    [Fact]
    public void Finding_OpenLoops_SpeaksOfCpu()
    {
        var open = Then with { Model = Then.Model with { Kind = "open" } };
        var against = BaselineComparison.Compare(open, Of(("x", 1.12), ("y", 0.25)) with { Model = open.Model });

        BaselineComparisonText.FormatFinding(against, open).ShouldContain("CPU");
    }

    [Fact]
    public void Of_OtherRatios_GivesTheRatioOfTheRatios()
    {
        var against = BaselineComparison.Compare(Then, Of(("x", 1.12), ("y", 0.25), ("new", 1)));

        var x = against.Changes[0];
        (x.Earlier.Value, x.Current.Value, x.Ratio.Value, x.Verdict).ShouldBe((1, 1.12, 1.12, VerdictLabels.Faster));
        x.Ratio.Lo!.Value.ShouldBeInRange(1.10, 1.12);
        against.Changes[1].Ratio.Value.ShouldBe(0.5);
        against.CpuChanges[0].Verdict.ShouldBe(VerdictLabels.Dearer);
        (against.OnlyInEarlier, against.OnlyInCurrent).ShouldSatisfyAllConditions(
            only => only.OnlyInEarlier.ShouldBe(["gone"]), only => only.OnlyInCurrent.ShouldBe(["new"]));
        BaselineComparisonText.FormatFinding(against, Then)
            .ShouldBe("Since then, relative to base, x serves 12 % more;\ny serves half as many.");
    }

    [Fact]
    public void Of_FasterMachineWithTheSameRatios_IsNoChange()
    {
        var now = Of(("x", 1.00), ("y", 0.50)) with { Provenance = [["CPU", "64 × two"]] };
        var faster = now with
        {
            Variants = [.. now.Variants.Select(one => one with { Throughput = new Throughput(1_000_000, null, null) })],
        };

        var against = BaselineComparison.Compare(Then, faster);

        against.Changes.ShouldAllBe(change => change.Verdict == VerdictLabels.NoDifference);
        against.ChangedConditions.ShouldBe([new Difference("CPU", "2 × one | other", "64 × two")]);
    }

    [Theory]
    [InlineData(1.2, 0.6, true)]
    [InlineData(0.8, 0.4, true)]
    [InlineData(1.2, 0.4, false)]
    [InlineData(1.2, 0.5, false)]
    public void Caveats_AllChangedTheSameWay_PointAtTheBaseline(double x, double y, bool isSaid) =>
        BaselineComparisonText.GetCaveats(BaselineComparison.Compare(Then, Of(("x", x), ("y", y))), "base")
            .Contains("All variants changed in the same direction: base itself may have changed.").ShouldBe(isSaid);

    [Theory]
    [InlineData(RunValidity.Invalid, "base")]
    [InlineData(RunValidity.Valid, "other")]
    public void Of_InvalidOrOtherBaseline_WithholdsVerdicts(string state, string baseline)
    {
        var now = Of(("x", 1.5)) with { Validity = new RunValidity(state, []), Baseline = baseline };

        BaselineComparison.Compare(Then, now).Changes.ShouldAllBe(change => change.Verdict == VerdictLabels.Withheld);
    }

    public static TheoryData<string, string?> Conditions => new()
    {
        { "connections", "Load" },
        { "slice", "Load" },
        { "sha256", "Scenario" },
        { "path", "Request" },
        { "host", "Request" },
        { "variant's path", "Request" },
        { "baseline", "Baseline" },
        { "runtime", "Runtime" },
        { "port", null },
        { "limits said", null },
        { "commit", null },
        { "rounds", null },
    };

    [Theory]
    [MemberData(nameof(Conditions))]
    public void Of_OtherCondition_SaysWhichAndWhetherItMatters(string what, string? unlike)
    {
        var then = With(Then, "Runtime", ".NET 10.0.12");
        var now = Changed(then, what);

        var against = BaselineComparison.Compare(then, now);

        against.ChangedConditions.Select(one => one.Label).ShouldBe(unlike is null ? [] : [unlike]);
        against.OtherDifferences.Count.ShouldBe(unlike is null && what != "port" ? 1 : 0);
    }

    [Theory]
    [InlineData("", null)]
    [InlineData("run", "--against error old.json is a result of load run, expected one of load compare")]
    [InlineData("invalid", "--against error old.json is marked invalid")]
    [InlineData("baseline", "--against error old.json has baseline other, expected base. Try --baseline other")]
    [InlineData("no variants", "--against error old.json has z, expected one of x, y, gone")]
    public void Refusals_Impossible_AreSaidWhetherForcedOrNot(string what, string? expected)
    {
        var then = what.Length == 0 ? Then : Changed(Then, what);

        foreach (var isForced in new[] { true, false })
        {
            var refusals = BaselineComparison.GetRefusals("old.json", then, Then, isForced);
            if (expected is null)
                refusals.ShouldBeEmpty();
            else
                refusals.ShouldContain(text => text.StartsWith(expected));
        }
    }

    [Theory]
    [InlineData("connections", "differs in Load: it has closed loop, 99 connections")]
    [InlineData("sha256", "differs in Scenario: it has abc, this one none")]
    [InlineData("cut short", "was cut short after round 7 of 7")]
    public void Refusals_Doubtful_AreNoneWhenForced(string what, string expected)
    {
        var then = Changed(Then, what);

        var refusal = BaselineComparison.GetRefusals("old.json", then, Then, isForced: false).ShouldHaveSingleItem();
        refusal.ShouldContain(expected);
        refusal.ShouldEndWith(", or --force");
        BaselineComparison.GetRefusals("old.json", then, Then, isForced: true).ShouldBeEmpty();
    }

    [Fact]
    public void Draw_Against_IsInTheSheetTheMarkdownAndTheFile()
    {
        var now = With(Of(("read-as-async-2014", 0.0511), ("x", 1.12), ("y", 0.5)), "CPU", "64 × two");
        var then = Of(("read-as-async-2014", 0.0544), ("x", 1.00), ("y", 0.51));
        var result = now with { Against = BaselineComparison.Compare(then, now) };

        var sheet = Draw(result, isUnicode: true);
        sheet.ShouldContain("Since then, relative to base, x serves 12 % more;\nread-as-async-2014 serves 6 % fewer.");
        sheet.ShouldMatch(@"! CPU +earlier  2 × one \| other\n +current  64 × two");
        sheet.ShouldMatch(@"\n  x +1\.00 \[.*\] +1\.12 \[.*\] +1\.12 \[.*\]  ▲ faster");
        sheet.Split('\n').ShouldAllBe(line => line.Length <= 100);
        Draw(result, isUnicode: false).Replace('×', 'x').ShouldAllBe(c => c < 128);
        ComparisonMarkdown.Format(result).ShouldMatch(@"\| x \| 1\.00 \[.*\] \| 1\.12 \[.*\] \| 1\.12 \[.*\] \| ▲ faster \|");
        ComparisonMarkdown.Format(result).ShouldContain("| CPU | 2 × one \\| other | 64 × two |");
        var again = JsonSerializer.Deserialize(
            JsonSerializer.Serialize(result, ResultJson.Default.Result), ResultJson.Default.Result)!;
        Draw(again, isUnicode: true).ShouldBe(sheet);
    }

    [Fact]
    public void Draw_NoEarlierOne_HasNoSuchSection()
    {
        Draw(Then, isUnicode: true).ShouldNotContain("Against");
        ComparisonMarkdown.Format(Then).ShouldNotContain("Against");
    }

    private static Result Changed(Result result, string what) => what switch
    {
        "run" => result with { Kind = "run" },
        "invalid" => result with { Validity = new RunValidity(RunValidity.Invalid, []) },
        "cut short" => result with { Validity = new RunValidity(RunValidity.CutShort, []) },
        "no variants" => result with { Variants = Of(("z", 1)).Variants },
        "baseline" => result with { Baseline = "other" },
        "connections" => result with { Model = result.Model with { Connections = 99 } },
        "slice" => result with { Plan = result.Plan with { TrialS = 9 } },
        "rounds" => result with { Plan = result.Plan with { Rounds = 9 } },
        "sha256" => result with { Scenario = result.Scenario with { Sha256 = "abc" } },
        "path" => result with { Scenario = result.Scenario with { Request = "GET http://host/other" } },
        "host" => result with { Scenario = result.Scenario with { Request = "GET http://other/{{{id:RAND_INTEGER:[1:1000]}}}" } },
        "port" => result with { Scenario = result.Scenario with { Request = "GET http://host:8080/{{{id:RAND_INTEGER:[1:1000]}}}" } },
        "variant's path" => result with { Variants = [.. result.Variants.Select(one => one with { Url = "http://host/other" })] },
        "runtime" => result with { Provenance = [result.Provenance[0], ["Runtime", ".NET 11"]] },
        "limits said" => With(result, "Limits", "CPU none, memory none"),
        "commit" => With(result, "Tool", "load 0.1.0, commit def"),
        _ => throw new ArgumentOutOfRangeException(nameof(what), what, null),
    };

    private static Result With(Result result, string label, string value) =>
        result with { Provenance = [.. result.Provenance.Where(row => row[0] != label), [label, value]] };

    // Every variant has seven rounds around its ratio, and costs the root of it in CPU.
    private static Result Of(params (string Name, double Ratio)[] variants)
    {
        var result = Samples.Result(string.Join(", ", variants.Select(one => $"{one.Name} 1 equal")));
        return result with
        {
            Variants =
            [
                result.Variants[0],
                .. result.Variants.Skip(1).Zip(variants, (variant, given) => variant with
                {
                    Ratio = RatioOf(given.Ratio),
                    CpuRatio = RatioOf(Math.Sqrt(given.Ratio)),
                }),
            ],
        };
    }

    private static RatioResult RatioOf(double ratio) => new(
        ratio,
        ratio * 0.998,
        ratio * 1.002,
        VerdictLabels.NoDifference,
        [.. new[] { 0.999, 1.001, 1, 0.999, 1.001, 1, 1 }.Select(one => (double?)(ratio * one)), null],
        3);

    private static string Draw(Result result, bool isUnicode)
    {
        using var output = new StringWriter();
        var screen = Screen.Create(output, isLive: false, isUnicode, width: 100);
        screen.Show(new ComparisonView(result, screen.CreateView(), 100).Draw());
        return output.ToString();
    }
}

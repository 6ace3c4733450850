namespace Load.Tests;

public sealed class BaselineComparisonTests
{
    private static readonly Result EarlierResult =
        Create(("get-from-json", 1.00), ("webclient-sync", 0.50), ("read-as-async", 2));

    [Fact]
    public void Compare_DifferentRatios_StatesChangeAsRatioOfRatios()
    {
        var current = Create(("get-from-json", 1.12), ("webclient-sync", 0.25), ("buffered-stj", 1));
        var comparison = BaselineComparison.Compare(EarlierResult, current);

        var x = comparison.Changes[0];
        (x.Earlier.Value, x.Current.Value, x.Ratio.Value, x.Verdict).ShouldBe((1, 1.12, 1.12, VerdictLabels.Faster));
        x.Ratio.Lo!.Value.ShouldBeInRange(1.10, 1.12);
        comparison.Changes[1].Ratio.Value.ShouldBe(0.5);
        comparison.CpuChanges[0].Verdict.ShouldBe(VerdictLabels.Costlier);
        comparison.OnlyInEarlier.ShouldBe(["read-as-async"]);
        comparison.OnlyInCurrent.ShouldBe(["buffered-stj"]);
        BaselineComparisonText.FormatFinding(comparison, EarlierResult).ShouldBe(
            "Relative to string-jsonconvert, webclient-sync now serves half as many requests;\n"
            + "get-from-json serves 12 % more.");
        var open = EarlierResult with { Model = EarlierResult.Model with { Kind = "open" } };
        BaselineComparisonText.FormatFinding(comparison, open).ShouldContain("CPU");
    }

    [Fact]
    public void Compare_OneStartEachAndChangeOfFivePercent_WithholdsVerdict()
    {
        var comparison = BaselineComparison.Compare(
            EarlierResult, Create(("get-from-json", 1.05), ("webclient-sync", 0.5)));

        comparison.Changes.ShouldAllBe(change => change.Verdict == VerdictLabels.Withheld);
        BaselineComparisonText.FormatFinding(comparison, EarlierResult).ShouldStartWith("No change is certain");
    }

    [Theory]
    [InlineData(0.0)]
    [InlineData(0.15)]
    public void Compare_StartsScatterByTwoPercent_RarelyFindsChangeUnlessThereIsOne(double change)
    {
        const int comparisons = 1000;
        var noise = new NoisyComparisonSimulator(41) { Deviation = 0.02 };
        var found = 0;
        for (var i = 0; i < comparisons; i++)
        {
            var earlier = Create(("get-from-json", 1.0));
            var ratio = earlier.Variants[1].Ratio! with { ByStart = [.. noise.GetLogs(10).Select(Math.Exp)] };
            earlier = earlier with
            {
                Plan = earlier.Plan with { Starts = 10 },
                Variants = [earlier.Variants[0], earlier.Variants[1] with { Ratio = ratio, CpuRatio = null }],
            };
            var current = Create(("get-from-json", Math.Exp(change + noise.GetLogs(1)[0])));
            var verdict = BaselineComparison.Compare(earlier, current).Changes[0].Verdict;
            found += VerdictLabels.IsDifference(verdict) ? 1 : 0;
        }

        var wrong = change == 0 ? found : comparisons - found;
        wrong.ShouldBeLessThanOrEqualTo(15);
    }

    [Theory]
    [InlineData(RunValidity.InvalidState, "string-jsonconvert")]
    [InlineData(RunValidity.ValidState, "webclient-async")]
    public void Compare_InvalidResultOrDifferentBaseline_WithholdsVerdicts(string state, string baseline)
    {
        var validity = new RunValidity(state, []);
        var current = Create(("get-from-json", 1.5)) with { Validity = validity, Baseline = baseline };

        BaselineComparison.Compare(EarlierResult, current).Changes
            .ShouldAllBe(change => change.Verdict == VerdictLabels.Withheld);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Compare_VerdictOnRatioIsWithheld_WithholdsVerdictOnItsChangeOnly(bool isEarlier)
    {
        var earlier = Create(("get-from-json", 1.0), ("webclient-sync", 0.5));
        var current = Create(("get-from-json", 1.5), ("webclient-sync", 0.75));

        var comparison = isEarlier
            ? BaselineComparison.Compare(Withhold(earlier), current)
            : BaselineComparison.Compare(earlier, Withhold(current));

        comparison.Changes.Select(change => change.Verdict).ShouldBe([VerdictLabels.Withheld, VerdictLabels.Faster]);
        comparison.CpuChanges[0].Verdict.ShouldBe(VerdictLabels.Costlier);

        static Result Withhold(Result result)
        {
            var (baseline, x, y) = (result.Variants[0], result.Variants[1], result.Variants[2]);
            return result with
            {
                Variants = [baseline, x with { Ratio = x.Ratio! with { Verdict = VerdictLabels.Withheld } }, y],
            };
        }
    }

    [Theory]
    [InlineData("connections", "Load")]
    [InlineData("variant's path", "Request")]
    [InlineData("runtime", "Runtime")]
    [InlineData("remote host", "Request")]
    [InlineData("port", null)]
    [InlineData("name of this machine", null)]
    [InlineData("limits", null)]
    public void Compare_DifferentCondition_IsListedAsRelevantOrNot(string condition, string? changedCondition)
    {
        var earlier = WithProvenance(
            WithRequest(EarlierResult, "GET http://127.0.0.1:5100/a"), "Runtime", ".NET 10.0.12");
        var current = ChangeCondition(earlier, condition);

        var comparison = BaselineComparison.Compare(earlier, current);

        comparison.ChangedConditions.Select(one => one.Label)
            .ShouldBe(changedCondition is null ? [] : [changedCondition]);
        comparison.OtherDifferences.Count.ShouldBe(condition == "limits" ? 1 : 0);
    }

    [Theory]
    [InlineData("", null, true)]
    [InlineData("connections", "differs in Load: it has closed loop, 99 connections", true)]
    [InlineData("cut short", "was cut short after round 7 of 7", true)]
    [InlineData("run", "old.json is a result of load run; expected a result of load compare", false)]
    [InlineData("invalid", "old.json is marked invalid", false)]
    [InlineData("baseline", "expected string-jsonconvert. Try --baseline webclient-async", false)]
    [InlineData("no variants", "old.json has the variants get-stream-stj; expected at least one of get-from-json", false)]
    public void GetRejectionReasons_OtherResultOrConditions_RefusesUnlessForced(
        string condition, string? expected, bool canBeForced)
    {
        var earlier = condition.Length == 0 ? EarlierResult : ChangeCondition(EarlierResult, condition);

        foreach (var isForced in new[] { true, false })
        {
            var refusals = BaselineComparison.GetRejectionReasons("old.json", earlier, EarlierResult, isForced);
            if (expected is null || (isForced && canBeForced))
                refusals.ShouldBeEmpty();
            else
                refusals.ShouldContain(text => text.Contains(expected, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void BaselineComparison_Result_IsShownOnTerminalInMarkdownAndInFile()
    {
        var measured = Create(("read-as-async-2014", 0.0511), ("get-from-json", 1.12), ("webclient-sync", 0.5));
        var current = WithProvenance(measured, "CPU", "64 × Intel Xeon");
        var earlier = Create(("read-as-async-2014", 0.0544), ("get-from-json", 1.00), ("webclient-sync", 0.51));
        var result = current with { ComparisonWithEarlier = BaselineComparison.Compare(earlier, current) };

        var text = Drawing.DrawResult(result);
        text.ShouldContain(
            "Relative to string-jsonconvert, get-from-json now serves 12 % more requests;\n"
            + "read-as-async-2014 serves 6 % fewer.");
        text.ShouldMatch(@"! CPU\n +earlier  2 × AMD EPYC \| virtual\n +current  64 × Intel Xeon");
        text.ShouldMatch(@"\n  get-from-json +1\.00 \[.*\] +1\.12 \[.*\] +1\.12 \[.*\]  ▲ faster");
        Drawing.DrawResult(result, isUnicode: false).Replace('×', 'x').ShouldAllBe(c => c < 128);
        ResultFiles.FormatMarkdown(result)
            .ShouldMatch(@"\| get-from-json \| 1\.00 \[.*\] \| 1\.12 \[.*\] \| 1\.12 \[.*\] \| ▲ faster \|");
        var again = JsonSerializer.Deserialize(
            JsonSerializer.Serialize(result, ResultJson.Default.Result), ResultJson.Default.Result)!;
        Drawing.DrawResult(again).ShouldBe(text);
    }

    [Fact]
    public async Task Compare_AgainstOption_ReportsChangesOrRejectsOtherBaseline()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        string[] compare =
        [
            "compare", "-u", server.Url, "--vary", "s=a,b", "--warmup", "0s", "--slice-warmup", "0s", "--slice", "20ms",
            "--rounds", "7",
        ];
        using var first = new LoadTool();
        await first.InvokeAsync(compare);
        var earlier = await first.ReadResultAsync() with { Validity = new RunValidity(RunValidity.ValidState, []) };
        var file = await ResultFiles.WriteAsync(earlier, first.Folder);

        using var tool = new LoadTool();
        (await tool.InvokeAsync([.. compare, "--against", file, "--baseline", "b"])).ShouldBe(ExitCode.UsageError);
        await tool.InvokeAsync([.. compare, "--against", file]);

        tool.Error.ShouldStartWith($"--against: error: {file} has the baseline a; expected b. Try --baseline a");
        tool.Output.ShouldContain($"\nAgainst {Path.GetFileNameWithoutExtension(file)}\n");
        (await tool.ReadResultAsync()).ComparisonWithEarlier!.Changes.ShouldHaveSingleItem();
    }

    private static Result ChangeCondition(Result result, string condition) => condition switch
    {
        "run" => result with { Kind = "run" },
        "invalid" => result with { Validity = new RunValidity(RunValidity.InvalidState, []) },
        "cut short" => result with { Validity = new RunValidity(RunValidity.CutShortState, []) },
        "no variants" => result with { Variants = Create(("get-stream-stj", 1)).Variants },
        "baseline" => result with { Baseline = "webclient-async" },
        "connections" => result with { Model = result.Model with { Connections = 99 } },
        "remote host" => WithRequest(result, "GET http://127.example:5100/a"),
        "name of this machine" => WithRequest(result, "GET http://LOCALHOST:5100/a"),
        "port" => WithRequest(result, "GET http://127.0.0.1:8080/a"),
        "variant's path" => result with
        {
            Variants = [.. result.Variants.Select(variant => variant with { Url = "http://host/other" })],
        },
        "runtime" => result with { Provenance = [result.Provenance[0], ["Runtime", ".NET 11"]] },
        "limits" => WithProvenance(result, "Limits", "CPU none, memory none"),
        _ => throw new ArgumentOutOfRangeException(nameof(condition), condition, null),
    };

    private static Result WithRequest(Result result, string request) =>
        result with { Scenario = result.Scenario with { Request = request } };

    private static Result WithProvenance(Result result, string label, string value) =>
        result with { Provenance = [.. result.Provenance.Where(row => row[0] != label), [label, value]] };

    // Creates a comparison in which the throughput ratio of each variant to the baseline scatters slightly over seven
    // rounds. The ratio in CPU time per request is the square root of the throughput ratio.
    private static Result Create(params (string Name, double Ratio)[] variants)
    {
        var result = SampleResults.Result(string.Join(", ", variants.Select(one => $"{one.Name}: 1 (equal)")));
        var compared = result.Variants.Skip(1).Zip(variants, (variant, sample) => variant with
        {
            Ratio = CreateRatio(sample.Ratio),
            CpuRatio = CreateRatio(Math.Sqrt(sample.Ratio)),
        });
        return result with { Variants = [result.Variants[0], .. compared] };
    }

    private static RatioResult CreateRatio(double ratio) => SampleResults.CreateRatio(
        ratio, [.. new[] { 0.999, 1.001, 1, 0.999, 1.001, 1, 1 }.Select(one => (double?)(ratio * one)), null]);
}

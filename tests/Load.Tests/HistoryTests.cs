namespace Load.Tests;

public sealed class HistoryTests : LoadToolTests
{
    private const string Changing = "get-from-json";
    private const string Steady = "webclient-sync";
    private const double Scatter = 0.005;

    [Fact]
    public void Create_OneOrTwoChanges_FindsThoseChangesOnly()
    {
        var history = CreateHistory(CreateSeries(1, Scatter, 1.00, 1.00, 1.00, 1.00, 1.10, 1.10, 1.10, 1.10));

        history.Ratios.Select(ratios => (ratios.Variant, ratios.IsCpu, ratios.Points.Count)).ShouldBe(
            [(Changing, false, 8), (Steady, false, 8), (Changing, true, 8), (Steady, true, 8)]);
        var change = history.Ratios[0].ChangePoints.ShouldHaveSingleItem();
        (change.Index, change.Verdict).ShouldBe((4, RatioVerdict.Higher));
        change.Change.Value.ShouldBe(1.10, 0.02);
        change.Interval!.Value.Lo.ShouldBeInRange(1.05, 1.10);
        history.Ratios[0].CurrentSegment.Count.ShouldBe(4);
        history.Ratios.Skip(1).ShouldAllBe(ratios => ratios.ChangePoints.Count == 0);

        CreateHistory(CreateSeries(1, Scatter, 1, 1, 1, 1.2, 1.2, 1.2, 0.9, 0.9, 0.9)).Ratios[0].ChangePoints
            .Select(one => one.Index).ShouldBe([3, 6]);
    }

    [Fact]
    public void Create_NoChangeIn200Histories_FindsOneInAtMost1PercentOfThem()
    {
        // Rounds that scatter by less than the margin of 2 % would never give a change.
        var wrong = Enumerable.Range(1, 200)
            .Select(seed => CreateHistory(CreateSeries(seed, 0.1, 1, 1, 1, 1, 1, 1, 1, 1)))
            .Count(history => history.Ratios.Any(ratios => ratios.ChangePoints.Count > 0));

        wrong.ShouldBeLessThanOrEqualTo(2);
    }

    [Fact]
    public async Task History_ResultsThatCannotBeCompared_AreLeftOutAndCounted()
    {
        var results = CreateSeries(1, Scatter, 1, 1, 1, 1, 1, 1, 1, 1);
        var sample = results[0];
        results[0] = results[0] with { Scenario = sample.Scenario with { Request = "GET http://host/other" } };
        results[1] = results[1] with { Provenance = [["CPU", "64 × Intel Xeon"]] };
        results[2] = results[2] with { Baseline = Steady };
        results[3] = results[3] with { Validity = new RunValidity(RunValidity.InvalidState, []) };
        await WriteAsync([.. results, SampleResults.Run() with { Id = "run" }]);
        await WriteAsync("package.json", "{\"name\":\"other\"}");
        await WriteAsync("torn.json", "{\"schema\":");

        (await Tool.InvokeAsync("history", Tool.Folder)).ShouldBe(ExitCode.Ok, Tool.Error);

        Tool.Output.ShouldContain("sample  4 results on 2 × AMD EPYC | virtual\n");
        Tool.Output.ShouldContain("  left out: 1 result of other scenarios or requests\n");
        Tool.Output.ShouldContain("  left out: 1 result of other machines\n");
        Tool.Output.ShouldContain("  left out: 1 result with another baseline\n");
        Tool.Output.ShouldContain("  left out: 1 result invalid or cut short\n");
        Tool.Output.ShouldContain("No change was found.");
        Tool.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldHaveSingleItem()
            .ShouldContain("torn.json:1:");
    }

    [Fact]
    public async Task History_ScenarioOption_SelectsResultsByName()
    {
        (await Tool.InvokeAsync("history", Tool.Folder)).ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain("error: the folder has no result of load compare. Try the folder ");

        var results = CreateSeries(1, Scatter, 1, 1, 1);
        results[0] = results[0] with { Scenario = results[0].Scenario with { Name = "other" } };
        await WriteAsync(results);

        (await Tool.InvokeAsync("history", Tool.Folder, "--scenario", "other")).ShouldBe(ExitCode.Ok, Tool.Error);
        (await Tool.InvokeAsync("history", Tool.Folder, "--scenario", "none")).ShouldBe(ExitCode.UsageError);

        Tool.Output.ShouldContain("other  1 result on ");
        Tool.Output.ShouldContain("at least 4 results are needed");
        Tool.Error.ShouldContain(
            $"--scenario: error: {Tool.Folder} has no comparison with the name none. Try one of other, sample");
    }

    [Fact]
    public void Draw_ChangeUnderOtherConditions_NamesChangeAndConditions()
    {
        var results = CreateSeries(1, Scatter, 1.00, 1.00, 1.10, 1.10);
        for (var i = 2; i < 4; i++)
            results[i] = results[i] with { Model = results[i].Model with { Connections = 99 } };

        var text = Drawing.Draw(view => new HistoryView(CreateHistory(results), view).Draw(), width: 80);

        text.ShouldMatch(
            @"  2026-11-02 09:00  c2 +1\.00 \[1\.00, 1\.00\] +█+.?\n"
            + @"  ── ▲ faster than before: × 1\.10 \[1\.[01]\d, 1\.1\d\]\n     ! not under the same conditions: Load\n"
            + @"  2026-11-03 09:00  c3 +1\.10");
        text.ShouldContain("1 change found.\n");
    }

    [Theory]
    [InlineData(1.10, VerdictLabels.Same, ExitCode.Ok)]
    [InlineData(1.00, VerdictLabels.Slower, ExitCode.ExpectationNotMet)]
    public async Task AgainstHistory_ChangeSinceTheLastOne_FailsComparison(double ratio, string verdict, int exitCode)
    {
        await WriteAsync(CreateSeries(1, Scatter, 1.00, 1.00, 1.00, 1.00, 1.10, 1.10, 1.10, 1.10));
        var current = CreateSeries(2, Scatter, ratio)[0];
        var options = new CompareOptions(null!, null!, null, HistoryFolder: Tool.Folder, IsForced: false, null!);
        var earlier = (await EarlierResult.ReadAsync(options, current, TestContext.Current.CancellationToken))!;

        earlier.CanBeCompared(current, TextWriter.Null).ShouldBeTrue();
        var compared = earlier.Compare(current);

        earlier.GetExitCode(compared, ExitCode.Ok).ShouldBe(exitCode);
        compared.ComparisonWithEarlier!.Id.ShouldBe("8 results up to 20261108-0900-sample");
        var change = compared.ComparisonWithEarlier.Changes.Single(change => change.Name == Changing);
        change.Earlier.Value.ShouldBe(1.1, 0.005);
        change.Verdict.ShouldBe(verdict);
        compared.ComparisonWithEarlier.Changes.Single(one => one.Name == Steady).Verdict.ShouldBe(VerdictLabels.Same);
    }

    [Theory]
    [InlineData("--against", true)]
    [InlineData("--against-history", false)]
    public async Task Compare_AgainstEarlierResultWithChange_ReportsChangeAndFails(string option, bool isFile)
    {
        // According to this server, each request takes the same CPU time.
        await using var server = await MeteredServer.StartAsync();
        string[] compare =
        [
            "compare", "-u", server.Url, "--vary", "s=a,b", "--warmup", "0s", "--slice-warmup", "0s", "--slice", "20ms",
            "--monitor", "target",
        ];
        using var first = new LoadTool();
        await WriteAsync(CreateSeries(1, Scatter, 1, 1));
        (await Tool.InvokeAsync([.. compare, "--against-history", Tool.Folder])).ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain($"--against-history: error: {Tool.Folder} has no valid comparison of the scenario ");
        await first.InvokeAsync(compare);
        var earlier = await first.ReadResultAsync();
        var cheap = earlier.Variants[1] with { CpuRatio = CreateSeries(1, Scatter, 0.5)[0].Variants[1].Ratio };
        await WriteAsync(earlier with
        {
            Variants = [earlier.Variants[0], cheap],
            Validity = new RunValidity(RunValidity.ValidState, []),
        });

        var path = Path.Combine(Tool.Folder, isFile ? $"{earlier.Id}.json" : "");
        var exit = await Tool.InvokeAsync([.. compare, option, path, "--out", first.Folder]);

        // Against a file, the throughput is judged, which may differ by chance.
        var text = Tool.Output + Tool.Error;
        text.ShouldContain($"Against {earlier.Id}\n");
        int[] expected = text.Contains("INVALID", StringComparison.Ordinal)
            ? [ExitCode.InvalidResult]
            : [ExitCode.ExpectationNotMet, .. isFile ? [ExitCode.Ok] : (int[])[]];
        expected.ShouldContain(exit, text);
    }

    private static ResultHistory CreateHistory(Result[] results) =>
        ResultHistory.Create(new ResultFolder("results", results, []), scenario: null);

    // Creates a result for each ratio of the first variant, one a day. The second variant does not change. Each result
    // has ten rounds, whose log ratios have the given standard deviation.
    private static Result[] CreateSeries(int seed, double scatter, params double[] ratios)
    {
        var noise = new NoisyComparisonSimulator(seed, NoiseKind.Normal, 0) { Deviation = scatter };
        return
        [
            .. ratios.Select((ratio, i) =>
            {
                var result = SampleResults.Result($"{Changing}: 1 (equal), {Steady}: 1 (equal)");
                var variants = result.Variants;
                return result with
                {
                    Id = $"202611{i + 1:00}-0900-sample",
                    Started = $"2026-11-{i + 1:00}T09:00:00Z",
                    Tool = new Result.ToolVersion("load", "0.1.0", $"c{i + 1}"),
                    Variants =
                    [
                        variants[0],
                        variants[1] with { Ratio = CreateRatio(ratio), CpuRatio = CreateRatio(1) },
                        variants[2] with { Ratio = CreateRatio(0.5), CpuRatio = CreateRatio(2) },
                    ],
                };
            }),
        ];

        RatioResult CreateRatio(double ratio) =>
            SampleResults.CreateRatio(ratio, noise.GetValues(10, Math.Log(ratio)));
    }

    private async Task WriteAsync(params Result[] results)
    {
        foreach (var result in results)
            await WriteAsync($"{result.Id}.json", JsonSerializer.Serialize(result, ResultJson.Default.Result));
    }

    private Task WriteAsync(string name, string text) =>
        File.WriteAllTextAsync(Path.Combine(Tool.Folder, name), text, TestContext.Current.CancellationToken);
}

using TwoTier.Load.Http.Parameters;

namespace Load.Tests;

public sealed class CompareCommandTests : LoadToolTests
{
    private const long MaxId = 1_000_000_000_000;
    private const string RandomIdPath = "/{{{id:RAND_INTEGER:[1:1000000000000]}}}";

    [Fact]
    public async Task Compare_KnownMetrics_ReportsCostPerRequest()
    {
        await using var front = await MeteredServer.StartAsync();
        await using var back = await TestServer.StartAsync(
            TestServer.HelloAsync, () => "dotnet_thread_pool_thread_count 4");

        var exit = await CompareAsync(
            front.Url, "-c", "1", "--vary", "strategy=a,b", "--monitor", "target", "--monitor", $"back-end={back.Url}");

        Tool.ShouldHaveMeasured(exit);
        var result = await Tool.ReadResultAsync();
        foreach (var variant in result.Variants)
        {
            var cost = variant.Processes["target"]!;
            // The server counts the last request of each connection a little later.
            cost.AllocKb!.Value.ShouldBe(3, 0.06);
            // The clock of the process tells its CPU time, which the page tells elsewhere.
            (cost.CpuMs is > 0 and not (> 1.96 and < 2.04)).ShouldBe(OperatingSystem.IsLinux());
            (cost.PoolThreads, cost.GcPauseMsPerS).ShouldBe((11, null));
            variant.Processes["back-end"]!.PoolThreads.ShouldBe(4);
        }

        result.Variants[1].AllocRatio!.Value.ShouldBe(1, 0.03);
        result.Variants[1].CpuRatio!.Value.ShouldBePositive();
        GetCheck(result, "server").Value.ShouldBe("1 of 1 measurements");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Compare_FromTheFirstTurnToTheLast_ServerIsAskedForNothingButTheLoad(bool hasEvents)
    {
        const int rounds = 40;
        var received = new ConcurrentQueue<string>();
        await using var server = await TestServer.StartAsync(
            context =>
            {
                received.Enqueue(context.Request.Path + context.Request.QueryString);
                return TestServer.HelloAsync(context);
            },
            () =>
            {
                received.Enqueue("metrics");
                return "dotnet_thread_pool_thread_count 4";
            });

        string[] options = ["--vary", "strategy=a,b", "--rounds", $"{rounds}", "--monitor", "target"];
        var exit = await CompareAsync(
            server.Url + RandomIdPath,
            hasEvents ? [.. options, "--events", Path.Combine(Tool.Folder, "events")] : options);

        Tool.ShouldHaveMeasured(exit);
        var all = received.ToList();
        var first = all.FindIndex(path => path == GetExpectedPath(1, 0, "a") || path == GetExpectedPath(1, 0, "b"));
        var last = all.FindLastIndex(
            path => path == GetExpectedPath(rounds, 0, "a") || path == GetExpectedPath(rounds, 0, "b"));
        all[..first].ShouldContain("metrics");
        all[first..last].ShouldNotContain("metrics");
        all[last..].ShouldContain("metrics");
        foreach (var path in new[] { GetExpectedPath(2, 0, "a"), GetExpectedPath(2, 0, "b") })
            all.Count(one => one == path).ShouldBe(1, "A round sends the same ids to every variant.");
    }

    [Fact]
    [Slow]
    public async Task Compare_NeitherRoundsNorSteps_IsLimitedByTimeAndHasShortTurns()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        Tool.ShouldHaveMeasured(await Tool.InvokeAsync(
            "compare", "-u", server.Url, "--vary", "strategy=a,b", "--within", "2s", "--warmup", "0s", "-c", "2"));

        var result = await Tool.ReadResultAsync();
        (result.Plan.Rounds, result.Plan.TurnS).ShouldBe((null, null));
        result.Method.Rounds.ShouldBeGreaterThanOrEqualTo(ExperimentPlan.FewestRounds);
        result.Samples.Sum(sample => sample.Turns).ShouldBe(2 * result.Method.Rounds);
        Tool.Output.ShouldContain("turns of 20 ms or ten responses");
    }

    [Fact]
    public async Task Compare_CancelledInThirdRound_KeepsCompleteRounds()
    {
        using var stop = new CancellationTokenSource();
        string[] first = [GetExpectedPath(3, 0, "a"), GetExpectedPath(3, 0, "b")];
        await using var server = await TestServer.StartAsync(context =>
        {
            if (first.Contains(context.Request.Path + context.Request.QueryString))
                stop.Cancel();
            return TestServer.HelloAsync(context);
        });

        var exit = await CompareUntilAsync([server.Url + RandomIdPath, "--vary", "strategy=a,b"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        (result.Validity.State, result.Method.Rounds).ShouldBe(("cut-short", 2));
        result.Samples.CountBy(sample => sample.Variant).ShouldBe([new("a", 2), new("b", 2)], ignoreOrder: true);
        Tool.Output.ShouldContain("Stopped after 2 rounds");
    }

    [Fact]
    public async Task Compare_VariantRespondsWithStatus400_ShowsBodyAndMeasuresNothing()
    {
        await using var server = await TestServer.StartAsync(async context =>
        {
            context.Response.StatusCode = context.Request.Query["strategy"] == "nonsense" ? 400 : 200;
            await context.Response.WriteAsync("Valid strategies: a, b");
        });

        var exit = await CompareAsync(server.Url, "--vary", "strategy=a,nonsense");

        exit.ShouldBe(ExitCode.TargetUnreachable);
        Tool.Error.ShouldContain("Valid strategies: a, b");
        server.RequestedPaths.Count.ShouldBe(2);
        Directory.GetFiles(Tool.Folder).ShouldBeEmpty();
    }

    /// <summary>With the errors of all variants together, the good ones would hide a few.</summary>
    [Theory]
    [InlineData(1, "b, round 1: no successful response, but 503")]
    [InlineData(5, null)]
    public async Task Compare_OneVariantFailsAfterProbe_ResultIsInvalid(int failsOneIn, string? sent)
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (context.Request.Query["strategy"] == "b" && Interlocked.Increment(ref n) > 1 && n % failsOneIn == 0)
                context.Response.StatusCode = 503;
            return Task.CompletedTask;
        });

        var exit = await CompareAsync(
            server.Url, "--vary", "strategy=a,b,c,d,e,f,g", "--rounds", "2", "--limit", "errors=10%", "-c", "1");

        exit.ShouldBe(ExitCode.InvalidResult, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        (result.Variants[1].Ratio is null).ShouldBe(sent is not null);
        if (sent is not null)
            GetCheck(result, "sent").Value.ShouldContain(sent);
        var check = GetCheck(result, "errors");
        (check.State, check.Label).ShouldBe((CheckState.Fail, "Errors of b"));
    }

    [Fact]
    public async Task Compare_SameParameterValueTwice_NumbersVariantsAndTakesBaselineByName()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        string[] options =
            ["--vary", "strategy=a,a", "--rounds", "2", "--repeat-command", "make demo", "--baseline", "a (2)"];
        await CompareAsync(server.Url, options);

        var result = await Tool.ReadResultAsync();
        result.Variants.Select(variant => variant.Name).ShouldBe(["a", "a (2)"]);
        (result.RepeatCommand, result.Baseline).ShouldBe(("make demo", "a (2)"));

        // A second comparison in the same second overwrites no file.
        await CompareAsync(server.Url, options);
        Directory.GetFiles(Tool.Folder, "*-comparison*.json").Length.ShouldBe(2);
    }

    private Task<int> CompareAsync(string url, params string[] more) =>
        CompareUntilAsync([url, .. more], TestContext.Current.CancellationToken);

    private Task<int> CompareUntilAsync(string[] urlAndMore, CancellationToken stop)
    {
        string[] rounds = urlAndMore.Contains("--rounds") ? [] : ["--rounds", "7"];
        string[] quick = [.. rounds, "--warmup", "0s"];
        return Tool.InvokeUntilStoppedAsync(["compare", .. quick, "-u", .. urlAndMore], stop);
    }

    private static string GetExpectedPath(int round, int place, string strategy)
    {
        var id = new SeededRandomBits("id").GetInteger(2014, ExperimentPlan.GetFirstIndex(round) + place, 1, MaxId);
        return $"/{id}?strategy={strategy}";
    }
}

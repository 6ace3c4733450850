using Load.Cli;
using Load.Experiment;
using Load.Http.Parameters;
using Load.Results;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class CompareCommandTests : IDisposable
{
    private const long MaxId = 1_000_000_000_000;
    private const string RandomIdPath = "/{{{id:RAND_INTEGER:[1:1000000000000]}}}";
    private const string BackendMetricsText = "dotnet_thread_pool_thread_count 4";
    private readonly LoadTool _tool = new();
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose()
    {
        _tool.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public async Task Compare_KnownMetrics_ReportsExactCostPerRequest()
    {
        await using var front = await MeteredServer.StartAsync();
        await using var back = await TestServer.StartAsync(TestServer.HelloAsync, () => BackendMetricsText);

        var exit = await CompareAsync(
            front.Url, "--vary", "strategy=a,b", "--monitor", "target", "--monitor", $"back-end={back.Url}");

        _tool.ShouldHaveMeasured(exit);
        var result = await ReadResultAsync();
        foreach (var variant in result.Variants)
        {
            var cost = variant.Processes["target"]!;
            (cost.CpuMs, cost.JitMs, cost.AllocKb).ShouldBe((2, 0.1, 3));
            (cost.PoolThreads, cost.GcPauseMsPerS).ShouldBe((11, null));
            (variant.Processes["back-end"]!.CpuMs, variant.Processes["back-end"]!.PoolThreads).ShouldBe((null, 4));
            variant.Rounds.ShouldAllBe(round => round.CpuMs["target"] == 2 && round.CpuMs["back-end"] == null);
        }

        result.Variants[1].CpuRatio!.Value.ShouldBe(1);
        result.Variants[1].CpuRatio!.Verdict.ShouldBe(
            exit == ExitCode.Ok ? VerdictLabels.Same : VerdictLabels.Withheld);
        GetCheck(result, "server").Value.ShouldBe("21 of 21 measurements");
    }

    [Fact]
    public async Task Compare_WithoutMetrics_ReportsNoCpuRatio()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await CompareAsync(server.Url, "--vary", "strategy=a,b", "--monitor", "target");

        _tool.ShouldHaveMeasured(exit);
        var result = await ReadResultAsync();
        result.Variants[0].Processes["target"].ShouldBeNull();
        result.Variants[1].CpuRatio.ShouldBeNull();
        GetCheck(result, "server").State.ShouldBe(CheckState.Note);
        _tool.Output.ShouldContain("not compared");
    }

    [Fact]
    public async Task Compare_ServerCountsMoreRequests_IsInvalid()
    {
        await using var server = await MeteredServer.StartAsync();
        server.CountsForeignRequests = true;

        var exit = await CompareAsync(server.Url, "--vary", "strategy=a,b", "--rounds", "2", "--monitor", "target");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output + _tool.Error);
        var result = await ReadResultAsync();
        result.Validity.State.ShouldBe("invalid");
        GetCheck(result, "server").State.ShouldBe(CheckState.Fail);
        result.Variants[1].Ratio!.Verdict.ShouldBe("withheld");
        _tool.Output.ShouldContain(" INVALID   Do not quote these figures.");
        _tool.Output.ShouldContain("withheld");
        _tool.Output.ShouldNotContain("difference");
    }

    [Fact]
    public async Task Compare_EachRound_SendsSameIdsToEveryVariant()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await CompareAsync(server.Url + RandomIdPath, "--vary", "strategy=a,b", "--rounds", "2", "-c", "1");

        _tool.ShouldHaveMeasured(exit);

        // The load tool measures the baseline twice in each round, and every other variant once.
        TurnsOf("a").ShouldBe([1, 1, 2, 2]);
        TurnsOf("b").ShouldBe([1, 2]);

        // Returns the number of the round for each trial of a variant, and checks that the trial sends the ids of its
        // round in order, beginning with the first id of the round.
        IEnumerable<int> TurnsOf(string strategy)
        {
            var (round, next) = (0, 0);
            var asked = server.RequestedPaths.Where(path => path.EndsWith($"strategy={strategy}", StringComparison.Ordinal));
            foreach (var path in asked.Skip(1))
            {
                if (Enumerable.Range(1, 2)
                    .FirstOrDefault(one => path == GetExpectedPath(one, 0, strategy)) is > 0 and var first)
                {
                    (round, next) = (first, 0);
                    yield return round;
                }

                path.ShouldBe(GetExpectedPath(round, next++, strategy));
            }
        }
    }

    [Fact]
    public async Task Compare_VariantWithSeparateHost_SendsRequestsToThatHost()
    {
        await using var first = await MeteredServer.StartAsync();
        await using var second = await MeteredServer.StartAsync();

        var exit = await CompareAsync(first.Url + "/x?y=1", "--vary", $"strategy=a,b@{second.Url}");

        _tool.ShouldHaveMeasured(exit);
        first.RequestedPaths.ShouldAllBe(path => path == "/x?y=1&strategy=a");
        second.RequestedPaths.ShouldAllBe(path => path == "/x?y=1&strategy=b");
    }

    [Fact]
    public async Task Compare_Cancelled_KeepsCompleteRounds()
    {
        using var stop = new CancellationTokenSource();
        string[] third = [GetExpectedPath(3, 0, "a"), GetExpectedPath(3, 0, "b")];
        await using var server = await TestServer.StartAsync(context =>
        {
            if (third.Contains(context.Request.Path + context.Request.QueryString))
                stop.Cancel();
            return TestServer.HelloAsync(context);
        });

        var exit = await CompareUntilAsync([server.Url + RandomIdPath, "--vary", "strategy=a,b"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, _tool.Output + _tool.Error);
        var result = await ReadResultAsync();
        result.Validity.State.ShouldBe("cut-short");
        result.Order.Length.ShouldBe(2);
        result.Variants.ShouldAllBe(variant => variant.Rounds.Count == 2);
        _tool.Output.ShouldContain("CUT SHORT after round 2 of 7");
    }

    [Fact]
    public async Task Compare_CancelledInFirstRound_WritesNothing()
    {
        using var stop = new CancellationTokenSource();
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (Interlocked.Increment(ref n) == 5)
                stop.Cancel();
            return TestServer.HelloAsync(context);
        });

        (await CompareUntilAsync([server.Url, "--vary", "strategy=a,b"], stop.Token)).ShouldBe(ExitCode.RunInterrupted);

        Directory.GetFiles(_folder).ShouldBeEmpty();
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
        _tool.Error.ShouldContain("nonsense");
        _tool.Error.ShouldContain("400");
        _tool.Error.ShouldContain("Valid strategies: a, b");
        server.RequestedPaths.Count.ShouldBe(2);
        Directory.GetFiles(_folder).ShouldBeEmpty();
    }

    [Fact]
    public async Task Compare_TargetDown_ReportsUrl()
    {
        var url = await RawServer.GetRefusingUrlAsync();

        var exit = await CompareAsync(url, "--vary", "strategy=a,b");

        exit.ShouldBe(ExitCode.TargetUnreachable);
        _tool.Error.ShouldContain($"{url}/?strategy=a");
        _tool.Error.ShouldContain("refused");
    }

    [Fact]
    public async Task Compare_VariantFailsAfterProbe_ReportsNoRatio()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (context.Request.Query["strategy"] == "b" && Interlocked.Increment(ref n) > 1)
                context.Response.StatusCode = 503;
            return Task.CompletedTask;
        });

        var exit = await CompareAsync(server.Url, "--vary", "strategy=a,b");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output + _tool.Error);
        var result = await ReadResultAsync();
        result.Variants[1].Ratio.ShouldBeNull();
        GetCheck(result, "sent").Value.ShouldContain("b, round 1: no successful response, but 503");
        GetCheck(result, "errors").State.ShouldBe(CheckState.Fail);
    }

    /// <summary>With the errors of all variants together, the good ones would hide it.</summary>
    [Fact]
    public async Task Compare_FewErrorsOfOneVariant_ResultIsInvalid()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (context.Request.Query["strategy"] == "b" && Interlocked.Increment(ref n) % 10 is 9)
                context.Response.StatusCode = 503;
            return Task.CompletedTask;
        });

        var exit = await CompareAsync(server.Url, "--vary", "strategy=a,b,c,d,e,f,g", "--max-errors", "5%");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output + _tool.Error);
        var check = GetCheck(await ReadResultAsync(), "errors");
        (check.State, check.Label).ShouldBe((CheckState.Fail, "Errors of b"));
    }

    [Fact]
    public async Task Compare_SameParameterValueTwice_NumbersVariants()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await CompareAsync(server.Url, "--vary", "strategy=a,a", "--rounds", "2", "--repeat-command", "make demo");

        var result = await ReadResultAsync();
        result.Variants.Select(variant => variant.Name).ShouldBe(["a", "a (2)"]);
        result.RepeatCommand.ShouldBe("make demo");
        GetCheck(result, "rounds").State.ShouldBe(CheckState.Note);
        _tool.Output.ShouldContain("Fewer than 7 rounds");
        _tool.Output.ShouldContain("round 2 of 2");
    }

    [Fact]
    public async Task Compare_BaselineOption_SetsBaseline()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await CompareAsync(server.Url, "--vary", "strategy=a,b", "--baseline", "b", "--rounds", "2");

        var result = await ReadResultAsync();
        result.Baseline.ShouldBe("b");
        result.Variants[1].Ratio.ShouldBeNull();
    }

    [Fact]
    public async Task Compare_SameCommandTwice_OverwritesNoFile()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await CompareAsync(server.Url, "--vary", "strategy=a,b", "--rounds", "2");
        await CompareAsync(server.Url, "--vary", "strategy=a,b", "--rounds", "2");

        Directory.GetFiles(_folder, "*-comparison*.json").Length.ShouldBe(2);
        Directory.GetFiles(_folder, "*-comparison*.md").Length.ShouldBe(2);
    }

    private Task<int> CompareAsync(string url, params string[] more) =>
        CompareUntilAsync([url, .. more], TestContext.Current.CancellationToken);

    private Task<int> CompareUntilAsync(string[] urlAndMore, CancellationToken stop)
    {
        string[] quick = ["--warmup", "0s", "--slice-warmup", "0s", "--slice", "30ms", "--out", _folder];
        return _tool.InvokeUntilStoppedAsync(["compare", .. quick, "-u", .. urlAndMore], stop);
    }

    private async Task<Result> ReadResultAsync()
    {
        await using var file = File.OpenRead(Directory.GetFiles(_folder, "*.json").Single());
        return (await JsonSerializer.DeserializeAsync(
            file, ResultJson.Default.Result, TestContext.Current.CancellationToken))!;
    }

    private static ValidityCheck GetCheck(Result result, string id) =>
        result.Validity.Checks.Single(check => check.Id == id);

    private static string GetExpectedPath(int round, int place, string strategy)
    {
        var id = new RandomInteger("id", 1, MaxId).GetValue(2014, ExperimentPlan.GetFirstIndex(round) + place);
        return $"/{id}?strategy={strategy}";
    }
}

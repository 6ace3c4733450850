using PublicApiGenerator;
using TwoTier.Load;

namespace Load.Tests;

/// <summary>Checks the public API of the core library: its shape, and that a program can measure with it.</summary>
public sealed class PublicApiTests
{
    /// <summary>
    /// Compares the public API with the approved one. With APPROVE=1 in the environment, the test writes the file: look
    /// at what has changed with git diff, and commit it if users should have it.
    /// </summary>
    [Fact]
    public async Task Core_PublicApi_IsTheApprovedOne()
    {
        var path = Path.Combine(Repository.Root, "load/core/PublicApi.txt");
        var approved = File.Exists(path)
            ? await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken)
            : "";

        var current = typeof(Result).Assembly.GeneratePublicApi(new ApiGeneratorOptions
        {
            IncludeAssemblyAttributes = false,
        }).ReplaceLineEndings("\n") + "\n";

        if (Environment.GetEnvironmentVariable("APPROVE") == "1")
            await File.WriteAllTextAsync(path, approved = current, TestContext.Current.CancellationToken);
        var (was, now) = (approved.Split('\n'), current.Split('\n'));
        Assert.True(
            current == approved,
            string.Join('\n', ["APPROVE=1 writes PublicApi.txt.", .. was.Except(now), "Now:", .. now.Except(was)]));
    }

    [Fact]
    public async Task Run_OfLibrary_CountsRequestsAndSendsWhatWasAsked()
    {
        var received = new ConcurrentBag<string>();
        await using var server = await TestServer.StartAsync(async context =>
        {
            using var body = new StreamReader(context.Request.Body);
            received.Add(
                $"{context.Request.Method} {context.Request.Headers["X-Test"]} {await body.ReadToEndAsync()}");
            context.Response.StatusCode = 201;
        });

        var result = await new LoadRun($"{server.Url}/items")
        {
            Options =
            [
                ("count", "20"), ("-c", "2"), ("warmup", "0s"), ("header", "X-Test: yes"), ("body", "hello"),
                ("expect", "201"), ("pass", "errors = 0"),
            ],
        }.RunAsync(TestContext.Current.CancellationToken);

        received.ShouldAllBe(request => request == "POST yes hello");
        received.Count.ShouldBe(20);
        var variant = result.Variants.ShouldHaveSingleItem();
        (variant.Requests, variant.Errors, variant.Statuses["201"]).ShouldBe((20, 0, 20));
        result.Thresholds.ShouldHaveSingleItem().Passed.ShouldBe(true);
    }

    [Fact]
    public async Task Comparison_OfLibrary_HasARatioWithAVerdict()
    {
        await using var first = await TestServer.StartAsync(TestServer.HelloAsync);
        await using var second = await TestServer.StartAsync(TestServer.HelloAsync);
        var events = new StringWriter();

        var result = await new LoadComparison
        {
            Options =
            [
                .. NameVariants($"{first.Url}/a", $"{second.Url}/b"), ("rounds", "5"), ("turn", "20ms"),
                ("warmup", "20ms"), ("connections", "2"),
            ],
            Events = events,
        }.RunAsync(TestContext.Current.CancellationToken);

        var lines = EventRun.Parse(events);
        (lines[0].Plan!.Kind, lines.Count(line => line.Sample is not null)).ShouldBe((Result.ComparisonKind, 10));
        lines[^1].End!.State.ShouldBe(result.Validity.State);
        result.Kind.ShouldBe(Result.ComparisonKind);
        (result.Baseline, result.Method.Rounds).ShouldBe(("a", 5));
        result.GetVariant("a").Ratio.ShouldBeNull();
        var variant = result.GetVariant("b");
        Sample[] samples = [.. result.Samples.Where(sample => sample.Variant == "b")];
        (variant.Errors, samples.Length).ShouldBe((0, 5));
        variant.Requests.ShouldBe(samples.Sum(sample => sample.Requests));
        second.RequestedPaths.ShouldAllBe(path => path == "/b");
        var ratio = variant.Ratio.ShouldNotBeNull();
        (ratio.Lo < ratio.Value, ratio.Value < ratio.Hi, ratio.Units.Count).ShouldBe((true, true, 5));
        result.Validity.Checks.ShouldNotBeEmpty();
        var file = new TempFile(".json", "");
        result.Write(file.Path);
        Result.Read(file.Path).GetVariant("b").Ratio!.Verdict.ShouldBe(ratio.Verdict);
    }

    [Fact]
    public async Task Comparison_OfLibrary_IsSteeredByLinesUntilTheyEnd()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var (events, problems) = (new StringWriter(), new StringWriter());

        await new LoadComparison { Options = NameVariants($"{server.Url}/a", $"{server.Url}/b"), Events = events }
            .SteerAsync(
                new StringReader("{\"variant\":\"c\"}"), problems, _ => { }, TestContext.Current.CancellationToken);

        problems.ToString().ShouldContain("{\"variant\":\"c\"}: there is no variant of this name");
        var lines = EventRun.Parse(events);
        (lines[0].Plan!.Kind, lines[^1].End!.State).ShouldBe((ResultLine.StageKind, RunValidity.CutShortState));
    }

    [Fact]
    public async Task Comparison_ThatStartsItsTargets_HasTheSamplesOfAllStarts()
    {
        var (started, running, most) = (0, 0, 0);
        var result = await CreateComparison(start =>
        {
            started = start;
            most = Math.Max(most, ++running);
        }, () => running--).RunAsync(TestContext.Current.CancellationToken);

        (started, running, most).ShouldBe((4, 0, 2), "The next start begins while the last one ends.");
        (result.Plan.Starts, result.Plan.Rounds, result.Method.Rounds).ShouldBe((4, 3, 12));
        result.Samples.Select(sample => (sample.Start, sample.Variant, sample.Batch, sample.Turns)).Order().ShouldBe(
            from start in Enumerable.Range(1, 4) from variant in "ab" select (start, $"{variant}", 1, 3));
        result.Variants[1].Ratio!.Units.Count.ShouldBe(4);
    }

    [Fact]
    public async Task Comparison_TargetsDoNotStartAgain_IsCutShortWithoutVerdicts()
    {
        var result = await CreateComparison(
            start => TargetShould(start < 3),
            () => { }).RunAsync(TestContext.Current.CancellationToken);

        (result.Plan.Starts, result.Validity.State).ShouldBe((2, RunValidity.CutShortState));
        result.Variants[1].Ratio!.Verdict.ShouldBe(RatioVerdict.Withheld);
        await Should.ThrowAsync<TargetUnreachableException>(() => CreateComparison(
            _ => TargetShould(false), () => { }).RunAsync(TestContext.Current.CancellationToken));

        static void TargetShould(bool start)
        {
            if (!start)
                throw new TargetUnreachableException("It does not start.");
        }
    }

    [Fact]
    public async Task Comparison_FirstStartTakesLongerThanAllMay_IsTheOnlyOne()
    {
        var result = await CreateComparison(_ => Thread.Sleep(2000), () => { }, rounds: null)
            .RunAsync(TestContext.Current.CancellationToken);

        result.Plan.Starts.ShouldBe(1);
        result.Samples.ShouldNotBeEmpty();
    }

    // Four starts of three rounds, for each of which two servers are started.
    private static LoadComparison CreateComparison(Action<int> start, Action end, int? rounds = 3) =>
        new()
        {
            Starts = 4,
            Options =
            [
                .. NameVariants("http://127.0.0.1:1/a", "http://127.0.0.1:1/b"),
                rounds is null ? ("within", "1s") : ("rounds", $"{rounds}"),
                ("turn", "20ms"), ("warmup", "20ms"), ("connections", "2"),
            ],
            StartTargets = async (number, _) =>
            {
                start(number);
                var a = TestServer.StartAsync(TestServer.HelloAsync);
                var b = TestServer.StartAsync(TestServer.HelloAsync);
                return new StartedTargets((await a).Url, (await b).Url) { Owned = [await a, await b, new Ending(end)] };
            },
        };

    private static (string, string)[] NameVariants(string a, string b) =>
        [("url", a), ("vary", $"[{{name: a, url: '{a}'}}, {{name: b, url: '{b}'}}]")];

    private sealed class Ending(Action end) : IAsyncDisposable
    {
        public ValueTask DisposeAsync()
        {
            end();
            return ValueTask.CompletedTask;
        }
    }

    [Fact]
    public async Task Library_UnreachableTarget_ThrowsWithTheCause()
    {
        var stop = TestContext.Current.CancellationToken;
        await using var server = await TestServer.StartAsync(TestServer.FailAsync);
        const string closed = "http://127.0.0.1:1/";

        var run = await Should.ThrowAsync<TargetUnreachableException>(() => new LoadRun(closed).RunAsync(stop));
        run.Message.ShouldContain("refused");
        var comparison = await Should.ThrowAsync<TargetUnreachableException>(
            () => new LoadComparison(server.Url, closed).RunAsync(stop));
        comparison.Message.ShouldContain("503");
        comparison.Message.ShouldContain("refused");
    }

    [Fact]
    public async Task Library_WrongInput_ThrowsWithTheCure()
    {
        const string url = "http://127.0.0.1:1/";
        await ShouldThrow(new LoadRun("localhost:5100").RunAsync, "http://localhost:5100");
        await ShouldThrow(new LoadRun(url) { Options = [("conections", "1")] }.RunAsync, "Try connections");
        await ShouldThrow(new LoadRun(url) { Options = [("connections", "0")] }.RunAsync, "from 1 to 10000");
        await ShouldThrow(new LoadRun(url) { Options = [("pass", "p99 50ms")] }.RunAsync, "'p99 < 50ms'");
        await ShouldThrow(new LoadRun(url) { Options = [("header", "a b: c")] }.RunAsync, "Accept: application/json");
        await ShouldThrow(new LoadRun($"{url}{{{{{{x}}}}}}").RunAsync, "x");
        await ShouldThrow(new LoadRun(url) { Options = [("vary", "x=1,2")] }.RunAsync, "LoadComparison");
        await ShouldThrow(new LoadComparison(url).RunAsync, "two URLs");
        await ShouldThrow(new LoadComparison(url, url + "b") { Options = [("rounds", "0")] }.RunAsync, "from 2");
        (await Should.ThrowAsync<InvalidOperationException>(() => new LoadComparison(url, url + "b") { Starts = 2 }.RunAsync()))
            .Message.ShouldContain("StartTargets");

        static async Task ShouldThrow(Func<CancellationToken, Task<Result>> run, string cure) =>
            (await Should.ThrowAsync<FormatException>(() => run(CancellationToken.None))).Message.ShouldContain(cure);
    }
}

using TwoTier.Load.Measuring;

namespace Load.Tests;

public sealed class ComparisonRunnerTests : IAsyncDisposable
{
    private const int Rounds = 20;

    private readonly LoadSession _session = new(
        new LoadEnvironment(new HurriedTime(movesOn: true), () => TimeSpan.Zero) { Machine = new ScriptedMachine(0) },
        new ClientOptions(),
        TimeSpan.FromSeconds(1),
        concurrency: 1,
        CancellationToken.None);

    private readonly List<string> _log = [];

    public async ValueTask DisposeAsync() => await _session.DisposeAsync();

    [Fact]
    public async Task RunAsync_TargetEndsBecauseUserStops_IsNoFailure()
    {
        using var stop = new CancellationTokenSource();
        var runner = CreateRunner(_ => { }, async () =>
        {
            await stop.CancelAsync();
            throw new TargetUnreachableException("a ended");
        });

        await Should.ThrowAsync<OperationCanceledException>(() => runner.RunAsync(stop.Token));

        runner.Failure.ShouldBeNull();
    }

    /// <summary>A works for another half of its time after its answers, in the turns of B.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task RunAsync_TargetsOfTheirOwn_OnlyClocksAreReadBetweenTheTurns(bool changesItsProcesses)
    {
        ScriptedSource[] targets = [Monitor("a", 9_000_001), Monitor("b", 9_000_002)];

        var samples = await MeasureAsync(variant =>
        {
            targets[variant].Cpu += 0.02;
            targets[0].Cpu += variant == 1 ? 0.01 : 0;
            targets[0].Changes += changesItsProcesses ? 1 : 0;
        });

        _log.SkipWhile(what => what is "read").Reverse().SkipWhile(what => what is "read")
            .ShouldBe(Enumerable.Repeat("turn", 2 * Rounds));
        (_log[0], _log[^1]).ShouldBe(("read", "read"));
        (Sum(samples, "a", one => one.CpuS), Sum(samples, "b", one => one.CpuS)).ShouldBe((0.6, 0.4));
        Sum(samples, "a", one => one.CpuOutsideS).ShouldBe(changesItsProcesses ? null : 0.2);
        Sum(samples, "b", one => one.CpuOutsideS).ShouldBe(0);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task RunAsync_OneProcessForBoth_CpuTimeIsThatOfTheTurnsAndTheRestComesFromBlocks(bool hasPage)
    {
        // They have an address each, with the same listener, so that both tell the same.
        ScriptedSource[] addresses = [Monitor("a", 9_000_001, hasPage), Monitor("b", 9_000_001, hasPage)];

        var samples = await MeasureAsync(variant =>
        {
            foreach (var one in addresses)
            {
                one.Cpu += variant == 0 ? 0.02 : 0.05;
                one.Allocated += variant == 0 ? 1000 : 3000;
            }
        });

        // Blocks come after the rounds: ten for each variant.
        _log.Count(what => what is "turn").ShouldBe(2 * Rounds + (hasPage ? 20 : 0));
        _log.SkipWhile(what => what is "read").Take(2 * Rounds).ShouldAllBe(what => what == "turn");
        (Sum(samples, "a", one => one.CpuS), Sum(samples, "b", one => one.CpuS)).ShouldBe((0.4, 1));
        samples.ShouldAllBe(sample => sample.CpuOutsideS == null);
        Sum(samples, "a", one => one.AllocatedBytes).ShouldBe(hasPage ? 1000 * Rounds : null);
        Sum(samples, "b", one => one.AllocatedBytes).ShouldBe(hasPage ? 3000 * Rounds : null);
    }

    /// <summary>With turns of a second, a reading is a small part of one.</summary>
    [Fact]
    public async Task RunAsync_TurnsOfASecond_MetricsAreReadAroundEach()
    {
        ScriptedSource[] targets = [Monitor("a", 9_000_001, hasPage: true), Monitor("b", 9_000_002, hasPage: true)];

        var samples = await MeasureAsync(variant => targets[variant].Allocated += 500, TimeSpan.FromSeconds(1));

        string.Join(' ', _log).ShouldContain("read turn read read turn read");
        Sum(samples, "a", one => one.AllocatedBytes).ShouldBe(500 * Rounds);
    }

    private ScriptedSource Monitor(string host, int listener, bool hasPage = false)
    {
        var source = new ScriptedSource(listener, () => _log.Add("read")) { HasPage = hasPage };
        _session.Scraper.ReadFrom(source, $"http://{host}");
        return source;
    }

    private static double? Sum(IReadOnlyList<Sample> samples, string variant, Func<Sample, double?> get)
    {
        var known = samples.Where(sample => sample.Variant == variant).Select(get).OfType<double>().ToArray();
        return known is [] ? null : Math.Round(known.Sum(), 9);
    }

    private async Task<IReadOnlyList<Sample>> MeasureAsync(Action<int> send, TimeSpan? turn = null)
    {
        var runner = CreateRunner(send, () => Task.CompletedTask, turn);
        var rounds = await runner.RunAsync(TestContext.Current.CancellationToken);
        rounds.Count.ShouldBe(Rounds);
        return rounds.CreateSamples(SampleTurns.CreatePlan());
    }

    private ComparisonRunner CreateRunner(Action<int> send, Func<Task> start, TimeSpan? turn = null)
    {
        var profile = new ScriptedProfile((context, measurement, _) =>
        {
            _log.Add("turn");
            measurement.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.Zero);
            send(context.Requests.BaseUrl == "http://a" ? 0 : 1);
            return Task.CompletedTask;
        });
        return new ComparisonRunner(
            _session,
            SampleTurns.Description,
            SampleTurns.CreatePlan() with
            {
                Profile = profile,
                Warmup = TimeSpan.Zero,
                Rounds = Rounds,
                Turn = turn ?? TimeSpan.FromMilliseconds(100),
            },
            async (_, _) =>
            {
                await start();
                return new StartedTargets();
            });
    }
}

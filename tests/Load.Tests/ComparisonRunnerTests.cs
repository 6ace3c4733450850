namespace Load.Tests;

public sealed class ComparisonRunnerTests
{
    [Fact]
    public async Task RunAsync_TargetEndsBecauseUserStops_IsNoFailure()
    {
        var second = TimeSpan.FromSeconds(1);
        var time = new FakeTimeProvider(default);
        var plan = new ExperimentPlan(
            [new("a", TestRequests.CreateMix("http://a"), [])],
            "a",
            new ScriptedProfile((_, _, _) => Task.CompletedTask), 1, second, TimeSpan.Zero, TimeSpan.Zero, 2014);
        using var stop = new CancellationTokenSource();
        using var scraper = new PrometheusScraper();
        var runner = new ComparisonRunner(
            plan,
            async (_, _) =>
            {
                await stop.CancelAsync();
                throw new TargetUnreachableException("a ended");
            },
            variant => new RunContext(null!, variant.Requests, second, time),
            scraper,
            _ => new MachineMeter(new ScriptedMachine(_ => 0), []),
            time,
            () => TimeSpan.Zero,
            new ComparisonProgress());

        (await runner.RunAsync(stop.Token)).Count.ShouldBe(0);

        runner.Failure.ShouldBeNull();
    }
}

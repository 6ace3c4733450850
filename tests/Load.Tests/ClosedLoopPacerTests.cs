namespace Load.Tests;

public sealed class ClosedLoopPacerTests
{
    private readonly ManualTime _time = new();

    [Fact]
    public void TryGetNext_FixedRequestCount_GivesEachIndexOnce()
    {
        var pacer = new ClosedLoopPacer(StopCondition.AfterRequests(3), 100, _time, CancellationToken.None);

        foreach (var expected in new[] { 100, 101, 102 })
        {
            pacer.TryGetNext(out var index).ShouldBeTrue();
            index.ShouldBe(expected);
        }

        pacer.TryGetNext(out _).ShouldBeFalse();
    }

    [Fact]
    public void TryGetNext_DurationElapsed_GivesOneRequestAtLeast()
    {
        var pacer = new ClosedLoopPacer(
            StopCondition.AfterDuration(TimeSpan.FromSeconds(2)), 0, _time, CancellationToken.None);
        _time.Advance(TimeSpan.FromSeconds(5));

        pacer.TryGetNext(out _).ShouldBeTrue();
        _time.Advance(TimeSpan.FromSeconds(2));
        pacer.TryGetNext(out _).ShouldBeFalse();
    }

    [Fact]
    public async Task SendAsync_ConnectionCannotBeCreated_StopsThePacerOfAllWorkers()
    {
        // The second worker finds no channel. The first one gets no response, and would send without an end.
        using var sender = new HttpSender(1);
        var requests = TestRequests.CreateMix("http://127.0.0.1:1/");
        var context = new RunContext(sender, requests, TimeSpan.FromSeconds(1), TimeProvider.System);

        await Should.ThrowAsync<InvalidOperationException>(() => new ClosedLoopProfile(2, default).SendAsync(
            context, new Measurement(TimeProvider.System), 0, CancellationToken.None));
    }
}

namespace Load.Tests;

public sealed class ClosedLoopTests
{
    [Fact]
    public void TryGetNext_DurationElapsed_GivesOneRequestAtLeast()
    {
        var time = new FakeTimeProvider(default);
        var pacer = new ClosedLoopPacer(
            StopCondition.AfterDuration(TimeSpan.FromSeconds(2)), 0, time, CancellationToken.None);
        time.Advance(TimeSpan.FromSeconds(5));

        pacer.TryGetNext(out _).ShouldBeTrue();
        time.Advance(TimeSpan.FromSeconds(2));
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

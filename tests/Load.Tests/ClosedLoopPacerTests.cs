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
        var pacer = new ClosedLoopPacer(StopCondition.AfterRequests(3), 0, _time, CancellationToken.None);
        var executor = new ClosedLoopExecutor(
            _ => throw new InvalidOperationException("There is no channel."),
            connections: 1,
            new ThinkTime(TimeSpan.Zero, _time, CancellationToken.None),
            _time);

        await Should.ThrowAsync<InvalidOperationException>(
            () => executor.SendAsync(pacer, new Measurement(_time)));

        pacer.TryGetNext(out _).ShouldBeFalse();
    }
}

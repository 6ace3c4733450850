using Load.Engine;
using Load.Http;
using Load.Metrics;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class PacingTests
{
    private readonly ManualTime _time = new();

    [Fact]
    public void TryNext_Count_GivesEachIndexOnce()
    {
        var pacer = new ClosedLoopPacer(StopCondition.After(3), 100, _time, CancellationToken.None);

        Drain(pacer).ShouldBe([100, 101, 102]);
    }

    [Fact]
    public void TryNext_DurationOver_Ends()
    {
        var pacer = new ClosedLoopPacer(StopCondition.After(TimeSpan.FromSeconds(2)), 0, _time, CancellationToken.None);

        pacer.TryGetNext(out _).ShouldBeTrue();
        _time.Advance(TimeSpan.FromSeconds(2));
        pacer.TryGetNext(out _).ShouldBeFalse();
    }

    [Fact]
    public void TryNext_LateStart_GivesOneRequestAtLeast()
    {
        var pacer = new ClosedLoopPacer(StopCondition.After(TimeSpan.FromMilliseconds(1)), 0, _time, CancellationToken.None);
        _time.Advance(TimeSpan.FromSeconds(1));

        Drain(pacer).ShouldBe([0]);
    }

    [Fact]
    public async Task TryNext_AskedToStop_Ends()
    {
        using var stop = new CancellationTokenSource();
        var pacer = new ClosedLoopPacer(StopCondition.After(3), 0, _time, stop.Token);

        pacer.TryGetNext(out _).ShouldBeTrue();
        await stop.CancelAsync();
        pacer.TryGetNext(out _).ShouldBeFalse();
    }

    [Fact]
    public void Left_BudgetUsed_IsNothing()
    {
        var byCount = new ClosedLoopPacer(StopCondition.After(1), 0, _time, CancellationToken.None);
        var byTime = new ClosedLoopPacer(StopCondition.After(TimeSpan.FromSeconds(2)), 0, _time, CancellationToken.None);

        byCount.GetRemaining().ShouldNotBeNull();
        byCount.TryGetNext(out _);
        _time.Advance(TimeSpan.FromSeconds(1.5));

        byCount.GetRemaining().ShouldBeNull();
        byTime.GetRemaining().ShouldBe(TimeSpan.FromSeconds(0.5));
    }

    [Fact]
    public void Recorder_WorkersThatEndApart_HasBusyTimeAndWholeTime()
    {
        var measurement = new Measurement(_time, TimeSpan.FromSeconds(1));
        _time.Advance(TimeSpan.FromMilliseconds(300));
        measurement.RecordReply(0, new Reply(200, 10), 0, 0, _time.GetTimestamp());
        _time.Advance(TimeSpan.FromMilliseconds(700));
        measurement.RecordWorkerEnd(_time.GetTimestamp());
        _time.Advance(TimeSpan.FromSeconds(1));
        measurement.RecordReply(0, new Reply(503, 10), 0, 0, _time.GetTimestamp());
        measurement.Counters.RecordFailure(TransportError.Reset);
        measurement.RecordWorkerEnd(_time.GetTimestamp());

        (measurement.BusySeconds, measurement.ElapsedSeconds).ShouldBe((1.5, 2));
        measurement.HeatMap.GetColumns().Select(column => column.Sum()).ShouldBe([0, 1, 0, 0]);
        var tally = measurement.Counters;
        (tally.Requests, tally.Replies, tally.Successes, tally.Errors).ShouldBe((3, 2, 1, 2));
        tally.FormatFailures().ShouldBe("503 1, reset 1");
    }

    private static List<long> Drain(ClosedLoopPacer pacer)
    {
        var indices = new List<long>();
        while (pacer.TryGetNext(out var index))
            indices.Add(index);
        return indices;
    }
}

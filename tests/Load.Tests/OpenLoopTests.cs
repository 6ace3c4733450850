using Load.Engine;
using Load.Engine.ArrivalSchedule;
using Load.Http;
using Load.Metrics;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class OpenLoopTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly ManualTime _time = new();

    [Fact]
    public async Task Run_Schedule_CallsAtEachMoment()
    {
        var seen = new List<(Arrival Arrival, long At)>();

        await Pacer(new RampSchedule(10, 10, Second), _time.Advance).RunAsync(a => seen.Add((a, _time.GetTimestamp())));

        seen.Select(one => one.Arrival.Index).ShouldBe(Enumerable.Range(100, 10).Select(i => (long)i));
        seen.Select(one => one.At).ShouldBe(Enumerable.Range(0, 10).Select(i => i * Second.Ticks / 10));
        seen.ShouldAllBe(one => one.Arrival.Due == one.At);
    }

    [Fact]
    public async Task Run_Overslept_CatchesUpAndKeepsTheIntendedStarts()
    {
        var seen = new List<(Arrival Arrival, long At)>();

        await Pacer(new RampSchedule(10, 10, Second), _ => _time.Advance(Second / 2))
            .RunAsync(a => seen.Add((a, _time.GetTimestamp())));

        seen.Select(one => one.Arrival.Due).ShouldBe(Enumerable.Range(0, 10).Select(i => i * Second.Ticks / 10));
        seen.Select(one => one.At / (Second.Ticks / 10)).ShouldBe([0, 5, 5, 5, 5, 5, 10, 10, 10, 10]);
    }

    [Fact]
    public async Task Run_AskedToStop_Ends()
    {
        using var stop = new CancellationTokenSource();
        var count = 0;
        var pacer = new OpenLoopPacer(new RampSchedule(10, 10, Second), 0, _time, _time.Advance, stop.Token);

        await pacer.RunAsync(_ =>
        {
            if (++count == 3)
                stop.Cancel();
        });

        count.ShouldBe(3);
    }

    [Fact]
    public async Task Send_TargetStandsStill_CountsFromTheIntendedStartAndBoundsTheBacklog()
    {
        var release = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = await TestServer.StartAsync(async context =>
        {
            await release.Task;
            await TestServer.HelloAsync(context);
        });
        var schedule = new Announced(new RampSchedule(10, 10, Second), () =>
        {
            _time.Advance(Second / 10);
            release.SetResult();
        });
        var arrivals = new OpenLoopCounters(schedule.Count);
        var recorder = new Measurement(_time) { Arrivals = arrivals };
        using var sender = new HttpSender(1);
        var target = Targets.Of(server.Url);
        var crew = new OpenLoopExecutor(
            it => new Connection(sender, target, it, TimeSpan.FromMinutes(1), _time), 1, maxBacklog: 4, patience: TimeSpan.FromMinutes(1), _time);

        await crew.SendAsync(Pacer(schedule, _time.Advance), recorder, schedule.Duration, CancellationToken.None);

        (arrivals.Planned, arrivals.Arrived, arrivals.Sent).ShouldBe((10, 10, 5));
        (arrivals.Queued, arrivals.Dropped).ShouldBe((4, 5));
        server.Asked.Count.ShouldBe(5);
        var response = recorder.Tally.Latency;
        Ms(response.Count, response.Min, response.Mean, response.Max).ShouldBe((5, 600, 800, 1000));
        Ms(arrivals.Service.Count, arrivals.Service.Min, arrivals.Service.Mean, arrivals.Service.Max)
            .ShouldBe((5, 0, 200, 1000));
        Ms(arrivals.Lateness.Count, arrivals.Lateness.Min, arrivals.Lateness.Mean, arrivals.Lateness.Max)
            .ShouldBe((1, 0, 0, 0));
    }

    [Fact]
    public void WaitingRoom_ConnectionFreed_TakesWhoWaitedLongest()
    {
        var room = new ConnectionQueue<string>(["only"], bound: 2);

        room.TryAcquire(new Arrival(0, 0), out var connection).ShouldBe(Admission.Send);
        room.TryAcquire(new Arrival(1, 0), out _).ShouldBe(Admission.Queued);
        room.TryAcquire(new Arrival(2, 0), out _).ShouldBe(Admission.Queued);
        room.TryAcquire(new Arrival(3, 0), out _).ShouldBe(Admission.Dropped);
        room.TryNext(connection!, out var next).ShouldBeTrue();

        next.Index.ShouldBe(1);
        room.TryAcquire(new Arrival(4, 0), out _).ShouldBe(Admission.Queued);
    }

    [Fact]
    public void WaitingRoom_Closed_IsEmptyWhenEveryConnectionIsFree()
    {
        var room = new ConnectionQueue<string>(["only"], bound: 2);
        room.TryAcquire(new Arrival(0, 0), out var connection);
        room.TryAcquire(new Arrival(1, 0), out _);

        room.Close();
        room.Drain().ShouldBe(1);
        room.Empty.IsCompleted.ShouldBeFalse();
        room.TryNext(connection!, out _).ShouldBeFalse();

        room.Empty.IsCompletedSuccessfully.ShouldBeTrue();
    }

    private OpenLoopPacer Pacer(Schedule schedule, Action<TimeSpan> sleep) =>
        new(schedule, 100, _time, sleep, CancellationToken.None);

    private static (long Count, double Min, double Mean, double Max) Ms(long count, long min, double mean, long max) =>
        (count, min / 1e6, mean / 1e6, max / 1e6);

    /// <summary>Tells when its last request has been handed over.</summary>
    private sealed class Announced(Schedule inner, Action ended) : Schedule
    {
        public override TimeSpan Duration => inner.Duration;

        public override double Expected => inner.Expected;

        public override TimeSpan DueAt(double request) => inner.DueAt(request);

        public override IEnumerable<TimeSpan> Times()
        {
            foreach (var due in inner.Times())
                yield return due;
            ended();
        }
    }
}

namespace Load.Tests;

public sealed class ClosedLoopTests
{
    [Theory]
    [InlineData(985, CheckState.Pass, "1.97 of 2, 1.5 % off")]
    [InlineData(900, CheckState.Note, "1.80 of 2, 10.0 % off")]
    [InlineData(1100, CheckState.Note, "2.20 of 2, 10.0 % off")]
    public void Evaluate_ClosedLoop_ComparesRequestsInFlightWithConnections(int latencyMs, object state, string value)
    {
        var check = LittlesLaw.Evaluate([new ClosedLoop("run", 2, CreateMeasurement(latencyMs))]).ShouldHaveSingleItem();

        check.State.ShouldBe(state);
        check.Value.ShouldBe(value);
    }

    [Fact]
    public void Evaluate_SeveralClosedLoops_ReportsLargestDeviation()
    {
        ClosedLoop[] loops = [new("a", 2, CreateMeasurement(1000)), new("b", 2, CreateMeasurement(900))];

        LittlesLaw.Evaluate(loops).ShouldHaveSingleItem().Label.ShouldEndWith("(b)");
    }

    [Fact]
    public void Evaluate_FailedRequests_CountAsRequestsInFlight()
    {
        var measurement = CreateMeasurement(900);
        for (var i = 0; i < 20; i++)
            measurement.Counters.RecordFailure(TransportError.Reset, TimeSpan.FromMilliseconds(100));

        LittlesLaw.Evaluate([new ClosedLoop("run", 2, measurement)]).ShouldHaveSingleItem().Value
            .ShouldBe("2.00 of 2, 0.0 % off");
    }

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

    // Two workers send one request after the other for 10 s, and each second both get a response.
    private static Measurement CreateMeasurement(int latencyMs)
    {
        var time = new FakeTimeProvider(default);
        var measurement = new Measurement(time) { Workers = 2 };
        for (var second = 0; second < 10; second++)
        {
            time.Advance(TimeSpan.FromSeconds(1));
            var (now, sent) = (time.GetTimestamp(), time.GetTimestamp() - latencyMs * TimeSpan.TicksPerMillisecond);
            for (var worker = 0; worker < 2; worker++)
            {
                measurement.Recorder.RecordResponse(
                    0, new CompletedResponse(200, 1), new RequestTrace(), sent, sent, now);
            }
        }

        for (var worker = 0; worker < 2; worker++)
            measurement.RecordWorkerEnd(time.GetTimestamp());
        return measurement;
    }
}

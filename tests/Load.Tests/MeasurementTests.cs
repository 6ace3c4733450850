namespace Load.Tests;

public sealed class MeasurementTests
{
    [Fact]
    public void RecordWorkerEnd_WorkersEndAtDifferentTimes_MeasuresBusyAndElapsedTime()
    {
        var time = new ManualTime();
        var measurement = new Measurement(time, TimeSpan.FromSeconds(1));
        time.Advance(TimeSpan.FromMilliseconds(300));
        measurement.RecordResponse(0, new CompletedResponse(200, 10), 0, 0, time.GetTimestamp());
        time.Advance(TimeSpan.FromMilliseconds(700));
        measurement.RecordWorkerEnd(time.GetTimestamp());
        time.Advance(TimeSpan.FromSeconds(1));
        measurement.RecordResponse(0, new CompletedResponse(503, 10), 0, 0, time.GetTimestamp());
        measurement.Counters.RecordFailure(TransportError.Reset);
        measurement.RecordWorkerEnd(time.GetTimestamp());

        (measurement.BusySeconds, measurement.ElapsedSeconds).ShouldBe((1.5, 2));
        measurement.HeatMap.GetColumns().Select(column => column.Sum()).ShouldBe([0, 1, 0, 0]);
        var counters = measurement.Counters;
        (counters.Requests, counters.Responses, counters.Successes, counters.Errors).ShouldBe((3, 2, 1, 2));
        counters.FormatFailures().ShouldBe("503 1, reset 1");
    }

    [Fact]
    public void Goodput_OneSlowResponse_CountsOverMeanBusyTimeOfWorkers()
    {
        var time = new ManualTime();
        var measurement = new Measurement(time) { Workers = 10 };
        measurement.Goodput.ShouldBeNull();
        for (var i = 0; i < 780; i++)
            measurement.RecordResponse(0, new CompletedResponse(200, 10), 0, 0, 0);
        time.Advance(TimeSpan.FromSeconds(3));
        measurement.Goodput.ShouldBe(260, "All workers are busy until now.");
        for (var worker = 0; worker < 9; worker++)
            measurement.RecordWorkerEnd(time.GetTimestamp());
        time.Advance(TimeSpan.FromSeconds(9));
        measurement.RecordWorkerEnd(time.GetTimestamp());

        // Nine workers were busy for 3 s and one for 12 s.
        (measurement.BusySeconds, measurement.ElapsedSeconds).ShouldBe((3.9, 12));
        measurement.Goodput.ShouldBe(200);
    }
}

using Load.Http;
using Load.Metrics;
using Load.Tests.Hosting;

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
}

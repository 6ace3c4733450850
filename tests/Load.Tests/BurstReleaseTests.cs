using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Load.Tests;

public sealed class BurstReleaseTests : LoadToolTests
{
    private static readonly TimeSpan SendDelayLimit = TimeSpan.FromMilliseconds(1);

    [Theory]
    [InlineData("20,20", 40, HttpProtocols.Http1)]
    [InlineData("cold:20,20", 40, HttpProtocols.Http1)]
    [InlineData("20,20 --http2 20", 2, HttpProtocols.Http2)]
    public async Task Run_Burst_OpensConnectionForEachRequestOrSharesItAmongStreams(
        string options, int expected, HttpProtocols protocols)
    {
        var connections = new ConcurrentBag<string>();
        await using var server = await TestServer.StartAsync(
            context =>
            {
                connections.Add(context.Connection.Id);
                return TestServer.HelloAsync(context);
            },
            protocols: protocols);

        await Tool.RunAsync(server.Url, $"--burst {options}");

        (connections.Count, connections.Distinct().Count()).ShouldBe((40, expected));
        var run = await Tool.ReadRunAsync();
        (run.Requests, run.Errors, run.Timings!.ConnectionsOpened).ShouldBe((40, 0, expected));
        run.GetParts(PartKind.Burst).ShouldAllBe(burst =>
            burst.ScheduleDelay!.P50 >= 0 && burst.ServiceTime!.P50 <= burst.Latency.P50);
    }

    [Theory]
    [InlineData(0.9, 1, CheckState.Pass, "0.900 ms in the burst of 1")]
    [InlineData(
        10, 100, CheckState.Pass, "10.0 ms in the burst of 1: p50 110 ms from the release, 100 ms from each send")]
    [InlineData(
        30, 100, CheckState.Fail, "30.0 ms in the burst of 1: p50 130 ms from the release, 100 ms from each send")]
    public void Evaluate_SendDelay_IsComparedWithLatencyFromEachSend(
        double delayMs, double serviceMs, object state, string value)
    {
        var burst = CreateBurst(delayMs, serviceMs);

        var check = BurstChecks.Evaluate([CreateBurst(0.1, 1), burst], SendDelayLimit).ShouldHaveSingleItem();

        (check.State, check.Value).ShouldBe(((CheckState)state, value));
    }

    private static BurstMeasurement CreateBurst(double delayMs, double serviceMs)
    {
        var (counters, sending) = (new RequestCounters(), new OpenLoopCounters(1));
        var (delay, service) = (TimeSpan.FromMilliseconds(delayMs), TimeSpan.FromMilliseconds(serviceMs));
        counters.RecordResponse(new CompletedResponse(200, 10), delay + service);
        sending.ScheduleDelay.Record(delay);
        sending.ServiceTime.Record(service);
        return new BurstMeasurement(counters, sending, TimeSpan.Zero, delay + service);
    }
}

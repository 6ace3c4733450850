namespace Load.Tests;

public sealed class TraceTests : LoadToolTests
{
    [Fact]
    public void End_MoreRequestsThanAreKept_KeepsTheSlowest()
    {
        var traces = new TraceCollector(Redactor.Default);
        foreach (var ms in (int[])[3, 9, 1, 7, 2, 8, 6])
            traces.End($"{ms}", "GET /", "200", TimeSpan.FromMilliseconds(ms));

        traces.GetSlowest().Select(one => one.LatencyMs).ShouldBe([9, 8, 7, 6, 3]);
    }

    [Fact]
    public async Task Run_TraceOption_NamesTheSlowestRequestsInOutputEventsAndResultWithoutSecrets()
    {
        var sent = new List<string>();
        await using var server = await TestServer.StartAsync(async context =>
        {
            var parts = context.Request.Headers["traceparent"].ToString().Split('-');
            (parts.Length, parts[0], parts[3]).ShouldBe((4, "00", "01"));
            sent.Add(parts[1]);
            await TestServer.HelloAsync(context);
        });
        var path = Path.Combine(Tool.Folder, "run.events.ndjson");

        await Tool.RunAsync($"{server.Url}/a;token=S3CRET", "-n 3 -c 1 --trace --events", path);

        Tool.Output.ShouldNotContain("S3CRET");
        var slowest = (await Tool.ReadRunAsync()).Traces!;
        slowest.Select(trace => trace.LatencyMs).ShouldBeInOrder(SortDirection.Descending);
        slowest.Select(trace => trace.TraceId).ShouldBe(sent, ignoreOrder: true);
        slowest.ShouldAllBe(trace => trace.Request == "GET /a;token=…" && trace.Outcome == "200");
        Tool.Output.ShouldContain(slowest[0].TraceId);
        var last = RecordingTests.ReadRecording(path).Last(one => one.Type == RunEvent.SlowestType);
        last.Data.GetProperty("requests").EnumerateArray().Select(one => one.GetProperty("trace_id").GetString())
            .ShouldBe(slowest.Select(trace => trace.TraceId));
    }
}

using System.Text;

namespace Show.Tests;

public sealed class TraceTests
{
    [Fact]
    public void Parse_ExportRequest_ReadsEveryFieldAndRejectsEveryCut()
    {
        var request = CreateRequest("shop", "0102", "03", "04", "GET /", 5, 90);

        Span.Parse(request).ShouldBe([new Span("shop", "0102", "03", "04", "GET /", 5, 90)]);
        foreach (var length in Enumerable.Range(1, request.Length - 1))
            Should.Throw<FormatException>(() => Span.Parse(request.AsMemory(0, length)), $"{length} bytes");
    }

    [Fact]
    public void Receive_MoreTracesThanAreKept_KeepsThoseOfTheSlowestRequests()
    {
        var store = new SpanStore();
        store.SetSlowest([new SlowRequest("slow", "GET /", "200", 9), new SlowRequest("unknown", "GET /", "200", 8)]);
        store.Receive([new Span("s", "slow", "1", "", "early", 0, 9)]);
        for (var i = 0; i < 2 * SpanStore.MaxTraces; i++)
            store.Receive([new Span("s", $"{i}", "1", "", "GET", 0, 1)]);
        store.Receive([new Span("s", "slow", "2", "1", "late", 0, 9)]);

        var slowest = store.GetSlowest();

        slowest.Select(one => one.Spans.Count).ShouldBe([2, 0]);
        slowest[0].Spans.Select(span => span.Name).ShouldBe(["early", "late"]);
        store.ReceivedSpans.ShouldBe((2 * SpanStore.MaxTraces) + 2);
    }

    [Fact]
    public void Waterfall_Draw_IndentsChildrenAndAlignsBars()
    {
        Span[] spans =
        [
            new("back", "t", "c", "b", "GET", 6_000_000, 8_000_000),
            new("front", "t", "b", "a", "call", 5_000_000, 9_000_000),
            new("front", "t", "a", "unknown", "GET /\e[2J", 0, 10_000_000),
        ];

        var text = Waterfall.Draw([(new SlowRequest("t", "GET /", "200", 11), spans)], width: 45);

        var lines = text.Split('\n');
        lines.ShouldContain("  11.0 ms  GET /  200  trace t");
        lines.ShouldContain("    front GET /·[2J ████████████   10.0 ms");
        lines.ShouldContain("      front call    ······█████·   4.00 ms");
        lines.ShouldContain("        back GET    ·······███··   2.00 ms");
    }

    [Fact]
    [Slow]
    public async Task Show_TraceOption_DrawsSpansOfTheSlowestRequestAfterTheRun()
    {
        await using var load = await FakeLoadTool.StartAsync();
        await using var show = await ShowRun.StartAsync(load.Url, "--trace=http://127.0.0.1:0");
        var sink = (await show.WaitForOutputAsync(@"http://[0-9.:]+(?= waits for spans)")).Value;
        using var http = new HttpClient { BaseAddress = new Uri(sink) };
        using var spans = new ByteArrayContent(CreateRequest("shop", "0a0b", "01", "", "GET /slow", 5_000_000, 15_000_000));
        (await http.PostAsync("/v1/traces", spans, TestContext.Current.CancellationToken)).EnsureSuccessStatusCode();
        using var metrics = new ByteArrayContent([]);
        (await http.PostAsync("/v1/metrics", metrics, TestContext.Current.CancellationToken)).EnsureSuccessStatusCode();
        using var wrong = new ByteArrayContent([0xff]);
        using var rejected = await http.PostAsync("/v1/traces", wrong, TestContext.Current.CancellationToken);
        ((int)rejected.StatusCode).ShouldBe(400);

        load.PublishHeader(1);
        load.Publish(
            "slowest",
            """{"requests":[{"trace_id":"0a0b","request":"GET /slow","outcome":"200","latency_ms":11.5}]}""");
        load.Publish("end", """{"report":null,"data":null}""");

        await show.WaitForOutputAsync("shop GET /slow █+ +10.0 ms");
        show.Output.ShouldContain("1 spans received");
        show.Output.ShouldContain("11.5 ms  GET /slow  200  trace 0a0b");
    }

    // The field numbers are those of opentelemetry-proto 1.x.
    private static byte[] CreateRequest(
        string service, string trace, string id, string parent, string name, ulong start, ulong end)
    {
        var attribute = Join(Field(1, "service.name"), Field(2, Field(1, service)));
        byte[] span = Join(
            Field(1, Convert.FromHexString(trace)), Field(2, Convert.FromHexString(id)),
            Field(4, Convert.FromHexString(parent)), Field(5, name), [6 << 3, 2],
            [(7 << 3) | 1, .. BitConverter.GetBytes(start)], [(8 << 3) | 1, .. BitConverter.GetBytes(end)]);
        return Field(1, Join(Field(1, Field(1, attribute)), Field(2, Field(2, span))));
    }

    private static byte[] Field(int number, string text) => Field(number, Encoding.UTF8.GetBytes(text));

    private static byte[] Field(int number, byte[] bytes) => bytes.Length < 128
        ? [(byte)((number << 3) | 2), (byte)bytes.Length, .. bytes]
        : [(byte)((number << 3) | 2), (byte)((bytes.Length & 0x7f) | 0x80), (byte)(bytes.Length >> 7), .. bytes];

    private static byte[] Join(params byte[][] parts) => [.. parts.SelectMany(part => part)];
}

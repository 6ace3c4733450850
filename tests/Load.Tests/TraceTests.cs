using System.Text;

namespace Load.Tests;

public sealed class TraceTests : LoadToolTests
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
    public void End_MoreRequestsThanAreKept_KeepsTheSpansOfTheSlowestOnly()
    {
        var traces = new TraceCollector();
        foreach (var ms in (int[])[3, 9, 1, 7, 2, 8, 6])
        {
            var trace = Start(traces);
            traces.Receive([new Span("s", trace, "1", "", $"took {ms}", 0, ms)]);
            traces.End(trace, "GET /", "200", TimeSpan.FromMilliseconds(ms));
            // A span that comes late, as most do.
            traces.Receive([new Span("s", trace, "2", "1", $"late {ms}", 0, ms)]);
        }

        var slowest = traces.GetSlowest();

        slowest.Select(one => one.Request.Latency.TotalMilliseconds).ShouldBe([9, 8, 7, 6, 3]);
        foreach (var (request, spans) in slowest)
        {
            var ms = request.Latency.TotalMilliseconds;
            spans.Select(span => span.Name).ShouldBe([$"took {ms}", $"late {ms}"]);
        }

        traces.ReceivedSpans.ShouldBe(14);
    }

    [Fact]
    public void Waterfall_Draw_IndentsChildrenAndAlignsBars()
    {
        var screen = new StringWriter { NewLine = "\n" };
        var console = TerminalScreen.Create(screen, isLive: false, isUnicode: false, width: 80);
        Span[] spans =
        [
            new("back", "t", "c", "b", "GET", 6_000_000, 8_000_000),
            new("front", "t", "b", "a", "call", 5_000_000, 9_000_000),
            new("front", "t", "a", "unknown", "GET /", 0, 10_000_000),
        ];
        var request = new TracedRequest("t", "GET /", "200", TimeSpan.FromMilliseconds(11));

        var traces = TraceSummary.Summarize([(request, spans)], Redactor.Default);
        console.Print(new WaterfallView(console.CreateView(), width: 42).Draw(traces));

        var lines = screen.ToString().Split('\n').Select(line => line.TrimEnd()).ToArray();
        lines.ShouldContain("  11.0 ms  GET /  200  trace t");
        lines.ShouldContain("    front GET /  ############   10.0 ms");
        lines.ShouldContain("      front call ......#####.   4.00 ms");
        lines.ShouldContain("        back GET .......###..   2.00 ms");
    }

    [Fact]
    public void Summarize_ManySpans_ListsAHundredInTheOrderOfTheTreeWithoutSecrets()
    {
        var root = new Span("front", "t", "a", "", "GET /", 1_000_000, 500_000_000);
        var calls = Enumerable.Range(1, 120).Reverse()
            .Select(i => new Span("back", "t", $"{i}", "a", $"call {i}", 1_000_000 + i, 2_000_000 + i));
        var request = new TracedRequest("t", "GET /a;token=S3CRET", "200", TimeSpan.FromMilliseconds(500));

        var trace = TraceSummary.Summarize([(request, [.. calls, root])], Redactor.Default).Single();

        trace.Request.ShouldBe("GET /a;token=…");
        trace.OmittedSpans.ShouldBe(21);
        trace.Spans[0].ShouldBe(new TraceResult.Span("front", "GET /", 0, 0, 499));
        trace.Spans.Skip(1).Select(span => span.Name).ShouldBe(Enumerable.Range(1, 99).Select(i => $"call {i}"));
        trace.Spans.Skip(1).ShouldAllBe(span => span.Depth == 1);
    }

    [Fact]
    [Slow]
    public async Task Run_TraceOption_ShowsSpansOfTheSlowestRequest()
    {
        var address = new TaskCompletionSource<string>();
        using var http = new HttpClient();
        await using var server = await TestServer.StartAsync(async context =>
        {
            var parts = context.Request.Headers["traceparent"].ToString().Split('-');
            parts.Length.ShouldBe(4);
            (parts[0], parts[3]).ShouldBe(("00", "01"));
            var sink = await address.Task;
            using var body = new ByteArrayContent(
                CreateRequest("shop", parts[1], "0a", parts[2], "GET /slow", 5_000_000, 15_000_000));
            (await http.PostAsync($"{sink}/v1/traces", body, context.RequestAborted)).EnsureSuccessStatusCode();
            using var metrics = new ByteArrayContent([]);
            (await http.PostAsync($"{sink}/v1/metrics", metrics, context.RequestAborted)).EnsureSuccessStatusCode();
            await TestServer.HelloAsync(context);
        });

        var run = Tool.RunAsync($"{server.Url}/a;token=S3CRET", "-n 3 -c 1 --trace=http://127.0.0.1:0");
        address.SetResult((await Tool.WaitForOutputAsync(@"http://[0-9.:]+(?= waits for spans)")).Value);
        await run;

        Tool.Output.ShouldContain("3 spans received");
        Tool.Output.Split("shop GET /slow").Length.ShouldBe(4);
        Tool.Output.ShouldNotContain("S3CRET");
        var slowest = (await Tool.ReadRunAsync()).Traces!;
        slowest.Select(trace => trace.LatencyMs).ShouldBeInOrder(SortDirection.Descending);
        foreach (var trace in slowest)
        {
            (trace.Request, trace.Outcome, trace.OmittedSpans).ShouldBe(("GET /a;token=…", "200", 0));
            trace.Spans.ShouldBe([new TraceResult.Span("shop", "GET /slow", 0, 0, 10)]);
        }
    }

    private static string Start(TraceCollector traces)
    {
        using var request = new HttpRequestMessage();
        return traces.Start(request);
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

using FrontendApi.Backend;
using FrontendApi.Strategies;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests that every strategy with the flag compression reads compressed responses, and turns those that cannot be
/// decompressed, or are too large afterwards, into the same problem documents as other invalid responses.
/// </summary>
[TimeLimit(60)]
public sealed class CompressedResponseTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string Failed = "The back-end failed";
    private const string Invalid = "The back-end sent an invalid response";
    private const string Unreachable = "The back-end cannot be reached";
    private const string TooSlow = "The back-end was too slow";
    private const int MaxResponseBytes = 65_536;

    private static readonly byte[] Bomb = [.. "{\"name\":\""u8, .. Enumerable.Repeat((byte)'x', 16_000_000)];

    /// <summary>A document of 16 MB that fits into the limit while it is compressed.</summary>
    private static readonly Dictionary<string, byte[]> Bombs = new()
    {
        ["gzip"] = Encodings.Compress(Bomb, "gzip"),
        ["br"] = Encodings.Compress(Bomb, "br"),
    };

    private static readonly Dictionary<string, (RequestDelegate Respond, int Status, string Title)> Failures = new()
    {
        ["not compressed"] = (Send((document, _) => document), 502, Invalid),
        ["broken"] = (Send((document, encoding) => Break(Encodings.Compress(document, encoding))), 502, Invalid),
        ["cut off"] = (Send((document, encoding) => Encodings.Compress(document, encoding)[..100]), 502, Invalid),
        ["empty"] = (Send((_, _) => []), 502, Invalid),
        ["too large by one byte"] = (
            context => SendPaddedAsync(context, MaxResponseBytes + 1), 502, Invalid),
        ["bomb"] = (Send((_, encoding) => Bombs[encoding]), 502, Invalid),
        ["other encoding"] = (
            context => Send(
                context, (document, encoding) => Encodings.Compress(document, Encodings.GetOther(encoding)),
                Encodings.GetOther(Encodings.GetRequested(context))),
            502, Invalid),
        ["compressed twice"] = (
            context => Send(
                context, (document, encoding) => Encodings.Compress(Encodings.Compress(document, encoding), encoding),
                $"{Encodings.GetRequested(context)}, {Encodings.GetRequested(context)}"),
            502, Invalid),
        ["not UTF-8"] = (
            Send((document, encoding) => Encodings.Compress(WriteLatin1(document), encoding)), 502, Invalid),
        ["status 500, broken"] = (WithStatus500(
            Send((document, encoding) => Break(Encodings.Compress(document, encoding)))), 502, Failed),
        ["status 500, bomb"] = (WithStatus500(Send((_, encoding) => Bombs[encoding])), 502, Failed),
        ["status 500"] = (WithStatus500(Encodings.SendDocumentAsync), 502, Failed),
        ["reset within the body"] = (ResetWithinBody, 502, Unreachable),
        ["endless body"] = (StallWithinBody, 504, TooSlow),
        ["endless data that hold nothing"] = (SendEmptyBlocks, 504, TooSlow),
    };

    /// <summary>Every strategy that has the flag compression, with every encoding, over HTTP/1.1 and HTTP/2.</summary>
    public static TheoryData<string> Flags =>
    [
        .. from strategy in StrategyCatalog.All.OfType<HttpClientStrategy>()
           where strategy.AcceptsEncodings
           from compression in BackendCompression.CompressionFlag.Values.Except([BackendCompression.None])
           from http in (string[])[BackendProtocol.Http11, BackendProtocol.Http2]
           select $"strategy={strategy.Name}&compression={compression}&http={http}",
    ];

    public static TheoryData<string, string> FlagsAndFailures
    {
        get
        {
            var flags = Flags.Select(row => row.Data);
            return new(new MatrixTheoryData<string, string>(flags, Failures.Keys).Select(row => row.Data));
        }
    }

    [Theory]
    [MemberData(nameof(Flags))]
    public async Task CompressedResponses_GetCustomer_ReturnsTheSameResponseAsWithoutCompression(string flags)
    {
        await using var plain = await StartAsync(BackendDocuments.SendAsync, flags);
        await using var compressing = await StartAsync(Encodings.SendDocumentAsync, flags);
        await using var expected = CreateFrontend(plain);
        await using var frontend = CreateFrontend(compressing);

        // A back-end that does not compress is right, too: Accept-Encoding only allows an encoding.
        var (status, body) = await frontend.GetAsync($"/api/customer/1?{flags}");

        status.ShouldBe(200, body);
        body.ShouldBe((await expected.GetAsync($"/api/customer/1?{flags}")).Body);
        compressing.Requests.Count.ShouldBe(plain.Requests.Count);
    }

    [Theory]
    [MemberData(nameof(Flags))]
    public async Task LargestResponse_GetCustomer_Returns200(string flags)
    {
        var frontend = await GetFrontendAsync(context => SendPaddedAsync(context, MaxResponseBytes), flags);

        var (status, body) = await frontend.GetAsync($"/api/customer/1?{flags}");

        status.ShouldBe(200, body);
    }

    [Theory]
    [MemberData(nameof(FlagsAndFailures))]
    public async Task InvalidCompressedResponse_GetCustomer_ReturnsTheMatchingProblem(string flags, string failure)
    {
        var (respond, status, title) = Failures[failure];
        var frontend = await GetFrontendAsync(respond, flags, status is 504 ? "00:00:00.4" : "00:01:00");

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{flags}", status);

        problem.GetProperty("title").GetString().ShouldBe(title, problem.GetRawText());
    }

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task NoFlag_GetCustomer_AsksForNoEncoding(string strategy)
    {
        var encodings = new List<string>();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            lock (encodings)
                encodings.Add(context.Request.Headers.AcceptEncoding.ToString());
            return BackendDocuments.SendAsync(context);
        });
        await using var frontend = new FrontendUnderTest(backend.Address);

        (await frontend.GetAsync($"/api/customer/1?strategy={strategy}")).Status.ShouldBe(200);

        encodings.ShouldAllBe(encoding => encoding == "");
    }

    private Task<FrontendUnderTest> GetFrontendAsync(
        RequestDelegate respond, string flags, string timeout = "00:01:00") =>
        frontends.GetAsync(respond, GetProtocols(flags), timeout);

    private static Task<StubBackend> StartAsync(RequestDelegate respond, string flags) =>
        StubBackend.StartAsync(respond, GetProtocols(flags));

    private static HttpProtocols GetProtocols(string flags) =>
        flags.Contains("http=2", StringComparison.Ordinal) ? HttpProtocols.Http2 : HttpProtocols.Http1;

    private static FrontendUnderTest CreateFrontend(StubBackend backend) => new(
        backend.Address, ("Backend:Http2Address", backend.Address), ("Backend:Timeout", "00:01:00"));

    private static RequestDelegate Send(Func<byte[], string, byte[]> encode) => context =>
        Send(context, encode, Encodings.GetRequested(context));

    /// <summary>Responds with an encoded customer. Orders are always valid.</summary>
    private static Task Send(HttpContext context, Func<byte[], string, byte[]> encode, string contentEncoding)
    {
        if (BackendDocuments.IsOrderPath(context.Request.Path))
            return Encodings.SendDocumentAsync(context);
        var document = BackendDocuments.Encode(context, BackendDocuments.GetCustomer(1));
        return Encodings.SendAsync(context, encode(document, Encodings.GetRequested(context)), contentEncoding);
    }

    /// <summary>Responds with a customer that has the given number of bytes before it is compressed.</summary>
    private static Task SendPaddedAsync(HttpContext context, int bytes) => Send(
        context,
        (_, encoding) => Encodings.Compress(
            BackendDocuments.EncodePadded(context, BackendDocuments.GetCustomer(1), bytes), encoding),
        Encodings.GetRequested(context));

    private static RequestDelegate WithStatus500(RequestDelegate respond) => context =>
    {
        context.Response.StatusCode = 500;
        return respond(context);
    };

    private static async Task ResetWithinBody(HttpContext context)
    {
        await SendHalfAsync(context);
        context.Abort();
    }

    private static async Task StallWithinBody(HttpContext context)
    {
        await SendHalfAsync(context);
        await Task.Delay(Timeout.Infinite, context.RequestAborted);
    }

    /// <summary>
    /// Sends blocks without content, which the limit of decompressed bytes cannot stop. The header of gzip has ten
    /// bytes, that of brotli one bit.
    /// </summary>
    private static async Task SendEmptyBlocks(HttpContext context)
    {
        var encoding = Encodings.GetRequested(context);
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        context.Response.Headers.ContentEncoding = encoding;
        var (header, block) = encoding is "gzip"
            ? ((byte[])[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0], (byte[])[0, 0, 0, 0xFF, 0xFF])
            : ([0x0C], [0x06]);
        await context.Response.Body.WriteAsync(header);
        var blocks = Enumerable.Repeat(block, 1_000).SelectMany(part => part).ToArray();
        while (!context.RequestAborted.IsCancellationRequested)
        {
            await context.Response.Body.WriteAsync(blocks);
            await Task.Delay(1);
        }
    }

    private static async Task SendHalfAsync(HttpContext context)
    {
        var encoding = Encodings.GetRequested(context);
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        context.Response.Headers.ContentEncoding = encoding;
        var document = BackendDocuments.Encode(context, BackendDocuments.GetCustomer(1));
        await context.Response.Body.WriteAsync(Encodings.Compress(document, encoding).AsMemory(0, 100));
        await context.Response.Body.FlushAsync();
    }

    /// <summary>Replaces the name Ada by Zoë in ISO 8859-1, which has as many bytes.</summary>
    private static byte[] WriteLatin1(byte[] document)
    {
        ((byte[])[(byte)'Z', (byte)'o', 0xEB]).CopyTo(document, document.AsSpan().IndexOf("Ada"u8));
        return document;
    }

    /// <summary>Overwrites the middle of compressed data.</summary>
    private static byte[] Break(byte[] compressed)
    {
        compressed.AsSpan(compressed.Length / 2, 20).Fill(0xFF);
        return compressed;
    }
}

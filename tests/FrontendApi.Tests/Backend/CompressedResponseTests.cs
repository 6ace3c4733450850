using System.Collections.Concurrent;
using System.IO.Compression;
using Microsoft.AspNetCore.Http;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests the setting Client:Compression: HttpClient reads compressed responses, and those that cannot be decompressed,
/// or are too large afterwards, become the same problem documents as other invalid responses.
/// </summary>
[TimeLimit(60)]
public sealed class CompressedResponseTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string Invalid = "The back-end sent an invalid response";

    /// <summary>A document of 16 MB that fits into the limit while it is compressed.</summary>
    private static readonly byte[] Bomb = [.. "{\"name\":\""u8, .. Enumerable.Repeat((byte)'x', 16_000_000)];

    private static readonly Dictionary<string, (RequestDelegate Respond, int Status, string Title)> Faults = new()
    {
        ["not compressed"] = (Send((document, _) => document), 502, Invalid),
        ["broken"] = (Send((document, encoding) => Break(Compress(document, encoding))), 502, Invalid),
        ["cut off"] = (Send((document, encoding) => Compress(document, encoding)[..100]), 502, Invalid),
        ["empty"] = (Send((_, _) => []), 502, Invalid),
        ["bomb"] = (Send((_, encoding) => Compress(Bomb, encoding)), 502, Invalid),
        ["other encoding"] = (
            Send((document, encoding) => Compress(document, encoding is "gzip" ? "br" : "gzip")), 502, Invalid),
        ["compressed twice"] = (
            Send((document, encoding) => Compress(Compress(document, encoding), encoding)), 502, Invalid),
        ["endless data that hold nothing"] = (SendEmptyBlocks, 504, "The back-end was too slow"),
    };

    public static TheoryData<string, string> StrategiesAndFaults =>
        StrategyData.Combine(["string-jsonconvert", "get-stream-stj", "get-from-json"], Faults.Keys);

    [Theory]
    [InlineData("string-jsonconvert", "gzip", "gzip")]
    [InlineData("string-jsonconvert", "brotli", "br")]
    [InlineData("get-stream-stj", "gzip", "gzip")]
    [InlineData("get-stream-stj", "brotli", "br")]
    [InlineData("protobuf-body", "brotli", "br")]
    [InlineData("string-jsonconvert", "none", "")]
    [InlineData("get-stream-stj", "none", "")]
    [InlineData("webclient-sync", "gzip", "")]
    public async Task BackendThatCompresses_GetCustomer_IsAskedForTheEncodingAndUnderstood(
        string strategy, string compression, string accepted)
    {
        var encodings = new ConcurrentQueue<string>();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            encodings.Enqueue(context.Request.Headers.AcceptEncoding.ToString());
            return accepted is ""
                ? BackendDocuments.SendAsync(context)
                : SendAsync(context, BackendDocuments.Get(context.Request.Path), Compress);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Client:Compression", compression));
        var plain = await frontends.GetAsync(BackendDocuments.SendAsync);

        var (status, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}");

        status.ShouldBe(200, body);
        body.ShouldBe((await plain.GetAsync("/api/customer/1")).Body);
        encodings.ShouldBe(Enumerable.Repeat(accepted, StrategyData.CountCalls(strategy)));
    }

    [Theory]
    [MemberData(nameof(StrategiesAndFaults))]
    public async Task InvalidCompressedBody_GetCustomer_ReturnsTheMatchingProblem(string strategy, string fault)
    {
        var (respond, status, title) = Faults[fault];
        // Both encodings have their turn with each fault.
        var compression = strategy is "string-jsonconvert" ? "brotli" : "gzip";
        var frontend = await frontends.GetAsync(respond,
            ("Client:Compression", compression), ("Backend:Timeout", status is 504 ? "00:00:00.4" : "00:01:00"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", status);

        problem.GetProperty("title").GetString().ShouldBe(title, problem.GetRawText());
    }

    /// <summary>Responds with an encoded customer, whatever its bytes are.</summary>
    private static RequestDelegate Send(Func<byte[], string, byte[]> encode) => context =>
        SendAsync(context, BackendDocuments.GetCustomer(1), encode);

    private static async Task SendAsync(HttpContext context, string json, Func<byte[], string, byte[]> encode)
    {
        var encoding = context.Request.Headers.AcceptEncoding.ToString();
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        context.Response.Headers.ContentEncoding = encoding;
        await context.Response.Body.WriteAsync(
            encode(BackendDocuments.Encode(context, json), encoding), context.RequestAborted);
    }

    /// <summary>
    /// Sends blocks without content, which the limit of decompressed bytes cannot stop. The header of gzip has ten
    /// bytes, that of brotli one bit.
    /// </summary>
    private static async Task SendEmptyBlocks(HttpContext context)
    {
        var encoding = context.Request.Headers.AcceptEncoding.ToString();
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

    private static byte[] Compress(byte[] bytes, string encoding)
    {
        using var buffer = new MemoryStream();
        using (Stream stream = encoding is "br"
            ? new BrotliStream(buffer, CompressionLevel.Fastest)
            : new GZipStream(buffer, CompressionLevel.Fastest))
        {
            stream.Write(bytes);
        }

        return buffer.ToArray();
    }

    /// <summary>Overwrites the middle of compressed data.</summary>
    private static byte[] Break(byte[] compressed)
    {
        compressed.AsSpan(compressed.Length / 2, 20).Fill(0xFF);
        return compressed;
    }
}

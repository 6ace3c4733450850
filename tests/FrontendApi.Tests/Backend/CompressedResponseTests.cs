using System.IO.Compression;

namespace FrontendApi.Tests.Backend;

public sealed class CompressedResponseTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    /// <summary>A document of 16 MB that fits into the limit while it is compressed.</summary>
    private static readonly byte[] Bomb = [.. "{\"name\":\""u8, .. Enumerable.Repeat((byte)'x', 16_000_000)];

    [Theory]
    [InlineData("string-jsonconvert", "gzip", "gzip")]
    [InlineData("get-stream-stj", "brotli", "br")]
    [InlineData("protobuf-body", "gzip", "gzip")]
    [InlineData("get-stream-stj", "none", "")]
    [InlineData("webclient-sync", "gzip", "")]
    public async Task BackendThatCompresses_GetCustomer_IsAskedForTheEncodingAndUnderstood(
        string strategy, string compression, string accepted)
    {
        var encodings = new ConcurrentQueue<string>();
        var frontend = await frontends.GetAsync(
            context =>
            {
                encodings.Enqueue(context.Request.Headers.AcceptEncoding.ToString());
                return SendAsync(context, BackendDocuments.Get(context.Request.Path), Compress);
            },
            ("Client:Compression", compression));

        var body = await frontend.GetBodyAsync($"/api/customer/1?strategy={strategy}");

        JsonElement.Parse(body).GetProperty("orders").GetArrayLength().ShouldBe(3);
        encodings.ShouldBe(Enumerable.Repeat(accepted, 4));
    }

    [Theory]
    [InlineData("string-jsonconvert", "brotli")]
    [InlineData("get-stream-stj", "gzip")]
    public async Task InvalidCompressedBody_GetCustomer_Returns502(string strategy, string compression)
    {
        Func<byte[], string, byte[]>[] encodings =
        [
            (document, _) => document,
            (document, encoding) => Compress(document, encoding)[..100],
            (_, encoding) => Compress(Bomb, encoding),
        ];

        foreach (var encode in encodings)
        {
            var frontend = await frontends.GetAsync(
                context => SendAsync(context, BackendDocuments.GetCustomer(1), encode),
                ("Client:Compression", compression), BackendFault.LongTimeLimit);
            await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502, BackendFault.InvalidTitle);
        }
    }

    private static async Task SendAsync(HttpContext context, string json, Func<byte[], string, byte[]> encode)
    {
        var encoding = context.Request.Headers.AcceptEncoding.ToString();
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        context.Response.Headers.ContentEncoding = encoding;
        await context.Response.Body.WriteAsync(
            encode(BackendDocuments.Encode(context, json), encoding), context.RequestAborted);
    }

    private static byte[] Compress(byte[] bytes, string encoding)
    {
        using var buffer = new MemoryStream();
        using (Stream stream = encoding switch
        {
            "br" => new BrotliStream(buffer, CompressionLevel.Fastest, leaveOpen: true),
            "gzip" => new GZipStream(buffer, CompressionLevel.Fastest, leaveOpen: true),
            _ => buffer,
        })
        {
            stream.Write(bytes);
        }

        return buffer.ToArray();
    }
}

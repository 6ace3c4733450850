using System.IO.Compression;
using System.Text;

namespace FrontendApi.Tests.Backend;

public sealed class CompressedResponseTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    /// <summary>A document of 16 MB that fits into the limit while it is compressed.</summary>
    private static readonly byte[] Bomb = [.. "{\"name\":\""u8, .. Enumerable.Repeat((byte)'x', 16_000_000)];

    [Theory]
    [InlineData("string-jsonconvert", "brotli")]
    [InlineData("get-stream-stj", "gzip")]
    public async Task InvalidCompressedBody_GetCustomer_Returns502(string strategy, string compression)
    {
        var document = Encoding.UTF8.GetBytes(BackendDocuments.GetCustomer(1));
        foreach (var body in (byte[][])[document, Compress(document, compression)[..100], Compress(Bomb, compression)])
        {
            var frontend = await frontends.GetAsync(
                async context =>
                {
                    context.Response.Headers.ContentEncoding = context.Request.Headers.AcceptEncoding;
                    await context.Response.Body.WriteAsync(body, context.RequestAborted);
                },
                ("Client:Compression", compression), BackendFault.LongTimeLimit);

            await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502, BackendFault.InvalidTitle);
        }
    }

    private static byte[] Compress(byte[] bytes, string compression)
    {
        using var buffer = new MemoryStream();
        using (Stream stream = compression is "brotli"
            ? new BrotliStream(buffer, CompressionLevel.Fastest, leaveOpen: true)
            : new GZipStream(buffer, CompressionLevel.Fastest, leaveOpen: true))
        {
            stream.Write(bytes);
        }

        return buffer.ToArray();
    }
}

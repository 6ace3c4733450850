using System.IO.Compression;
using Microsoft.AspNetCore.Http;

namespace FrontendApi.Tests;

/// <summary>Responses of a back-end that compresses them.</summary>
internal static class Encodings
{
    private const string Brotli = "br";

    /// <summary>Returns the encoding that a request asks for. Throws if it asks for none or for several.</summary>
    public static string GetRequested(HttpContext context) => context.Request.Headers.AcceptEncoding.ToString() switch
    {
        "gzip" => "gzip",
        Brotli => Brotli,
        var other => throw new InvalidOperationException($"Accept-Encoding: '{other}'"),
    };

    /// <summary>Returns the other one of the two encodings.</summary>
    public static string GetOther(string encoding) => encoding is Brotli ? "gzip" : Brotli;

    public static byte[] Compress(byte[] bytes, string encoding)
    {
        using var buffer = new MemoryStream();
        using (Stream stream = encoding is Brotli
            ? new BrotliStream(buffer, CompressionLevel.Fastest)
            : new GZipStream(buffer, CompressionLevel.Fastest))
        {
            stream.Write(bytes);
        }

        return buffer.ToArray();
    }

    /// <summary>Responds with a document that has already been encoded.</summary>
    public static async Task SendAsync(HttpContext context, byte[] body, string contentEncoding)
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        context.Response.Headers.ContentEncoding = contentEncoding;
        await context.Response.Body.WriteAsync(body, context.RequestAborted);
        BackendDocuments.AppendTrailers(context);
    }

    /// <summary>
    /// Responds with the document at the path of the request, in the encoding that the request asks for.
    /// </summary>
    public static Task SendDocumentAsync(HttpContext context)
    {
        var encoding = GetRequested(context);
        var document = BackendDocuments.Encode(context, BackendDocuments.Get(context.Request.Path));
        return SendAsync(context, Compress(document, encoding), encoding);
    }
}

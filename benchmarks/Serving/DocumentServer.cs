using Benchmarks.Documents;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Benchmarks.Serving;

/// <summary>
/// What the studies call: Kestrel, in a process of its own, so that its memory is not counted. Documents come in chunks,
/// without a length, as ASP.NET Core sends JSON.
/// </summary>
internal static class DocumentServer
{
    private static readonly Dictionary<(int Bytes, bool IsText), byte[]> Documents = [];
    private static long _written;

    public static async Task RunAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        app.MapGet("/documents/{bytes:int}", (HttpContext context, int bytes) => SendAsync(context, 200, (bytes, false)));
        app.MapGet("/texts/{bytes:int}", (HttpContext context, int bytes) => SendAsync(context, 200, (bytes, true)));
        app.MapGet("/failures/{bytes:int}", (HttpContext context, int bytes) => SendAsync(context, 500, (bytes, false)));
        app.MapGet("/written", () => Volatile.Read(ref _written));
        await app.StartAsync();
        Console.WriteLine(app.Urls.Single());
        // Whoever started it holds the other end: it ends with that process, however that ends.
        await Console.In.ReadToEndAsync();
    }

    private static async Task SendAsync(HttpContext context, int status, (int Bytes, bool IsText) which)
    {
        const int piece = 16 * 1024;
        context.Response.StatusCode = status;
        context.Response.ContentType = "application/json; charset=utf-8";
        var document = DocumentOf(which).AsMemory();
        while (!document.IsEmpty && !context.RequestAborted.IsCancellationRequested)
        {
            var next = document[..Math.Min(piece, document.Length)];
            await context.Response.Body.WriteAsync(next, context.RequestAborted);
            Interlocked.Add(ref _written, next.Length);
            document = document[next.Length..];
        }
    }

    private static byte[] DocumentOf((int Bytes, bool IsText) which)
    {
        lock (Documents)
            return Documents.TryGetValue(which, out var made) ? made : Documents[which] = SearchResult.Document(which.Bytes, which.IsText);
    }
}

using System.Text.Json;
using Benchmarks.Documents;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Benchmarks;

/// <summary>
/// The server that benchmarks and studies call: Kestrel in a separate process, so that the memory of the server is not
/// counted. Documents are sent in chunks without a length, as ASP.NET Core sends JSON, unless the route says otherwise.
/// </summary>
internal static class DocumentServer
{
    private const int ChunkSize = 16 * 1024;
    private static readonly Dictionary<(int Bytes, bool IsText), byte[]> Documents = [];
    private static long _written;

    public static async Task RunAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        app.MapGet(
            "/documents/{bytes:int}", (HttpContext context, int bytes) => SendAsync(context, 200, (bytes, false)));
        app.MapGet("/texts/{bytes:int}", (HttpContext context, int bytes) => SendAsync(context, 200, (bytes, true)));
        app.MapGet(
            "/failures/{bytes:int}", (HttpContext context, int bytes) => SendAsync(context, 500, (bytes, false)));
        app.MapGet("/written", () => Volatile.Read(ref _written));
        app.MapGet("/health/ready", () => "Healthy");
        await app.StartAsync();
        // The server writes its address to the console in the JSON form in which ASP.NET Core logs it.
        Console.WriteLine(JsonSerializer.Serialize(new { State = new { address = app.Urls.Single() } }));
        // The process that started the server holds the other end of standard input. When that process exits, standard
        // input ends, and the server stops.
        await Console.In.ReadToEndAsync();
    }

    private static async Task SendAsync(HttpContext context, int status, (int Bytes, bool IsText) key)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "application/json; charset=utf-8";
        var document = GetDocument(key).AsMemory();
        while (!document.IsEmpty && !context.RequestAborted.IsCancellationRequested)
        {
            var chunk = document[..Math.Min(ChunkSize, document.Length)];
            await context.Response.Body.WriteAsync(chunk, context.RequestAborted);
            Interlocked.Add(ref _written, chunk.Length);
            document = document[chunk.Length..];
        }
    }

    private static byte[] GetDocument((int Bytes, bool IsText) key)
    {
        lock (Documents)
        {
            if (!Documents.TryGetValue(key, out var document))
                Documents[key] = document = SearchResult.CreateDocument(key.Bytes, key.IsText);
            return document;
        }
    }
}

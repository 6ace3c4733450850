using System.Diagnostics;
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

/// <summary>
/// Runs the document server, which sends the documents that benchmarks download, in a separate process. The processes
/// that BenchmarkDotNet starts inherit the address of the server.
/// </summary>
internal sealed class DocumentServerProcess : IDisposable
{
    public const string ServeArgument = "serve";
    private const string AddressVariable = "BENCHMARK_SERVER";

    private readonly Process _process;

    private DocumentServerProcess(Process process) => _process = process;

    /// <summary>The address of the running document server.</summary>
    /// <exception cref="InvalidOperationException">No document server runs.</exception>
    public static Uri Address => new(Environment.GetEnvironmentVariable(AddressVariable)
        ?? throw new InvalidOperationException(
            "The document server is not running. Start the benchmarks with the Main method of this program."));

    public static async Task<DocumentServerProcess> StartAsync()
    {
        var program = Environment.ProcessPath!;
        string[] arguments = program.EndsWith("dotnet", StringComparison.Ordinal)
            ? [typeof(DocumentServerProcess).Assembly.Location, ServeArgument]
            : [ServeArgument];
        var process = Process.Start(new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var started = await process.StandardOutput.ReadLineAsync()
            ?? throw new InvalidOperationException("The document server exited before it was ready.");
        using var document = JsonDocument.Parse(started);
        Environment.SetEnvironmentVariable(
            AddressVariable, document.RootElement.GetProperty("State").GetProperty("address").GetString());
        return new DocumentServerProcess(process);
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}

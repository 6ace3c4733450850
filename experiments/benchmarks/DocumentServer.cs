using System.Diagnostics;
using Benchmarks.Documents;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Benchmarks;

/// <summary>
/// The server that benchmarks call: Kestrel in a separate process, so that the memory of the server is not
/// counted. Documents are sent in chunks without a length, as ASP.NET Core sends JSON.
/// </summary>
internal static class DocumentServer
{
    private const int ChunkSize = 16 * 1024;
    private static readonly Dictionary<int, byte[]> Documents = [];

    public static async Task RunAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        app.MapGet("/documents/{bytes:int}", (HttpContext context, int bytes) => SendAsync(context, 200, bytes));
        app.MapGet("/failures/{bytes:int}", (HttpContext context, int bytes) => SendAsync(context, 500, bytes));
        await app.StartAsync();
        Console.WriteLine(app.Urls.Single());
        // The process that started the server holds the other end of standard input. When that process exits, standard
        // input ends, and the server stops.
        await Console.In.ReadToEndAsync();
    }

    private static async Task SendAsync(HttpContext context, int status, int bytes)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "application/json; charset=utf-8";
        var document = GetDocument(bytes).AsMemory();
        while (!document.IsEmpty && !context.RequestAborted.IsCancellationRequested)
        {
            var chunk = document[..Math.Min(ChunkSize, document.Length)];
            await context.Response.Body.WriteAsync(chunk, context.RequestAborted);
            document = document[chunk.Length..];
        }
    }

    private static byte[] GetDocument(int bytes)
    {
        lock (Documents)
        {
            if (!Documents.TryGetValue(bytes, out var document))
                Documents[bytes] = document = SearchResult.CreateDocument(bytes);
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
        var address = await process.StandardOutput.ReadLineAsync()
            ?? throw new InvalidOperationException("The document server exited before it was ready.");
        Environment.SetEnvironmentVariable(AddressVariable, address);
        return new DocumentServerProcess(process);
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}

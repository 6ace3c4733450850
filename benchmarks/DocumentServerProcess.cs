using System.Diagnostics;
using System.Text.Json;

namespace Benchmarks;

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

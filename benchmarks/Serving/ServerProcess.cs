using System.Diagnostics;

namespace Benchmarks.Serving;

/// <summary>The server, started as a process. The benchmarks' own processes inherit its address.</summary>
internal sealed class ServerProcess : IDisposable
{
    public const string Argument = "serve";
    private const string Variable = "BENCHMARK_SERVER";

    private readonly Process _process;

    private ServerProcess(Process process) => _process = process;

    /// <summary>Of the one that is running.</summary>
    public static Uri Address => new(Environment.GetEnvironmentVariable(Variable)
        ?? throw new InvalidOperationException("There is no server: start the studies with the program's own Main."));

    public static async Task<ServerProcess> StartAsync()
    {
        var process = Process.Start(new ProcessStartInfo(
            Environment.ProcessPath!, Environment.ProcessPath!.EndsWith("dotnet", StringComparison.Ordinal)
                ? [typeof(ServerProcess).Assembly.Location, Argument]
                : [Argument])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var address = await process.StandardOutput.ReadLineAsync()
            ?? throw new InvalidOperationException("The server ended at its start.");
        Environment.SetEnvironmentVariable(Variable, address);
        return new(process);
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}

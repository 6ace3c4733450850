using System.ComponentModel;
using System.Diagnostics;

namespace Studies.Hosting;

/// <summary>The ingestion pair in Go, peers/ingest-go: built by the Go that is installed, once, and started.</summary>
internal static class IngestGo
{
    private static readonly Lazy<Task<string>> Program = new(BuildAsync);

    /// <summary>Whether there is a Go to build it with.</summary>
    public static bool CanBuild { get; } = Command.IsInstalled("go");

    /// <exception cref="InvalidOperationException">It does not compile, or ended at its start.</exception>
    /// <exception cref="Win32Exception">No Go is installed.</exception>
    public static Task<ServiceProcess> StartBackAsync(CancellationToken cancellationToken) =>
        StartAsync(["back"], cancellationToken);

    /// <inheritdoc cref="StartBackAsync"/>
    public static Task<ServiceProcess> StartFrontAsync(Uri backend, CancellationToken cancellationToken) =>
        StartAsync(["front", "-backend", backend.ToString().TrimEnd('/')], cancellationToken);

    private static async Task<ServiceProcess> StartAsync(string[] arguments, CancellationToken cancellationToken) =>
        await ServiceProcess.StartAsync("ingest-go",
            new ProcessStartInfo(await Program.Value, [.. arguments, "-listen", "127.0.0.1:0"]), cancellationToken);

    /// <returns>The program's path, beside those of the other programs.</returns>
    private static async Task<string> BuildAsync()
    {
        var program = Path.Combine(Command.Root, "artifacts", "bin", "ingest-go", "ingest-go");
        using var go = Process.Start(new ProcessStartInfo("go", ["build", "-buildvcs=false", "-o", program, "."])
        {
            WorkingDirectory = Path.Combine(Command.Root, "peers", "ingest-go"),
            RedirectStandardError = true,
            // As in its image: no C compiler is needed.
            Environment = { ["CGO_ENABLED"] = "0" },
        })!;
        var complaints = await go.StandardError.ReadToEndAsync();
        await go.WaitForExitAsync();
        return go.ExitCode is 0 ? program : throw new InvalidOperationException($"peers/ingest-go does not compile:\n{complaints}");
    }
}

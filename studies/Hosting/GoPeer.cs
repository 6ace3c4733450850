using System.Diagnostics;

namespace Studies.Hosting;

/// <summary>
/// Builds and starts the front-end and the back-end written in Go (peers/ingest-go). Builds them only once, with the Go
/// compiler of this machine.
/// </summary>
internal static class GoPeer
{
    private static readonly Lazy<Task<string>> BuiltProgram = new(BuildAsync);

    public static bool IsGoInstalled { get; } = ProgramLocator.IsInstalled("go");

    /// <exception cref="StudyException">Go is not installed, or the program does not compile or start.</exception>
    public static Task<ServiceProcess> StartBackendAsync(CancellationToken cancellationToken) =>
        StartAsync(["back"], cancellationToken);

    /// <inheritdoc cref="StartBackendAsync"/>
    public static Task<ServiceProcess> StartFrontendAsync(Uri backend, CancellationToken cancellationToken) =>
        StartAsync(["front", "-backend", backend.ToString().TrimEnd('/')], cancellationToken);

    private static async Task<ServiceProcess> StartAsync(string[] arguments, CancellationToken cancellationToken)
    {
        var program = new ProcessStartInfo(await BuiltProgram.Value, [.. arguments, "-listen", "127.0.0.1:0"]);
        return await ServiceProcess.StartAsync("ingest-go", program, cancellationToken);
    }

    private static async Task<string> BuildAsync()
    {
        var program = ProgramLocator.GetPath("artifacts", "bin", "ingest-go", "ingest-go");
        var go = new ProcessStartInfo("go", ["build", "-buildvcs=false", "-o", program, "."])
        {
            WorkingDirectory = ProgramLocator.GetPath("peers", "ingest-go"),
            // cgo is turned off, as in the container image, so that no C compiler is needed.
            Environment = { ["CGO_ENABLED"] = "0" },
        };
        var build = await ProcessRunner.CaptureAsync(go, CancellationToken.None);
        return build.ExitCode is 0
            ? program
            : throw new StudyException($"peers/ingest-go does not compile:\n{build.All}");
    }
}

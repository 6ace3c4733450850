using System.Collections.Concurrent;

namespace Studies.Hosting;

/// <summary>
/// Builds and starts the front-end and the back-end written in Go (peers/ingest-go). Each compiler builds them only
/// once.
/// </summary>
internal static class GoPeer
{
    private static readonly ConcurrentDictionary<string, Lazy<Task<string>>> Programs = [];

    public static bool IsGoInstalled { get; } = ProgramLocator.IsInstalled(GoSettings.InstalledCompiler);

    /// <summary>Asks a Go compiler for its version, such as go1.19.8.</summary>
    public static async Task<string> GetVersionAsync(string compiler)
    {
        var output = await ProcessRunner.CaptureAsync(
            CreateCompilerStartInfo(compiler, "env", "GOVERSION"), CancellationToken.None);
        var version = output.Output.Trim();
        return output.ExitCode is 0 && version.StartsWith("go", StringComparison.Ordinal)
            ? version
            : throw new StudyException($"{compiler} is not a Go compiler:\n{output.All}");
    }

    public static Task<ServiceProcess> StartBackendAsync(
        CancellationToken cancellationToken, GoSettings? settings = null) =>
        StartAsync(["back"], settings, cancellationToken);

    /// <inheritdoc cref="StartBackendAsync"/>
    public static Task<ServiceProcess> StartFrontendAsync(
        Uri backend, CancellationToken cancellationToken, GoSettings? settings = null) => StartAsync(
        ["front", "-backend", backend.ToString().TrimEnd('/'), .. settings?.FrontendArguments ?? []], settings,
        cancellationToken);

    private static async Task<ServiceProcess> StartAsync(
        string[] arguments, GoSettings? settings, CancellationToken cancellationToken)
    {
        settings ??= GoSettings.Published;
        var built = Programs.GetOrAdd(settings.Compiler, compiler => new(() => BuildAsync(compiler)));
        var program = new ProcessStartInfo(await built.Value, [.. arguments, "-listen", "127.0.0.1:0"]);
        foreach (var (name, value) in settings.RuntimeVariables)
            program.Environment[name] = value;
        return await ServiceProcess.StartAsync("ingest-go", program, cancellationToken);
    }

    private static async Task<string> BuildAsync(string compiler)
    {
        var name = compiler is GoSettings.InstalledCompiler
            ? "ingest-go"
            : $"ingest-{await GetVersionAsync(compiler)}";
        var program = ProgramLocator.GetPath("artifacts", "bin", "ingest-go", name);
        var build = await ProcessRunner.CaptureAsync(
            CreateCompilerStartInfo(compiler, "build", "-buildvcs=false", "-o", program, "."), CancellationToken.None);
        return build.ExitCode is 0
            ? program
            : throw new StudyException($"peers/ingest-go does not compile:\n{build.All}");
    }

    private static ProcessStartInfo CreateCompilerStartInfo(string compiler, params string[] arguments) =>
        new(compiler, arguments)
        {
            WorkingDirectory = ProgramLocator.GetPath("peers", "ingest-go"),
            // cgo is turned off, as in the container image, so that no C compiler is needed. A compiler must not
            // download another version of itself.
            Environment = { ["CGO_ENABLED"] = "0", ["GOTOOLCHAIN"] = "local" },
        };
}

/// <summary>Settings of the services in Go.</summary>
internal sealed record GoSettings(
    IReadOnlyDictionary<string, string> RuntimeVariables, params string[] FrontendArguments)
{
    /// <summary>The Go compiler that is found on the path of this machine.</summary>
    public const string InstalledCompiler = "go";

    /// <summary>The path of the Go compiler.</summary>
    public string Compiler { get; init; } = InstalledCompiler;

    /// <summary>Only 2 idle connections, the default of net/http.</summary>
    public static GoSettings FewIdle { get; } = new(new Dictionary<string, string>(), "-default-transport");

    /// <summary>The settings of the publication: the default heap, and 100 idle connections.</summary>
    public static GoSettings Published { get; } = new(new Dictionary<string, string>());

    /// <summary>
    /// A heap that grows to 50 MB before it is collected, which is about the anonymous memory of the front-end in .NET,
    /// and as many idle connections as there are connections in the largest comparison.
    /// </summary>
    public static GoSettings EqualMemoryAndPool { get; } = new(
        new Dictionary<string, string> { ["GOGC"] = "off", ["GOMEMLIMIT"] = "50MiB" }, "-max-idle-per-host", "300");
}

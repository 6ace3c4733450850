namespace Studies.Hosting;

/// <summary>Builds and starts the front-end and the back-end in Go for payloads (peers/ingest-go).</summary>
internal static class GoPeer
{
    private const string Name = "ingest-go";
    private static readonly Lazy<Task<string>> Program = new(BuildAsync);
    public static bool IsGoInstalled { get; } = ProgramLocator.IsInstalled("go");

    public static Task<ServiceProcess> StartBackendAsync(
        CancellationToken cancellationToken, GoSettings? settings = null) =>
        StartAsync(["back"], settings, cancellationToken);

    public static Task<ServiceProcess> StartFrontendAsync(
        Uri backend, CancellationToken cancellationToken, GoSettings? settings = null) => StartAsync(
        ["front", "-backend", backend.ToString().TrimEnd('/'), .. settings?.FrontendArguments ?? []], settings,
        cancellationToken);

    private static async Task<string> BuildAsync()
    {
        var program = ProgramLocator.GetPath("artifacts", "bin", Name, Name);
        var compiler = new ProcessStartInfo("go", ["build", "-buildvcs=false", "-o", program, "."])
        {
            WorkingDirectory = ProgramLocator.GetPath("peers", Name),
            // cgo is turned off, as in the container image, so that no C compiler is needed. A compiler must not
            // download another version of itself.
            Environment = { ["CGO_ENABLED"] = "0", ["GOTOOLCHAIN"] = "local" },
        };
        var build = await ProcessRunner.CaptureAsync(compiler, CancellationToken.None);
        return build.ExitCode is 0
            ? program
            : throw new StudyException($"peers/{Name} does not compile:\n{build.All}");
    }

    private static async Task<ServiceProcess> StartAsync(
        string[] arguments, GoSettings? settings, CancellationToken cancellationToken)
    {
        settings ??= GoSettings.Published;
        var program = new ProcessStartInfo(await Program.Value, [.. arguments, "-listen", "127.0.0.1:0"]);
        foreach (var (name, value) in settings.RuntimeVariables)
            program.Environment[name] = value;
        return await ServiceProcess.StartAsync(Name, program, cancellationToken);
    }
}

internal sealed record GoSettings(
    IReadOnlyDictionary<string, string> RuntimeVariables, params string[] FrontendArguments)
{
    public static GoSettings FewIdle { get; } = new(new Dictionary<string, string>(), "-default-transport");

    /// <summary>The settings of the publication: the default heap, and 100 idle connections.</summary>
    public static GoSettings Published { get; } = new(new Dictionary<string, string>());
}

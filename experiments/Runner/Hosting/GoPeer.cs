namespace Experiments.Hosting;

/// <summary>Builds the front-end and the back-end in Go for payloads (experiments/programs/ingest-go).</summary>
internal static class GoPeer
{
    public const string Name = "ingest-go";
    private static readonly Lazy<Task<string>> Program = new(BuildAsync);
    public static bool IsGoInstalled { get; } = ProgramLocator.IsInstalled("go");

    /// <summary>Creates the command line of a front-end.</summary>
    public static Task<ProcessStartInfo> CreateFrontendAsync(Uri backend, params IEnumerable<string> arguments) =>
        CreateAsync(["front", "-backend", RequestUrls.FormatBaseUrl(backend), .. arguments]);

    /// <summary>Creates a command line, such as that of a back-end, after the program was built once.</summary>
    /// <exception cref="StudyException">It does not compile.</exception>
    public static async Task<ProcessStartInfo> CreateAsync(params IEnumerable<string> arguments) =>
        new(await Program.Value, [.. arguments, "-listen", $"127.0.0.1:{ServiceProcess.PortPlaceholder}"]);

    private static async Task<string> BuildAsync()
    {
        var program = ProgramLocator.GetPath("artifacts", "bin", Name, Name);
        var compiler = new ProcessStartInfo("go", ["build", "-buildvcs=false", "-o", program, "."])
        {
            WorkingDirectory = ProgramLocator.GetPath("experiments", "programs", Name),
            // cgo is turned off, as in the container image, so that no C compiler is needed. A compiler must not
            // download another version of itself.
            Environment = { ["CGO_ENABLED"] = "0", ["GOTOOLCHAIN"] = "local" },
        };
        var build = await ProcessRunner.CaptureAsync(compiler, CancellationToken.None);
        return build.ExitCode is 0
            ? program : throw new StudyException($"experiments/programs/{Name} does not compile:\n{build.All}");
    }
}

namespace Studies.Commands;

/// <summary>
/// A study in which all services share one CPU core and the load tool has another one, so that neither takes CPU time
/// from the other. Nothing else should run on the machine. It requires Linux and taskset.
/// </summary>
internal abstract class SeparateCoresStudy : StudyCommand
{
    private const int ServiceCore = 0;
    protected const int ToolCore = 1;
    private readonly string[] _programs;

    protected SeparateCoresStudy(string name, string summary, RoundsDefinition rounds, params string[] programs)
        : base(name, summary, rounds) => _programs = ["taskset", .. programs];

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "this study needs Linux, to give the load tool a CPU core of its own";

    protected Task<Uri> StartBackendAsync(StudyContext context, params IEnumerable<string> settings) =>
        StartServiceAsync(context, "back-end", "BackendApi", settings);

    protected Task<Uri> StartFrontendAsync(StudyContext context, Uri backend, params IEnumerable<string> settings) =>
        StartServiceAsync(context, "front-end", "FrontendApi", [$"--Backend:BaseAddress={backend}", .. settings]);

    /// <summary>
    /// Runs the load tool on its CPU core. The result is used even if the load tool marks the run INVALID, for example
    /// because it saturates its core: a study that compares services has to look at that itself.
    /// </summary>
    protected static async Task<VariantResult> RunToolAsync(
        StudyContext context, IReadOnlyList<(string Name, string Value)> options)
    {
        var command = new LoadCommand("run", context.ResultsFolder)
        {
            Options = [.. options, ("--repeat-command", context.RepeatCommand)],
            UserOptions = context.UserOptions,
        };
        var run = await context.LoadRunner.RunWithoutDisplayAsync(command, core: ToolCore);
        return run.HasResult
            ? run.ReadResult().BaselineVariant
            : throw new StudyException($"The load tool exited with code {run.ToolExitCode}.");
    }

    private async Task<Uri> StartServiceAsync(
        StudyContext context, string role, string assembly, IEnumerable<string> settings)
    {
        if (_programs.FirstOrDefault(program => !ProgramLocator.IsInstalled(program)) is { } missing)
            throw new StudyException($"This study needs {missing}, which is not installed.");
        var program = ProgramLocator.CreateStartInfo(assembly, ["--urls", "http://127.0.0.1:0", .. settings]);
        return await context.Environment.StartProgramAsync(
            role, assembly, ProcessRunner.PinToCore(program, ServiceCore));
    }
}

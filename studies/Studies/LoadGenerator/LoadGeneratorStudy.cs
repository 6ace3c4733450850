using System.CommandLine;
using System.Diagnostics;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies.LoadGenerator;

/// <summary>
/// A study of the load tool itself. The back-end and the load tool run on one CPU core each, and nothing else should
/// run on the machine. It requires Linux and taskset.
/// </summary>
internal abstract class LoadGeneratorStudy : StudyCommand
{
    private const int BackendCore = 0;
    protected const int ToolCore = 1;

    private readonly string[] _programs;

    protected LoadGeneratorStudy(string name, string summary, RoundsDefinition rounds, params string[] programs)
        : base(name, summary, rounds) => _programs = ["taskset", .. programs];

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "this study needs Linux, to give each program a CPU core of its own";

    /// <summary>Creates an option that takes a number.</summary>
    protected static Option<int> CreateNumberOption(string name, string description, int standard) => new(name)
    {
        Description = description,
        HelpName = "N",
        DefaultValueFactory = _ => standard,
    };

    /// <exception cref="StudyException">A program that the study needs is not installed.</exception>
    protected async Task<Uri> StartBackendAsync(StudyContext context, params IEnumerable<string> settings)
    {
        if (_programs.FirstOrDefault(program => !ProgramLocator.IsInstalled(program)) is { } missing)
            throw new StudyException($"This study needs {missing}, which is not installed.");
        return await context.Environment.StartPinnedBackendAsync(BackendCore, settings);
    }

    /// <summary>
    /// Runs the load tool on one CPU core. If the load tool saturates its core, it marks the run INVALID. The result is
    /// used nevertheless, because the study measures the load tool itself.
    /// </summary>
    /// <returns>The result of the run, or of the baseline of a comparison.</returns>
    /// <exception cref="StudyException">The load tool wrote no result.</exception>
    protected static async Task<VariantResult> RunToolAsync(
        StudyContext context,
        IReadOnlyList<(string Name, string Value)> options,
        Action<Process>? started = null,
        string verb = "run")
    {
        var command = new LoadCommand(verb, context.ResultsFolder)
        {
            Options = [.. options, ("--repeat-command", context.RepeatCommand)],
            UserOptions = context.UserOptions,
        };
        var run = await context.LoadRunner.RunWithoutDisplayAsync(command, core: ToolCore, started: started);
        return run.HasResult
            ? run.ReadResult().BaselineVariant
            : throw new StudyException($"The load tool exited with code {run.ToolExitCode}.");
    }
}

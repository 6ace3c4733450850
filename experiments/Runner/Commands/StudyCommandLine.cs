using System.CommandLine.Help;

namespace Experiments.Commands;

/// <summary>The command line of this program: lists the studies by their questions, and runs a command.</summary>
internal sealed class StudyCommandLine(
    IReadOnlyList<(string Heading, IReadOnlyList<StudyCommand> Commands)> groups,
    params IReadOnlyList<StudyCommand> others)
{
    public async Task<int> InvokeAsync(string[] args, CancellationToken stop)
    {
        var list = new Command("list", "Lists the commands.");
        list.SetAction(_ => Console.WriteLine(FormatCommands()));
        var root = new RootCommand("Starts services, measures them and stops them.") { list };
        root.SetAction(_ => Console.WriteLine(FormatCommands()));
        foreach (var study in groups.SelectMany(group => group.Commands).Concat(others))
            root.Add(study);
        var parsed = root.Parse(args);
        if (parsed.Errors.Count > 0 && parsed.Action is not HelpAction)
        {
            var help = parsed.CommandResult.Command is StudyCommand { Name: var name }
                ? $"Nothing was started. Help: experiments/Runner/run.sh {name} --help" : FormatCommands();
            await Console.Error.WriteLineAsync(
                string.Join('\n', parsed.Errors.Select(error => error.Message).Append(help)));
            return ExitCode.UsageError;
        }

        var configuration = new InvocationConfiguration
        {
            // Ctrl-C and SIGTERM cancel the study, which then stops the processes that it started.
            ProcessTerminationTimeout = Timeout.InfiniteTimeSpan,
            EnableDefaultExceptionHandler = false,
        };
        try
        {
            return await parsed.InvokeAsync(configuration, stop);
        }
        catch (FormatException mistake)
        {
            // A file that the user wrote, such as an act.
            await Console.Error.WriteLineAsync($"studies: error: {mistake.Message}");
            return ExitCode.UsageError;
        }
    }

    private string FormatCommands() => $"""
        Usage: studies NAME [options]    or    make study NAME=… ROUNDS=… ARGS="…"

        Starts services, measures them and stops them.
        For the options of a command, run: studies NAME --help
        {string.Concat(groups.Select(FormatGroup))}
        Other commands (make help-all describes them)
          {string.Join(' ', others.Select(other => other.Name))}
        """;

    private static string FormatGroup((string Heading, IReadOnlyList<StudyCommand> Commands) group) =>
        $"\n{group.Heading}\n" + string.Concat(group.Commands.Select(command =>
            $"  {command.Name,-22}{command.Description!.Split(". ")[0].TrimEnd('.')}\n"));
}

using System.CommandLine.Help;

namespace Studies.Commands;

/// <summary>The command line of this program: parses the arguments, lists the commands and runs one of them.</summary>
internal sealed class StudyCommandLine
{
    private readonly RootCommand _root = new("Starts services, measures them and stops them.");
    private readonly IReadOnlyList<(string Heading, IReadOnlyList<StudyCommand> Commands)> _groups;
    private readonly IReadOnlyList<StudyCommand> _others;

    /// <summary>Creates the command line of studies by their questions, and of other commands.</summary>
    public StudyCommandLine(
        IReadOnlyList<(string Heading, IReadOnlyList<StudyCommand> Commands)> groups,
        params IReadOnlyList<StudyCommand> others)
    {
        _groups = groups;
        _others = others;
        foreach (var command in groups.SelectMany(group => group.Commands).Concat(others))
            _root.Add(command);
        var list = new Command("list", "Lists the commands.");
        list.SetAction(_ => PrintCommands(Console.Out));
        _root.Add(list);
        _root.SetAction(_ => PrintCommands(Console.Out));
    }

    public async Task<int> InvokeAsync(string[] args, CancellationToken stop)
    {
        var parsed = _root.Parse(args);
        if (parsed.Errors.Count > 0 && parsed.Action is not HelpAction)
        {
            foreach (var error in parsed.Errors)
                await Console.Error.WriteLineAsync(error.Message);
            var command = parsed.CommandResult.Command;
            if (command == _root)
                PrintCommands(Console.Error);
            else
                await Console.Error.WriteLineAsync($"Nothing was started. Help: studies {command.Name} --help");
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

    private int PrintCommands(TextWriter output)
    {
        output.WriteLine("Usage: studies NAME [options]    or    make study NAME=… ROUNDS=… ARGS=\"…\"\n");
        output.WriteLine("Starts services, measures them and stops them.");
        output.WriteLine("For the options of a command, run: studies NAME --help");
        foreach (var (heading, commands) in _groups)
        {
            output.WriteLine($"\n{heading}");
            foreach (var command in commands)
                output.WriteLine($"  {command.Name,-22}{command.Description!.Split(". ")[0].TrimEnd('.')}");
        }

        output.WriteLine("\nOther commands, which make help-all lists");
        output.WriteLine($"  {string.Join(' ', _others.Select(other => other.Name))}");
        return ExitCode.Success;
    }
}

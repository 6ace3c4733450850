using System.CommandLine.Help;

namespace Experiments.Commands;

/// <summary>The command line of this program: lists the studies by their questions, and runs a command.</summary>
internal sealed class StudyCommandLine(
    IReadOnlyList<(string Heading, IReadOnlyList<StudyCommand> Commands)> groups,
    params IReadOnlyList<StudyCommand> others)
{
    public async Task<int> InvokeAsync(string[] args, CancellationToken stop)
    {
        var root = new RootCommand("Starts services, measures them and stops them.");
        foreach (var study in groups.SelectMany(group => group.Commands).Concat(others))
            root.Add(study);
        var list = new Command("list", "Lists the commands.");
        list.SetAction(_ => PrintCommands(Console.Out));
        root.Add(list);
        root.SetAction(_ => PrintCommands(Console.Out));
        var parsed = root.Parse(args);
        if (parsed.Errors.Count > 0 && parsed.Action is not HelpAction)
        {
            foreach (var error in parsed.Errors)
                await Console.Error.WriteLineAsync(error.Message);
            var command = parsed.CommandResult.Command;
            if (command == root)
                PrintCommands(Console.Error);
            else
            {
                await Console.Error.WriteLineAsync(
                    $"Nothing was started. Help: experiments/Runner/run.sh {command.Name} --help");
            }

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
        foreach (var (heading, commands) in groups)
        {
            output.WriteLine($"\n{heading}");
            foreach (var command in commands)
                output.WriteLine($"  {command.Name,-22}{command.Description!.Split(". ")[0].TrimEnd('.')}");
        }

        output.WriteLine("\nOther commands (make help-all describes them)");
        output.WriteLine($"  {string.Join(' ', others.Select(other => other.Name))}");
        return ExitCode.Success;
    }
}

using System.CommandLine;
using System.CommandLine.Invocation;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Prints the help of a command: usage, arguments, the options in groups, exit codes and an example. Lines have at most
/// 80 columns.
/// </summary>
internal sealed class Help : SynchronousCommandLineAction
{
    private const string ExitCodes =
        """
        Exit codes:
          0    the result is valid, and every threshold of --pass was met
          1    the target did not respond
          2    a response was not as expected, or a threshold was not met
          3    the result is INVALID: its figures must not be quoted
          64   the options or the scenario are wrong, and nothing was sent
          74   a file could not be written
          130  stopped by Ctrl-C; what was measured is reported

        """;

    public override int Invoke(ParseResult parseResult)
    {
        var command = parseResult.CommandResult.Command;
        var text = new HelpText(parseResult.InvocationConfiguration.Output);
        text.WriteParagraph(command.Description ?? "");
        text.WriteLine($"Usage:\n  {FormatUsage(command)}\n");
        text.WriteTable("Arguments", command.Arguments.Select(one => ($"<{one.Name}>", one.Description ?? "")));
        foreach (var (title, options) in GetGroups(command))
            text.WriteTable(title, options.Select(option => (FormatOption(option), option.Description ?? "")));
        text.WriteTable("Commands", command.Subcommands.Where(one => !one.Hidden).Select(FormatCommand));
        if (command is ScenarioCommand)
            text.WriteSection("Parameters", ScenarioCommand.ParameterHelp);
        if (command is ScenarioCommand || command.Subcommands.Count > 0)
            text.WriteLine(ExitCodes);
        text.WriteLine($"Example:\n  {(command is IHasExample shown ? shown.Example : "load compare --help")}\n");
        return ExitCode.Ok;
    }

    private static IEnumerable<(string Title, IEnumerable<Option> Options)> GetGroups(Command command)
    {
        var known = command is ScenarioCommand scenario ? scenario.Groups : [];
        foreach (var (title, options) in known)
            yield return (title, options);
        var grouped = known.SelectMany(group => group.Options).ToHashSet();
        yield return (
            grouped.Count > 0 ? "Help" : "Options",
            command.Options.Append(FindHelp(command)).Distinct()
                .Where(option => !option.Hidden && !grouped.Contains(option)));
    }

    // The option --help belongs to the root command, and applies to all commands.
    private static Option FindHelp(Command command)
    {
        while (command.Parents.OfType<Command>().FirstOrDefault() is { } parent)
            command = parent;
        return command.Options.First(option => option.Action is Help);
    }

    private static string FormatUsage(Command command)
    {
        var names = new List<string>();
        for (var one = command; one is not null; one = one.Parents.OfType<Command>().FirstOrDefault())
            names.Insert(0, one.Name);
        var arguments = command.Arguments.Select(FormatArgument);
        string[] rest = command.Subcommands.Count > 0 ? ["[command]", "[options]"] : ["[options]"];
        return string.Join(' ', [.. names, .. arguments, .. rest]);
    }

    private static string FormatArgument(Argument argument) => argument.Arity switch
    {
        { MinimumNumberOfValues: 0 } => $"[<{argument.Name}>]",
        { MaximumNumberOfValues: > 1 } => $"<{argument.Name}>...",
        _ => $"<{argument.Name}>",
    };

    private static (string, string) FormatCommand(Command command) =>
        (string.Join(' ', [command.Name, .. command.Arguments.Select(FormatArgument)]), command.Description ?? "");

    private static string FormatOption(Option option)
    {
        var names = option.Aliases.Where(alias => alias.StartsWith('-')).Append(option.Name).Order().Distinct();
        var value = option is Option<bool> || option.HelpName is null ? ""
            : option.Arity.MinimumNumberOfValues == 0 ? $" [<{option.HelpName}>]"
            : $" <{option.HelpName}>";
        return string.Join(", ", names.OrderBy(name => name.Length)) + value;
    }
}

/// <summary>A command whose help ends with an example.</summary>
internal interface IHasExample
{
    string Example { get; }
}

using System.CommandLine;
using System.CommandLine.Invocation;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Prints the help of a command: usage, arguments, the options in groups, exit codes and an example. Lines have at most
/// 80 columns.
/// </summary>
internal sealed class Help : SynchronousCommandLineAction
{
    private const string Option = "--help";
    private const string All = "all";

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

    public static Option CreateOption() => new Option<string?>(Option, "-h", "-?")
    {
        Description = "Show help; --help all shows all of it.",
        HelpName = All,
        Arity = ArgumentArity.ZeroOrOne,
        Recursive = true,
        Action = new Help(),
    };

    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var command = parseResult.CommandResult.Command;
        var text = new HelpText(parseResult.InvocationConfiguration.Output);
        text.WriteParagraph(command.Description ?? "");
        var example = command is IHasExample shown ? shown.Example : "load compare --help";
        if (command is ScenarioCommand scenario && parseResult.GetValue<string>(Option) != All)
        {
            text.WriteTable(FormatUsage(command), scenario.GetOftenUsed());
            text.WriteLine($"Example:\n  {example}\n");
            text.WriteLine($"{scenario.CountOthers()} more options and the exit codes: load {command.Name} --help all");
            return ExitCode.Ok;
        }

        text.WriteLine($"Usage:\n  {FormatUsage(command)}\n");
        text.WriteTable("Arguments", command.Arguments.Select(one => ($"<{one.Name}>", one.Description ?? "")));
        foreach (var (title, options) in GetGroups(command))
            text.WriteTable(title, options.Select(option => (FormatOption(option), option.Description ?? "")));
        text.WriteTable("Commands", command.Subcommands.Where(one => !one.Hidden).Select(FormatCommand));
        if (command is ScenarioCommand)
            text.WriteSection("Parameters", ScenarioCommand.ParameterHelp);
        if (command is ScenarioCommand || command.Subcommands.Count > 0)
            text.WriteLine(ExitCodes);
        text.WriteLine($"Example:\n  {example}\n");
        return ExitCode.Ok;
    }

    private static IEnumerable<(string Title, IEnumerable<Option> Options)> GetGroups(Command command) =>
        command is ScenarioCommand scenario
            ? scenario.Groups
            : [("Options", command.Options.Where(option => !option.Hidden))];

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
        { MinimumNumberOfValues: 0, MaximumNumberOfValues: > 1 } => $"[<{argument.Name}>...]",
        { MinimumNumberOfValues: 0 } => $"[<{argument.Name}>]",
        { MaximumNumberOfValues: > 1 } => $"<{argument.Name}>...",
        _ => $"<{argument.Name}>",
    };

    private static (string, string) FormatCommand(Command command) =>
        (string.Join(' ', [command.Name, .. command.Arguments.Select(FormatArgument)]), command.Description ?? "");

    public static string FormatOption(Option option)
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

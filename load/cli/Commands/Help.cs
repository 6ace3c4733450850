using System.CommandLine.Invocation;
using Spectre.Console;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Prints the help of a command: usage, arguments, the options in groups, exit codes and an example. Lines have at most
/// 80 columns.
/// </summary>
internal sealed class Help : SynchronousCommandLineAction
{
    public const string ToolName = "load";
    private const int Width = 80;
    private const int Indent = 2;
    private const string Option = "--help";
    private const string All = "all";
    private const string ExitCodes =
        """
        Exit codes:
          0    the result is valid, and no threshold of --pass was missed
          1    the target did not respond
          2    an unexpected response, a missed threshold, or (load ab) B worse than A
          3    the result is INVALID: its figures must not be quoted
          4    load ab: a service did not build or start, answered differently, or ended
          64   the options or the scenario are wrong, and nothing was sent
          74   a file could not be written
          130  stopped by Ctrl-C; what was measured is reported
        """;

    /// <summary>Whether the user asked for the help, whatever else the command line says.</summary>
    public bool IsAsked { get; init; }

    public override bool ClearsParseErrors => IsAsked;

    public static Option CreateOption() => new Option<string?>(Option, "-h", "-?")
    {
        Description = "Show help; --help all shows every option.",
        HelpName = All,
        Arity = ArgumentArity.ZeroOrOne,
        Recursive = true,
        Action = new Help { IsAsked = true },
    };

    public static string GetName(Command command) => command is RootCommand ? ToolName : $"{ToolName} {command.Name}";

    public override int Invoke(ParseResult parseResult)
    {
        var command = parseResult.CommandResult.Command;
        var output = CreateConsole(parseResult.InvocationConfiguration.Output);
        var scenario = command as ScenarioCommand;
        output.Write(new TrimmedLines(new Text(command.Description!)));
        output.WriteLine();
        if (scenario is not null && parseResult.GetValue<string>(Option) != All)
        {
            WriteTable(output, FormatUsage(command), scenario.GetOftenUsed());
            output.WriteLine($"Example:\n  {scenario.Example}\n");
            output.WriteLine($"{scenario.CountOthers()} more options and the exit codes: {GetName(command)} --help all");
            return ExitCode.Ok;
        }

        output.WriteLine($"Usage:\n  {FormatUsage(command)}\n");
        WriteTable(output, "Arguments", command.Arguments.Select(one => ($"<{one.Name}>", one.Description ?? "")));
        foreach (var (title, options) in scenario?.Groups ?? [("Options", command.Options.Where(one => !one.Hidden))])
            WriteTable(output, title, options.Select(option => (FormatOption(option), option.Description ?? "")));
        WriteTable(output, "Commands", command.Subcommands.Select(FormatCommand));
        if (scenario is not null)
            WriteTable(output, "Parameters", [("{{{name}}}", ScenarioCommand.ParameterHelp)]);
        if (scenario is not null || command is RootCommand)
            output.WriteLine($"{ExitCodes}\n");
        output.WriteLine($"Example:\n  {(command as IHasExample)?.Example ?? "load compare --help"}\n");
        return ExitCode.Ok;
    }

    public static string FormatOption(Option option)
    {
        var names = option.Aliases.Where(alias => alias.StartsWith('-')).Append(option.Name).Order().Distinct();
        var value = option is Option<bool> || option.HelpName is null ? ""
            : option.Arity.MinimumNumberOfValues == 0 ? $" [<{option.HelpName}>]"
            : $" <{option.HelpName}>";
        return string.Join(", ", names.OrderBy(name => name.Length)) + value;
    }

    private static string FormatUsage(Command command) =>
        string.Join(' ', [GetName(command), .. command.Arguments.Select(FormatArgument)])
        + (command.Subcommands.Count > 0 ? " [command] [options]" : " [options]");

    private static string FormatArgument(Argument argument)
    {
        var name = argument.Arity.MaximumNumberOfValues > 1 ? $"<{argument.Name}>..." : $"<{argument.Name}>";
        return argument.Arity.MinimumNumberOfValues == 0 ? $"[{name}]" : name;
    }

    private static (string, string) FormatCommand(Command command) =>
        (string.Join(' ', [command.Name, .. command.Arguments.Select(FormatArgument)]), command.Description ?? "");

    private static void WriteTable(IAnsiConsole output, string title, IEnumerable<(string Name, string Text)> rows)
    {
        var table = new Grid()
            .AddColumn(new GridColumn { NoWrap = true, Padding = new Padding(Indent, 0, Indent, 0) })
            .AddColumn(new GridColumn { Padding = new Padding(0, 0, 0, 0) });
        foreach (var (name, text) in rows)
            table.AddRow(new Text(name), new Text(text));
        if (table.Rows.Count == 0)
            return;
        output.WriteLine($"{title}:");
        output.Write(new TrimmedLines(table));
        output.WriteLine();
    }

    private static IAnsiConsole CreateConsole(TextWriter output)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(output),
            Ansi = AnsiSupport.No,
        });
        console.Profile.Width = Width;
        return console;
    }
}

internal interface IHasExample
{
    string Example { get; }
}

using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;

namespace TwoTier.Load.Cli.Commands;

internal static class CommandLine
{
    private const string ToolName = "load";
    private const int HelpWidth = 80;
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

    // An argument that begins with @ is passed on to its option, as in --body @file, and does not name a file with
    // further arguments.
    private static readonly ParserConfiguration Configuration = new() { ResponseFileTokenReplacer = null };

    public static async Task<int> InvokeAsync(string[] args, ToolContext context, CancellationToken interrupted)
    {
        // Error messages may quote a file or a response of a server. Control characters in them are replaced, because a
        // terminal would obey them.
        context = context with { Error = new PlainTextWriter(context.Error) };
        var parsed = Parse(args, context);
        var configuration = new InvocationConfiguration
        {
            Output = context.Screen.Output,
            Error = context.Error,
            ProcessTerminationTimeout = null,
            EnableDefaultExceptionHandler = false,
        };
        if (parsed.Action is ParseErrorAction)
            return await ReportUsageErrorAsync(parsed, parsed.Errors[0].Message, context.Error);
        try
        {
            return await parsed.InvokeAsync(configuration, interrupted);
        }
        catch (ParseException e)
        {
            return await ReportUsageErrorAsync(parsed, e.Format(), context.Error);
        }
        catch (Exception e) when (
            e is UserErrorException or TargetUnreachableException
            || (e as OperationCanceledException)?.CancellationToken.IsCancellationRequested is true)
        {
            await context.Error.WriteLineAsync(e.Message);
            return e is UserErrorException ? ExitCode.UsageError
                : e is TargetUnreachableException failure ? ExitCode.FromFailure(failure)
                : ExitCode.RunInterrupted;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await context.Error.WriteLineAsync($"cannot write: {e.Message}");
            return ExitCode.WriteError;
        }
    }

    public static ParseResult Parse(string[] args, ToolContext context)
    {
        // A RootCommand would have the name of the assembly.
        var root = new Command(
            ToolName, "Sends HTTP load and reports what came back, how fast, and how certain that is.")
        {
            new RunCommand(context),
            new CompareCommand(context),
            new AbCommand(context),
            new DryRunCommand(context),
            new ReportCommand(context),
        };
        var help = new HelpOption();
        var usage = (HelpAction)help.Action!;
        usage.MaxWidth = HelpWidth;
        var print = new PrintAction(result =>
        {
            usage.Invoke(result);
            result.InvocationConfiguration.Output.Write(result.CommandResult.Command is IHasExample command
                ? $"Examples:\n  {command.Example}\n\nThe exit codes: {ToolName} --help\n"
                : ExitCodes);
        });
        help.Action = print;
        root.SetAction(print.Invoke);
        root.Add(help);
        root.Add(new VersionOption
        {
            Action = new PrintAction(result =>
                result.InvocationConfiguration.Output.WriteLine(Provenance.FormatTool())),
        });
        return root.Parse(args, Configuration);
    }

    /// <summary>Formats the command line, as it would be typed in a shell, without words that may be secret.</summary>
    public static string Format(ParseResult parsed)
    {
        var areCompared = parsed.CommandResult.Command.Name is "compare"
            && parsed.Tokens.Count(token => token.Type == TokenType.Argument && StoredCommand.IsUrl(token.Value)) > 1;
        // In Compose, the tool is the last word of a longer command.
        var words = new List<string> { Environment.GetEnvironmentVariable("LOAD_COMMAND") ?? ToolName };
        var option = default(string);
        foreach (var token in parsed.Tokens)
        {
            words.Add(StoredCommand.Quote(token.Type != TokenType.Argument ? token.Value
                : option is not null ? ScenarioKeys.Find(option)?.Store(token.Value) ?? UrlText.Hidden
                : areCompared && StoredCommand.IsUrl(token.Value) ? token.Value
                : StoredCommand.FormatTarget(token.Value)));
            option = token.Type == TokenType.Option ? token.Value : null;
        }

        return string.Join(' ', words);
    }

    private static async Task<int> ReportUsageErrorAsync(ParseResult parsed, string error, TextWriter output)
    {
        await output.WriteLineAsync(error);
        var command = parsed.CommandResult.Command;
        var name = command.Name is ToolName ? ToolName : $"{ToolName} {command.Name}";
        await output.WriteLineAsync($"Nothing was sent. See {name} --help");
        return ExitCode.UsageError;
    }

    private sealed class PrintAction(Action<ParseResult> print) : SynchronousCommandLineAction
    {
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            print(parseResult);
            return ExitCode.Ok;
        }
    }
}

internal interface IHasExample
{
    string Example { get; }
}

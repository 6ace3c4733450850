using System.CommandLine.Invocation;
using System.CommandLine.Parsing;

namespace TwoTier.Load.Cli.Commands;

internal static class CommandLine
{
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
            return await ReportUsageErrorAsync(parsed, [parsed.Errors[0].Message], context.Error);
        try
        {
            return await parsed.InvokeAsync(configuration, interrupted);
        }
        catch (ParseException e)
        {
            return await ReportUsageErrorAsync(parsed, DiagnosticPrinter.FormatLines(e), context.Error);
        }
        catch (Exception e) when (
            e is UserErrorException or TargetUnreachableException
            || (e as OperationCanceledException)?.CancellationToken.IsCancellationRequested is true)
        {
            await context.Error.WriteLineAsync(e.Message);
            return e is UserErrorException ? ExitCode.UsageError
                : e is TargetUnreachableException ? ExitCode.TargetUnreachable
                : ExitCode.RunInterrupted;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await context.Error.WriteLineAsync($"cannot write: {e.Message}");
            return ExitCode.WriteError;
        }
    }

    public static ParseResult Parse(string[] args, ToolContext context) =>
        CreateRootCommand(context).Parse(args, Configuration);

    /// <summary>Formats the command line, as it would be typed in a shell, without words that may be secret.</summary>
    public static string Format(ParseResult parsed)
    {
        var areCompared = parsed.CommandResult.Command.Name is "compare"
            && parsed.Tokens.Count(token => token.Type == TokenType.Argument && StoredCommand.IsUrl(token.Value)) > 1;
        var words = new List<string> { "load" };
        var option = default(string);
        foreach (var token in parsed.Tokens)
        {
            words.Add(StoredCommand.Quote(token.Type != TokenType.Argument ? token.Value
                : option is not null ? StoredCommand.FormatValue(option, token.Value)
                : areCompared && StoredCommand.IsUrl(token.Value) ? token.Value
                : StoredCommand.FormatTarget(token.Value)));
            option = token.Type == TokenType.Option ? ScenarioSettings.Find(token.Value)?.Name ?? "" : null;
        }

        return string.Join(' ', words);
    }

    private static RootCommand CreateRootCommand(ToolContext context)
    {
        var root = new RootCommand("Sends HTTP load and reports what came back, how fast, and how certain that is.")
        {
            Action = new Help(),
        };
        root.Options.Clear();
        foreach (var command in (Command[])
        [
            new RunCommand(context),
            new CompareCommand(context),
            new AbCommand(context),
            new DryRunCommand(context),
            new ReportCommand(context),
            new MergeCommand(context),
            new SchemaCommand(context),
        ])
        {
            root.Add(command);
        }

        root.Add(Help.CreateOption());
        root.Add(new VersionOption { Action = new VersionAction() });
        return root;
    }

    private static async Task<int> ReportUsageErrorAsync(
        ParseResult parsed, IEnumerable<string> lines, TextWriter output)
    {
        foreach (var line in lines)
            await output.WriteLineAsync(line);
        await output.WriteLineAsync($"Nothing was sent. See {Help.GetName(parsed.CommandResult.Command)} --help");
        return ExitCode.UsageError;
    }

    private sealed class VersionAction : SynchronousCommandLineAction
    {
        public override int Invoke(ParseResult parseResult)
        {
            parseResult.InvocationConfiguration.Output.WriteLine(Provenance.FormatTool());
            return ExitCode.Ok;
        }
    }
}

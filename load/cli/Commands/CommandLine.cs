using System.CommandLine.Invocation;

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
        Func<CancellationToken, Task<int>>? action = stop => parsed.InvokeAsync(configuration, stop);
        var diagnostics = new DiagnosticList();
        if (parsed.CommandResult.Command is ScenarioCommand command && parsed.Action is null or ParseErrorAction)
            action = command.Prepare(parsed, diagnostics);
        return action is null || parsed.Errors.Count + diagnostics.Count > 0
            ? await ReportUsageErrorsAsync(parsed, diagnostics, context.Error)
            : await ExecuteAsync(action, context, interrupted);
    }

    public static ParseResult Parse(string[] args, ToolContext context) =>
        CreateRootCommand(context).Parse(args, Configuration);

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

    private static async Task<int> ReportUsageErrorsAsync(
        ParseResult parsed, DiagnosticList diagnostics, TextWriter output)
    {
        string[] lines =
        [
            .. parsed.Errors.Select(error => error.Message),
            .. diagnostics.All.SelectMany(DiagnosticPrinter.FormatLines),
        ];
        foreach (var line in lines)
            await output.WriteLineAsync(line);
        var count = parsed.Errors.Count + diagnostics.All.Count();
        await output.WriteLineAsync(
            $"{(count == 1 ? "1 error" : $"{count} errors")}. Nothing was sent. "
            + $"See {Help.GetName(parsed.CommandResult.Command)} --help");
        return ExitCode.UsageError;
    }

    private static async Task<int> ExecuteAsync(
        Func<CancellationToken, Task<int>> action, ToolContext context, CancellationToken interrupted)
    {
        try
        {
            return await action(interrupted);
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

    private sealed class VersionAction : SynchronousCommandLineAction
    {
        public override int Invoke(ParseResult parseResult)
        {
            parseResult.InvocationConfiguration.Output.WriteLine(Provenance.FormatTool());
            return ExitCode.Ok;
        }
    }
}

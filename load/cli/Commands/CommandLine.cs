using System.CommandLine;
using System.CommandLine.Invocation;

namespace TwoTier.Load.Cli.Commands;

/// <summary>Parses the command line of the load tool and runs the command that it names.</summary>
internal static class CommandLine
{
    // An argument that begins with @ is passed on to its option, as in --body @file, and does not name a file with
    // further arguments.
    private static readonly ParserConfiguration Configuration = new() { ResponseFileTokenReplacer = null };

    // What was removed, and what to use instead.
    private static readonly Dictionary<string, string> Replacements = new()
    {
        ["history"] = "load report a.json b.json shows results beside each other; compare --against compares with one",
        ["replay"] = "Another program plays recordings: show FILE",
    };

    /// <returns>The exit code of the process: one of the values of <see cref="ExitCode"/>.</returns>
    public static async Task<int> InvokeAsync(string[] args, ToolContext context, CancellationToken interrupted)
    {
        // Error messages may quote a file or a response of a server. Control characters in them are replaced, because a
        // terminal would obey them.
        context = context with { Error = new PlainTextWriter(context.Error) };
        var parsed = CreateRootCommand(args, context).Parse(args, Configuration);
        var configuration = new InvocationConfiguration
        {
            Output = context.Screen.Output,
            Error = context.Error,
            ProcessTerminationTimeout = null,
            EnableDefaultExceptionHandler = false,
        };
        Func<CancellationToken, Task<int>>? action = stop => parsed.InvokeAsync(configuration, stop);
        if (parsed.Action is Help or VersionAction)
            return await ExecuteAsync(action, context, interrupted);

        var diagnostics = new DiagnosticList();
        if (parsed.CommandResult.Command is ScenarioCommand command)
            action = command.Prepare(parsed, diagnostics);
        return action is null || parsed.Errors.Count + diagnostics.Count > 0
            ? await ReportUsageErrorsAsync(parsed, diagnostics, context.Error)
            : await ExecuteAsync(action, context, interrupted);
    }

    private static Command CreateRootCommand(string[] args, ToolContext context)
    {
        var commandLine = new CommandLineText(args);
        var root = new Command("load", "Sends HTTP load and reports what came back, how fast, and how certain that is.")
        {
            new RunCommand(context, commandLine),
            new CompareCommand(context, commandLine),
            new AbCommand(context, commandLine),
            new CapacityCommand(context, commandLine),
            new StageCommand(context, commandLine),
            new DryRunCommand(context),
            new ReportCommand(context),
            new MergeCommand(context, commandLine),
            new MergeCommand(context, commandLine, "join") { Hidden = true },
            new SchemaCommand(context),
            new CompletionCommand(context),
            Help.CreateOption(),
            new VersionOption { Action = new VersionAction() },
        };
        root.Add(new SuggestCommand(root, context));
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
        var replacements = parsed.Tokens.Select(token => Replacements.GetValueOrDefault(token.Value)).OfType<string>();
        foreach (var line in lines.Concat(replacements))
            await output.WriteLineAsync(line);
        var command = parsed.CommandResult.Command;
        var name = command.Parents.Any() ? $"load {command.Name}" : command.Name;
        var count = parsed.Errors.Count + diagnostics.All.Count();
        await output.WriteLineAsync(
            $"{(count == 1 ? "1 error" : $"{count} errors")}. Nothing was sent. See {name} --help");
        return ExitCode.UsageError;
    }

    private static async Task<int> ExecuteAsync(
        Func<CancellationToken, Task<int>> action, ToolContext context, CancellationToken interrupted)
    {
        try
        {
            return await action(interrupted);
        }
        catch (UserErrorException e)
        {
            await context.Error.WriteLineAsync(e.Message);
            return ExitCode.UsageError;
        }
        catch (TargetUnreachableException e)
        {
            await context.Error.WriteLineAsync(e.Message);
            return ExitCode.TargetUnreachable;
        }
        catch (OperationCanceledException e) when (e.CancellationToken.IsCancellationRequested)
        {
            await context.Error.WriteLineAsync(e.Message);
            return ExitCode.RunInterrupted;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await context.Error.WriteLineAsync($"cannot write: {e.Message}");
            return ExitCode.WriteError;
        }
    }
}

/// <summary>Prints the version of the load tool and the commit from which it was built.</summary>
internal sealed class VersionAction : SynchronousCommandLineAction
{
    public override int Invoke(ParseResult parseResult)
    {
        parseResult.InvocationConfiguration.Output.WriteLine(Provenance.FormatTool());
        return ExitCode.Ok;
    }
}

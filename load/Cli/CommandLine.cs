using System.Buffers;
using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.Text.RegularExpressions;
using Load.Diagnostics;
using Load.Terminal;

namespace Load.Cli;

/// <summary>The commands, and what they have in common.</summary>
internal static partial class CommandLine
{
    private static readonly SearchValues<char> ForTheShell = SearchValues.Create(" '\"{}[]()&?*;|<>$");

    /// <summary>As it would be typed.</summary>
    public static string Text(string[] args) => string.Join(' ', args.Select(Quoted).Prepend("load"));

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> InvokeAsync(string[] args, ToolContext context, CancellationToken stop)
    {
        var root = new RootCommand("Sends HTTP load and says what came back, how fast, and how sure that is.")
        {
            new RunCommand(context, Text(args)),
            new CompareCommand(context, Text(args)),
            new DryRunCommand(context),
            new ReportCommand(context).Make(),
            new MergeCommand(context, Text(args)).Make(),
            new SchemaCommand(context),
        };
        root.Options.OfType<HelpOption>().Single().Action = new HelpWithExample();

        var parsed = root.Parse(args);
        if (parsed.Action is HelpWithExample)
            return await InvokeAsync(parsed, context, stop);

        var read = (parsed.CommandResult.Command as ScenarioCommand)?.Read(parsed) ?? new DiagnosticList();
        if (parsed.Errors.Count == 0 && read.Count == 0)
            return await InvokeAsync(parsed, context, stop);

        var mistakes = parsed.Errors.Select(error => error.Message).Concat(read.All.SelectMany(DiagnosticPrinter.FormatLines));
        foreach (var line in mistakes)
            await context.Error.WriteLineAsync(line);
        var command = parsed.CommandResult.Command == root ? "load" : $"load {parsed.CommandResult.Command.Name}";
        var count = parsed.Errors.Count + read.All.Count();
        await context.Error.WriteLineAsync(
            $"{(count == 1 ? "1 error" : $"{count} errors")}. Nothing was sent. See {command} --help");
        return ExitCode.Usage;
    }

    // What a header's value may be used for is nobody's business who reads a result.
    private static string Quoted(string arg)
    {
        var shown = Secret().Replace(arg, "$1…");
        return shown.Length > 0 && !shown.AsSpan().ContainsAny(ForTheShell)
            ? shown
            : $"'{shown.Replace("'", "'\\''", StringComparison.Ordinal)}'";
    }

    [GeneratedRegex("^((?:[a-z-]*authorization|[a-z-]*cookie|[a-z-]*api-key|[a-z-]*token) *:).+$", RegexOptions.IgnoreCase)]
    private static partial Regex Secret();

    private static async Task<int> InvokeAsync(ParseResult parsed, ToolContext context, CancellationToken stop)
    {
        var how = new InvocationConfiguration
        {
            ProcessTerminationTimeout = null,
            EnableDefaultExceptionHandler = false,
        };
        try
        {
            return await parsed.InvokeAsync(how, stop);
        }
        catch (UserErrorException e)
        {
            await context.Error.WriteLineAsync(e.Message);
            return ExitCode.Usage;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await context.Error.WriteLineAsync($"cannot write: {e.Message}");
            return ExitCode.CannotWrite;
        }
    }

    private sealed class HelpWithExample : SynchronousCommandLineAction
    {
        private readonly HelpAction _standard = new();

        public override int Invoke(ParseResult parseResult)
        {
            var result = _standard.Invoke(parseResult);
            var example = parseResult.CommandResult.Command switch
            {
                ScenarioCommand command => command.Example,
                { Name: "report" } => ReportCommand.Example,
                { Name: "join" } => MergeCommand.Example,
                _ => "load compare --help",
            };
            parseResult.InvocationConfiguration.Output.WriteLine($"Example:\n  {example}\n");
            return result;
        }
    }
}

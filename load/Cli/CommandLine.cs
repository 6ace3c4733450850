using System.Buffers;
using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Load.Cli;

/// <summary>The commands, and what they have in common.</summary>
internal static class CommandLine
{
    private static readonly SearchValues<char> ForTheShell = SearchValues.Create(" '\"{}[]()&?*;|<>$");

    /// <summary>As it would be typed.</summary>
    public static string Text(string[] args) => "load " + string.Join(
        ' ', args.Select(arg => arg.AsSpan().ContainsAny(ForTheShell) ? $"'{arg}'" : arg));

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> InvokeAsync(string[] args, ToolContext context, CancellationToken stop)
    {
        var root = new RootCommand("Sends HTTP load and says what came back, how fast, and how sure that is.")
        {
            new RunCommand(context).Make(args),
            new CompareCommand(context).Make(args),
        };
        root.Options.OfType<HelpOption>().Single().Action = new HelpWithExample();

        var parsed = root.Parse(args);
        if (parsed.Errors.Count == 0 || parsed.Action is HelpWithExample)
            return await parsed.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = null }, stop);

        foreach (var error in parsed.Errors)
            await context.Error.WriteLineAsync(error.Message);
        var command = parsed.CommandResult.Command == root ? "load" : $"load {parsed.CommandResult.Command.Name}";
        await context.Error.WriteLineAsync($"Nothing was sent. See {command} --help");
        return ExitCode.Usage;
    }

    private sealed class HelpWithExample : SynchronousCommandLineAction
    {
        private readonly HelpAction _standard = new();

        public override int Invoke(ParseResult parseResult)
        {
            var result = _standard.Invoke(parseResult);
            var example = parseResult.CommandResult.Command.Name switch
            {
                "run" => RunCommand.Example,
                "compare" => CompareCommand.Example,
                _ => "load compare --help",
            };
            parseResult.InvocationConfiguration.Output.WriteLine($"Example:\n  {example}\n");
            return result;
        }
    }
}

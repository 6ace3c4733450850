using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Load.Cli;

/// <summary>
/// Prints the standard help of a command, followed by the notes that are specific to the command and by an example.
/// </summary>
/// <param name="width">The width of the help in columns.</param>
internal sealed class HelpWithExample(int width) : SynchronousCommandLineAction
{
    private readonly HelpAction _standard = new() { MaxWidth = width };

    public override int Invoke(ParseResult parseResult)
    {
        var exitCode = _standard.Invoke(parseResult);
        var output = parseResult.InvocationConfiguration.Output;
        var command = parseResult.CommandResult.Command;
        if (command is ScenarioCommand)
            output.WriteLine($"Parameters:\n{ScenarioCommand.ParameterHelp}\n");
        var example = command is IHasExample shown ? shown.Example : "load compare --help";
        output.WriteLine($"Example:\n  {example}\n");
        return exitCode;
    }
}

/// <summary>A command whose help ends with an example.</summary>
internal interface IHasExample
{
    string Example { get; }
}

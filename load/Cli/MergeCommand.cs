using System.CommandLine;
using Load.Config.Keys;
using Load.Output.Files;
using Load.Results;
using Load.Results.Files;
using Load.Terminal;
using Load.Validity;

namespace Load.Cli;

/// <summary>
/// The command <c>load merge</c>, which merges bursts that were sent in separate runs, for example because each burst
/// needed a freshly started target.
/// </summary>
internal sealed class MergeCommand : Command, IHasExample
{
    private readonly ToolContext _context;
    private readonly string _commandLine;

    private readonly Argument<string[]> _files = new("result.json")
    {
        Description = "Result files of load run --burst, in the order in which the merged run shows their bursts.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<string> _name = new(RunKeys.Name.Option)
    {
        Description = "Name of the merged run and of its result files.",
        HelpName = RunKeys.Name.ValueName,
        Required = true,
    };

    private readonly Option<string> _repeat = new(OutputKeys.Repeat.Option)
    {
        Description = OutputKeys.Repeat.Help,
        HelpName = OutputKeys.Repeat.ValueName,
    };

    private readonly Option<string> _folder = new(OutputKeys.Folder.Option)
    {
        Description = OutputKeys.Folder.Help,
        HelpName = OutputKeys.Folder.ValueName,
        DefaultValueFactory = _ => OutputKeys.Folder.Default!,
    };

    public MergeCommand(ToolContext context, string commandLine, string name = "merge")
        : base(
            name,
            "Merge the results of several runs with load run --burst into one, for example if each had its own target.")
    {
        (_context, _commandLine) = (context, commandLine);
        Add(_files);
        Add(_name);
        Add(_repeat);
        Add(_folder);
        SetAction((parsed, stop) => MergeAsync(Read(parsed), stop));
    }

    public string Example => "load merge results/burst-*.json --name bursts --out results";

    private MergeOptions Read(ParseResult parsed) => new(
        parsed.GetRequiredValue(_files),
        parsed.GetRequiredValue(_name),
        parsed.GetValue(_repeat) ?? _commandLine,
        parsed.GetRequiredValue(_folder));

    private async Task<int> MergeAsync(MergeOptions options, CancellationToken stop)
    {
        var runs = new List<Result>();
        foreach (var file in options.Files)
            runs.Add(MergedRun.RequireBursts(file, await ResultReader.ReadAsync(file, stop)));
        if (!_context.CanWriteTo(options.Folder))
            return ExitCode.Usage;

        var result = MergedRun.Create(runs, options.Name) with { Command = _commandLine, Repeat = options.Repeat };
        var printer = new ResultPrinter(_context.Screen);
        printer.PrintResult(result);
        printer.PrintFooter(result, await ResultFiles.WriteAsync(result, options.Folder));
        return result.Validity.State == RunValidity.Valid ? ExitCode.Ok : ExitCode.Invalid;
    }

    private sealed record MergeOptions(string[] Files, string Name, string Repeat, string Folder);
}

using System.CommandLine;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The command <c>load merge</c>, which merges the results of several runs: parts of one load that several machines
/// sent at the same time, or comparisons between which the target was started again.
/// </summary>
internal sealed class MergeCommand : Command, IHasExample
{
    private readonly ToolContext _context;
    private readonly CommandLineText _commandLine;

    private readonly Argument<string[]> _files = new("result.json")
    {
        Description = "Result files: the parts of one load (--part), or comparisons of the same variants with restarted "
            + "processes.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<string> _name = new("--name")
    {
        Description = "Name of the merged run and of its result files.",
        HelpName = "name",
        Required = true,
    };

    private readonly Option<string> _repeatCommand = new("--repeat-command")
    {
        Description = "Command that the report shows for repeating the runs. [default: the command line]",
        HelpName = "text",
    };

    private readonly Option<string> _folder = new("--out")
    {
        Description = "Folder for the result files.",
        HelpName = "folder",
        DefaultValueFactory = _ => "results",
    };

    public MergeCommand(ToolContext context, CommandLineText commandLine, string name = "merge")
        : base(name, "Merge results: parts of one load, or comparisons after restarts.")
    {
        (_context, _commandLine) = (context, commandLine);
        Add(_files);
        Add(_name);
        Add(_repeatCommand);
        Add(_folder);
        SetAction((parsed, _) => MergeAsync(Read(parsed)));
    }

    public string Example => "load merge results/*-part-*.json --name whole --out results";

    private MergeOptions Read(ParseResult parsed) => new(
        parsed.GetRequiredValue(_files),
        parsed.GetRequiredValue(_name),
        parsed.GetValue(_repeatCommand) is { } repeat
            ? CommandLineText.RedactCommand(repeat, Redactor.Default)
            : _commandLine.Format(Redactor.Default),
        parsed.GetRequiredValue(_folder));

    private async Task<int> MergeAsync(MergeOptions options)
    {
        var runs = new List<ResultFile>();
        foreach (var file in options.Files)
            runs.Add(new ResultFile(file, Result.Read(file)));
        var result = RunMerger.Create(runs, options.Name) with
        {
            Command = _commandLine.Format(Redactor.Default),
            RepeatCommand = options.RepeatCommand,
        };
        if (!_context.CanWriteTo(options.Folder))
            return ExitCode.UsageError;
        var path = await ResultFiles.WriteAsync(result, options.Folder);
        var (printer, exitCode) = (new ResultPrinter(_context.Screen), ExitCode.FromResult(result));
        printer.PrintResult(result);
        printer.PrintEnd(result, path, exitCode);
        return exitCode;
    }

    private sealed record MergeOptions(string[] Files, string Name, string RepeatCommand, string Folder);
}

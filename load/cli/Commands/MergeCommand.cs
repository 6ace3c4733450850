using TwoTier.Load.Reports;
using TwoTier.Load.Results.Merging;

namespace TwoTier.Load.Cli.Commands;

internal sealed class MergeCommand : Command, IHasExample
{
    public MergeCommand(ToolContext context)
        : base("merge", "Merge results: of tools that shared one load, or of one comparison, repeated after restarts.")
    {
        var files = new Argument<string[]>("result.json")
        {
            Description = "Result files of tools that shared one load (--part), or of comparisons of the same "
                + "variants, with restarted processes.",
            Arity = ArgumentArity.OneOrMore,
        };
        var name = new Option<string>("--name")
        {
            Description = "Name of the merged run and of its result files.",
            HelpName = "name",
            Required = true,
        };
        var repeatCommand = new Option<string>("--repeat-command")
        {
            Description = "Command that the report shows for repeating the runs. [default: the command line]",
            HelpName = "text",
        };
        var folder = new Option<string>("--out")
        {
            Description = "Folder for the result files.",
            HelpName = "folder",
            DefaultValueFactory = _ => "results",
        };
        Add(ScenarioCommand.RejectOptions(files));
        Add(name);
        Add(repeatCommand);
        Add(folder);
        SetAction(async (parsed, _) =>
        {
            var command = CommandLine.Format(parsed);
            var result = Merge(parsed.GetRequiredValue(files), parsed.GetRequiredValue(name)) with
            {
                Command = command,
                RepeatCommand = parsed.GetValue(repeatCommand) is { } repeat ? StoredCommand.FormatRepeat(repeat) : command,
            };
            ToolContext.CheckFolder(parsed.GetRequiredValue(folder), "--out");
            var path = await ResultFiles.WriteAsync(result, parsed.GetRequiredValue(folder));
            return context.Print(result, path, ExitCode.FromResult(result));
        });
    }

    // A file that was changed by hand can be wrong in more ways than can be checked beforehand.
    private static Result Merge(string[] files, string name)
    {
        try
        {
            return RunMerger.Create([.. files.Select(file => new ResultFile(file, Result.Read(file)))], name);
        }
        catch (Exception e) when (e is not UserErrorException)
        {
            throw new UserErrorException($"{string.Join(", ", files)}: error: cannot merge the "
                + $"results: {e.Message} One of the files is incomplete or was changed by hand.");
        }
    }

    public string Example => "load merge results/*-part-*.json --name whole --out results";
}

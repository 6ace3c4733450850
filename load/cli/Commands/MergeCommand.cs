namespace TwoTier.Load.Cli.Commands;

internal sealed class MergeCommand : Command, IHasExample
{
    public MergeCommand(ToolContext context)
        : base("merge", "Merge the results of tools that shared one load (--part).")
    {
        var files = ScenarioCommand.CreateResultFiles("Result files of load run --part.");
        var name = new Option<string>("--name")
        {
            Description = "Name of the merged run and of its result files.",
            HelpName = "name",
            Required = true,
        };
        var folder = new Option<string>("--out")
        {
            Description = "Folder for the result files.",
            HelpName = "folder",
            DefaultValueFactory = _ => "results",
        };
        Add(files);
        Add(name);
        Add(folder);
        SetAction(async (parsed, _) =>
        {
            var command = CommandLine.Format(parsed);
            var result = Merge(parsed.GetRequiredValue(files), parsed.GetRequiredValue(name)) with
            {
                Command = command,
                RepeatCommand = command,
            };
            ToolContext.CheckFolder(parsed.GetRequiredValue(folder), "--out");
            var path = await ResultFiles.WriteAsync(result, parsed.GetRequiredValue(folder));
            context.Screen.Print(result, path);
            return ExitCode.FromResult(result);
        });
    }

    // A file that was changed by hand can be wrong in more ways than can be checked beforehand.
    private static Result Merge(string[] files, string name)
    {
        try
        {
            return PartMerger.Merge([.. files.Select(file => new ResultFile(file, Result.Read(file)))], name);
        }
        catch (Exception e) when (e is not UserErrorException)
        {
            throw new UserErrorException($"{string.Join(", ", files)}: error: cannot merge the "
                + $"results: {e.Message} One of the files is incomplete or was changed by hand.");
        }
    }

    public string Example => "load merge results/*-part-*.json --name whole --out results";
}

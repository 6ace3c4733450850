namespace TwoTier.Load.Cli.Commands;

internal sealed class MergeCommand : Command, IHasExample
{
    public MergeCommand(ToolContext context)
        : base("merge", "Merge results: parts of one load, or comparisons after restarts.")
    {
        var files = new Argument<string[]>("result.json")
        {
            Description = "Result files: the parts of one load (--part), or comparisons of the same variants with "
                + "restarted processes.",
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
        Add(files);
        Add(name);
        Add(repeatCommand);
        Add(folder);
        SetAction(async (parsed, _) =>
        {
            var runs = parsed.GetRequiredValue(files).Select(file => new ResultFile(file, Result.Read(file))).ToArray();
            var command = CommandLineText.Format(parsed, Redactor.Default);
            var result = RunMerger.Create(runs, parsed.GetRequiredValue(name)) with
            {
                Command = command,
                RepeatCommand = parsed.GetValue(repeatCommand) is { } repeat
                    ? CommandLineText.RedactCommand(repeat, Redactor.Default)
                    : command,
            };
            ToolContext.CheckFolder(parsed.GetRequiredValue(folder), "--out");
            var path = await ResultFiles.WriteAsync(result, parsed.GetRequiredValue(folder));
            return context.Print(result, path, ExitCode.FromResult(result));
        });
    }

    public string Example => "load merge results/*-part-*.json --name whole --out results";
}

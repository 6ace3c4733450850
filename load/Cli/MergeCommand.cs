using System.CommandLine;
using Load.Config.Keys;
using Load.Output.Files;
using Load.Output.Terminal;
using Load.Results;
using Load.Results.Files;
using Load.Terminal;
using Load.Validity;

namespace Load.Cli;

/// <summary><c>load join</c>: bursts that were sent one by one, such as each to a target started anew, as one run.</summary>
internal sealed class MergeCommand(ToolContext context, string commandLine)
{
    public const string Example = "load join results/burst-*.json --name bursts --out results";

    private readonly Argument<string[]> _files = new("result.json")
    {
        Description = "Files of load run --burst, in the order that the bursts are to have.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<string> _name = new(RunKeys.Name.Option) { Description = "Of the joined run and its files.", Required = true };
    private readonly Option<string> _repeat = new(OutputKeys.Repeat.Option) { Description = OutputKeys.Repeat.Help };

    private readonly Option<string> _folder = new(OutputKeys.Folder.Option)
    {
        Description = OutputKeys.Folder.Help,
        DefaultValueFactory = _ => OutputKeys.Folder.Default!,
    };

    public Command Make()
    {
        var command = new Command("join", "Make one run of the bursts of several, which may each have had a target of their own.")
        {
            _files, _name, _repeat, _folder,
        };
        command.SetAction((given, stop) => JoinAsync(
            given.GetRequiredValue(_files), given.GetRequiredValue(_name), given.GetValue(_repeat) ?? commandLine,
            given.GetRequiredValue(_folder), stop));
        return command;
    }

    private async Task<int> JoinAsync(string[] files, string name, string repeat, string folder, CancellationToken stop)
    {
        var runs = new List<Result>();
        foreach (var file in files)
            runs.Add(MergedRun.RequireBursts(file, await ResultReader.ReadAsync(file, stop)));
        if (!context.CanWriteTo(folder))
            return ExitCode.Usage;

        var result = MergedRun.Create(runs, name) with { Command = commandLine, Repeat = repeat };
        context.Screen.Show(new RunView(result, context.Screen.CreateView()).Draw());
        var path = await ResultFiles.WriteAsync(result, folder);
        context.Screen.Show(new RunFooter(result, context.Screen.CreateView()).Draw(path));
        return result.Validity.State == RunValidity.Valid ? ExitCode.Ok : ExitCode.Invalid;
    }
}

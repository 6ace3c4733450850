using System.CommandLine;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The command <c>load history</c>, which shows how the ratios of a comparison changed over time, and when.
/// </summary>
internal sealed class HistoryCommand : Command, IHasExample
{
    private readonly ToolContext _context;

    private readonly Argument<string> _folder = new("folder")
    {
        Description = "Folder with result files of load compare (*.json). Other files in it are skipped.",
    };

    private readonly Option<string> _scenario = new("--scenario")
    {
        Description = "Name of the comparisons to show. [default: the name of the newest one]",
        HelpName = "name",
    };

    public HistoryCommand(ToolContext context)
        : base(
            "history",
            "Show the ratios of a comparison over time, from all results in a folder of the same scenario on the same "
            + "machine, and when they changed.")
    {
        _context = context;
        Add(_folder);
        Add(_scenario);
        SetAction((parsed, stop) => ShowAsync(parsed.GetRequiredValue(_folder), parsed.GetValue(_scenario), stop));
    }

    public string Example => "load history results --scenario strategies";

    private async Task<int> ShowAsync(string path, string? scenario, CancellationToken stop)
    {
        var folder = await ResultFolder.ReadAsync(path, stop);
        var history = ResultHistory.Create(folder, scenario);
        _context.Screen.Print(new HistoryView(history, _context.Screen.CreateView()).Draw());
        foreach (var error in folder.Errors)
            await _context.Error.WriteLineAsync(error);
        return ExitCode.Ok;
    }
}

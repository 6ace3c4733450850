using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Diagnostics;
using Load.Output;
using Load.Output.Files;
using Load.Output.Html;
using Load.Output.Terminal;
using Load.Results;
using Load.Results.Building;
using Load.Results.Files;
using Load.Terminal;

namespace Load.Cli;

/// <summary><c>load report</c>: result files, as at the end of their own runs; several side by side too.</summary>
internal sealed class ReportCommand(ToolContext context)
{
    public const string Example = "load report docs/results/20261120-1752-strategies.json";

    private readonly Argument<string[]> _files = new("result.json")
    {
        Description = "Files that load run or load compare wrote.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<bool> _force = new("--force") { Description = "Set unlike results side by side all the same." };

    public Command Make()
    {
        var command = new Command(
            "report",
            "Print result files as at the end of their own runs, and write the Markdown and the page beside each; "
            + "of several also a page that has them side by side.")
        {
            _files,
            _force,
        };
        _files.Validators.Add(RequireFiles);
        command.SetAction((given, stop) => ReportAsync(given.GetRequiredValue(_files), given.GetValue(_force), stop));
        return command;
    }

    private async Task<int> ReportAsync(string[] files, bool isForced, CancellationToken stop)
    {
        var (read, mistakes) = (new List<(string Path, Result Result)>(), new List<string>());
        foreach (var path in files)
            await TryAsync(async () => read.Add((path, await ResultReader.ReadAsync(path, stop))), mistakes);
        foreach (var (path, result) in read)
        {
            Show(path, result);
            await TryAsync(() => ResultFiles.RewriteReportsAsync(result, path), mistakes);
        }

        if (read.Count > 1)
            mistakes.AddRange(SideBySide.GetRefusals(read, isForced));
        if (read.Count > 1 && mistakes.Count == 0)
            await TryAsync(() => SetBesideAsync(read), mistakes);
        foreach (var mistake in mistakes)
            await context.Error.WriteLineAsync(mistake);
        return mistakes.Count == 0 ? ExitCode.Ok : ExitCode.Usage;
    }

    private void Show(string path, Result result)
    {
        var (screen, sheet) = (context.Screen, context.Screen.NewSheet());
        if (result.Kind == RunResultBuilder.Kind)
        {
            new RunView(result, sheet).Draw();
            new RunFooter(result, sheet).Draw(path);
        }
        else
        {
            new ComparisonView(result, sheet, screen.Width).Draw();
            new ComparisonFooter(result, sheet).Draw(path);
        }

        screen.Show(sheet);
    }

    private async Task SetBesideAsync(IReadOnlyList<(string Path, Result Result)> read)
    {
        string[] paths = [.. read.Select(file => file.Path)];
        var path = SideBySide.GetPagePath(paths);
        await ResultFiles.WriteTextAsync(path, ReportPage.Render([.. read.Select(file => file.Result)]), paths);
        context.Screen.Line($"  beside   {path}");
    }

    // An option that there is none of would be taken for one more file.
    private static void RequireFiles(ArgumentResult result)
    {
        foreach (var token in result.Tokens.Where(token => token.Value.StartsWith('-')))
            result.AddError($"{token.Value} error found no such option. A file of this name is ./{token.Value}");
    }

    // One wrong file is no reason to keep quiet about the next.
    private static async Task TryAsync(Func<Task> action, List<string> mistakes)
    {
        try
        {
            await action();
        }
        catch (UserErrorException e)
        {
            mistakes.Add(e.Message);
        }
    }
}

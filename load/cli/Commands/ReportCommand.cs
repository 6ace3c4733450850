using System.CommandLine;

namespace TwoTier.Load.Cli.Commands;

internal sealed class ReportCommand : Command, IHasExample
{
    private readonly ToolContext _context;
    private readonly List<string> _errors = [];

    public ReportCommand(ToolContext context)
        : base(
            "report",
            "Print results from their files again, and write a Markdown file and an HTML page next to each file. "
            + "For several files, also write a page that shows them side by side.")
    {
        _context = context;
        var files = new Argument<string[]>("result.json")
        {
            Description = "Result files of load run, load compare or load merge.",
            Arity = ArgumentArity.OneOrMore,
        };
        var force = new Option<bool>("--force")
        {
            Description = "Show results side by side even if their conditions differ.",
        };
        var big = new Option<bool>("--big")
        {
            Description = "Print only the finding and a table of four columns, for a room; the files have the rest.",
        };
        // The command line parser takes an unknown option for one more result file.
        files.Validators.Add(result =>
        {
            foreach (var token in result.Tokens.Where(token => token.Value.StartsWith('-')))
                result.AddError($"{token.Value}: error: unknown option. For a file with this name, write ./{token.Value}");
        });
        Add(files);
        Add(force);
        Add(big);
        SetAction((parsed, _) => ReportAsync(
            parsed.GetRequiredValue(files), parsed.GetValue(force), parsed.GetValue(big)));
    }

    public string Example => "load report docs/results/20261120-1752-strategies.json";

    private async Task<int> ReportAsync(string[] paths, bool isForced, bool isBig)
    {
        var files = new List<(string Path, Result Result)>();
        foreach (var path in paths)
        {
            await TryAsync(path, () =>
            {
                files.Add((path, Result.Read(path)));
                return Task.CompletedTask;
            });
        }

        foreach (var (path, result) in files)
        {
            await TryAsync(path, () =>
            {
                _context.Screen.Print(isBig ? ResultDocument.CreateBig(result) : ResultDocument.Create(result));
                if (!isBig)
                    _context.Screen.Print(ResultDocument.CreateEnd(result, path, null, ExitCode.Ok));
                return ResultFiles.RewriteReportsAsync(result, path);
            });
        }

        if (files.Count > 1)
            _errors.AddRange(SideBySideReport.GetRejectionReasons(files, isForced));
        if (files.Count > 1 && _errors.Count == 0)
            await TryAsync(files[0].Path, () => WriteSideBySideAsync(files));
        foreach (var error in _errors)
            await _context.Error.WriteLineAsync(error);
        return _errors.Count == 0 ? ExitCode.Ok : ExitCode.UsageError;
    }

    private async Task WriteSideBySideAsync(IReadOnlyList<(string Path, Result Result)> files)
    {
        string[] sources = [.. files.Select(file => file.Path)];
        var path = SideBySideReport.GetPagePath(sources);
        await ResultFiles.WriteTextAsync(path, ReportPage.Render([.. files.Select(file => file.Result)]), sources);
        _context.Screen.PrintLine($"  beside   {path}");
    }

    // An error in one result file must not hide the errors in the next file. A file that was changed by hand can be
    // wrong in more ways than can be checked beforehand.
    private async Task TryAsync(string path, Func<Task> action)
    {
        try
        {
            await action();
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            _errors.Add(e is UserErrorException
                ? e.Message
                : $"{path}: error: cannot show the result: {e.Message} The file is incomplete or was changed by hand.");
        }
    }
}

using System.CommandLine;
using System.CommandLine.Parsing;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The command <c>load report</c>, which prints result files again, and shows several of them side by side.
/// </summary>
internal sealed class ReportCommand : Command, IHasExample
{
    private readonly ToolContext _context;

    private readonly Argument<string[]> _files = new("result.json")
    {
        Description = "Result files of load run, load compare or load merge.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<bool> _forceOption = new("--force")
    {
        Description = "Show results side by side even if their conditions differ.",
    };

    private readonly Option<bool> _bigOption = new("--big")
    {
        Description = "Print the finding and a table of four columns only, for a room; the files have the rest.",
    };

    public ReportCommand(ToolContext context)
        : base(
            "report",
            "Print results from their files again, and write a Markdown file and an HTML page next to each file. "
            + "For several files, also write a page that shows them side by side.")
    {
        _context = context;
        Add(_files);
        Add(_forceOption);
        Add(_bigOption);
        _files.Validators.Add(RejectOptions);
        SetAction((parsed, _) => ReportAsync(
            parsed.GetRequiredValue(_files),
            parsed.GetValue(_forceOption),
            new ResultPrinter(context.Screen, parsed.GetValue(_bigOption))));
    }

    public string Example => "load report docs/results/20261120-1752-strategies.json";

    private async Task<int> ReportAsync(string[] paths, bool isForced, ResultPrinter printer)
    {
        var files = new List<(string Path, Result Result)>();
        var errors = new List<string>();
        foreach (var path in paths)
        {
            await CollectErrorAsync(
                () =>
                {
                    files.Add((path, Result.Read(path)));
                    return Task.CompletedTask;
                },
                errors,
                path);
        }

        foreach (var (path, result) in files)
        {
            await CollectErrorAsync(
                () =>
                {
                    printer.PrintResult(result);
                    printer.PrintEnd(result, path, ExitCode.Ok);
                    return ResultFiles.RewriteReportsAsync(result, path);
                },
                errors,
                path);
        }

        if (files.Count > 1)
            errors.AddRange(SideBySideReport.GetRejectionReasons(files, isForced));
        if (files.Count > 1 && errors.Count == 0)
            await CollectErrorAsync(() => WriteSideBySideAsync(files), errors, files[0].Path);
        foreach (var error in errors)
            await _context.Error.WriteLineAsync(error);
        return errors.Count == 0 ? ExitCode.Ok : ExitCode.UsageError;
    }

    private async Task WriteSideBySideAsync(IReadOnlyList<(string Path, Result Result)> files)
    {
        string[] sources = [.. files.Select(file => file.Path)];
        var path = SideBySideReport.GetPagePath(sources);
        await ResultFiles.WriteTextAsync(path, ReportPage.Render([.. files.Select(file => file.Result)]), sources);
        _context.Screen.PrintLine($"  beside   {path}");
    }

    // The command line parser takes an unknown option for one more result file.
    private static void RejectOptions(ArgumentResult result)
    {
        foreach (var token in result.Tokens.Where(token => token.Value.StartsWith('-')))
            result.AddError($"{token.Value}: error: unknown option. For a file with this name, write ./{token.Value}");
    }

    // An error in one result file must not hide the errors in the next file.
    private static async Task CollectErrorAsync(Func<Task> action, List<string> errors, string path)
    {
        try
        {
            await action();
        }
        catch (UserErrorException e)
        {
            errors.Add(e.Message);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // A file that was changed by hand can be wrong in more ways than can be checked beforehand.
            errors.Add($"{path}: error: cannot show the result: {e.Message} The file is incomplete or was changed by hand.");
        }
    }
}

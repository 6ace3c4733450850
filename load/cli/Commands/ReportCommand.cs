namespace TwoTier.Load.Cli.Commands;

internal sealed class ReportCommand : Command, IHasExample
{
    private readonly ToolContext _context;
    private readonly List<string> _errors = [];

    public ReportCommand(ToolContext context)
        : base(
            "report",
            "Print results from their files again, and write a Markdown file and an HTML page next to each file.")
    {
        _context = context;
        var files = new Argument<string[]>("result.json")
        {
            Description = "Result files of load run, load compare or load merge.",
            Arity = ArgumentArity.OneOrMore,
        };
        // The command line parser takes an unknown option for one more result file.
        files.Validators.Add(result =>
        {
            foreach (var token in result.Tokens.Where(token => token.Value.StartsWith('-')))
                result.AddError($"{token.Value}: error: unknown option. For a file with this name, write ./{token.Value}");
        });
        Add(files);
        SetAction((parsed, _) => ReportAsync(parsed.GetRequiredValue(files)));
    }

    public string Example => "load report docs/results/strategies/20261125-1130-strategies.json";

    private async Task<int> ReportAsync(string[] paths)
    {
        foreach (var path in paths)
        {
            await TryAsync(path, () =>
            {
                var result = Result.Read(path);
                _context.Screen.Print(ResultDocument.Create(result));
                _context.Screen.Print(ResultDocument.CreateEnd(result, path, ExitCode.Ok));
                return ResultFiles.RewriteReportsAsync(result, path);
            });
        }

        foreach (var error in _errors)
            await _context.Error.WriteLineAsync(error);
        return _errors.Count == 0 ? ExitCode.Ok : ExitCode.UsageError;
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

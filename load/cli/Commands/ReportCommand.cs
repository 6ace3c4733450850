namespace TwoTier.Load.Cli.Commands;

internal sealed class ReportCommand : Command, IHasExample
{
    public ReportCommand(ToolContext context)
        : base(
            "report",
            "Print results from their files again, and write a Markdown file and an HTML page next to each file.")
    {
        var files = ScenarioCommand.CreateResultFiles("Result files, or histories of load ab (*.ndjson), which are only printed.");
        Add(files);
        SetAction((parsed, _) => ReportAsync(context, parsed.GetRequiredValue(files)));
    }

    public string Example => "load report experiments/results/strategies/20261129-2253-demo.json";

    // An error in one result file must not hide the errors in the next file. A file that was changed by hand can be
    // wrong in more ways than can be checked beforehand.
    private static async Task<int> ReportAsync(ToolContext context, string[] paths)
    {
        var exitCode = ExitCode.Ok;
        foreach (var path in paths)
        {
            try
            {
                if (Path.GetExtension(path) is ".ndjson")
                {
                    context.Screen.Print(History.Describe(path));
                    continue;
                }

                var result = Result.Read(path);
                context.Screen.Print(result, path);
                await ResultFiles.WriteReportsAsync(result, path);
            }
            catch (Exception e)
            {
                await context.Error.WriteLineAsync(e is UserErrorException ? e.Message
                    : e is IOException or UnauthorizedAccessException ? $"{path}: error: {e.Message}"
                    : $"{path}: error: cannot show the result: {e.Message} The file is incomplete or was changed by hand.");
                exitCode = ExitCode.UsageError;
            }
        }

        return exitCode;
    }
}

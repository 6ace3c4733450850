namespace TwoTier.Load.Cli.Commands;

/// <summary>Prints the result of a run or of a comparison.</summary>
internal sealed class ResultPrinter(TerminalScreen screen, bool isBig = false)
{
    public void PrintResult(Result result) => screen.Print(result switch
    {
        _ when isBig => new BigView(result, screen.CreateView(), screen.Width).Draw(),
        { Kind: Result.RunKind } => new RunView(result, screen.CreateView(), screen.Width).Draw(),
        _ => new ComparisonView(result, screen.CreateView(), screen.Width).Draw(),
    });

    /// <summary>Prints the validity of a result and the paths of the files that were written.</summary>
    public void PrintFooter(Result result, string path, int? exitCode = null, string? hgrm = null)
    {
        if (isBig)
            return;
        screen.Print(result.Kind == Result.RunKind
            ? new RunFooter(result, screen.CreateView()).Draw(path, hgrm, exitCode ?? ExitCode.Ok)
            : new ComparisonFooter(result, screen.CreateView()).Draw(path, exitCode));
    }
}

namespace TwoTier.Load.Cli.Commands;

/// <summary>Prints the result of a run or of a comparison.</summary>
internal sealed class ResultPrinter(TerminalScreen screen, bool isBig = false)
{
    public void PrintResult(Result result) =>
        screen.Print(isBig ? ResultDocument.CreateBig(result) : ResultDocument.Create(result));

    public void PrintEnd(Result result, string? path, int exitCode, string? hgrm = null)
    {
        if (!isBig)
            screen.Print(ResultDocument.CreateEnd(result, path, hgrm, exitCode));
    }
}

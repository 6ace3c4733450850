using Load.Output.Terminal;
using Load.Results;
using Load.Results.Building;
using Load.Terminal;

namespace Load.Cli;

/// <summary>Prints the result of a run or of a comparison.</summary>
/// <param name="screen">The console.</param>
/// <param name="isBig">True to print the finding and a table of four columns only, for a room.</param>
internal sealed class ResultPrinter(TerminalScreen screen, bool isBig = false)
{
    public void PrintResult(Result result) => screen.Print(result switch
    {
        _ when isBig => new BigView(result, screen.CreateView(), screen.Width).Draw(),
        { Kind: RunResultBuilder.Kind } => new RunView(result, screen.CreateView(), screen.Width).Draw(),
        _ => new ComparisonView(result, screen.CreateView(), screen.Width).Draw(),
    });

    /// <summary>Prints the validity of a result and the paths of the files that were written.</summary>
    /// <param name="result">The result, which has already been written to a file.</param>
    /// <param name="path">The path of the result file.</param>
    /// <param name="exitCode">The exit code of the run, or null if the result was only read from a file.</param>
    /// <param name="hgrm">The path of the file with the latency distribution, or null if there is none.</param>
    public void PrintFooter(Result result, string path, int? exitCode = null, string? hgrm = null)
    {
        if (isBig)
            return;
        screen.Print(result.Kind == RunResultBuilder.Kind
            ? new RunFooter(result, screen.CreateView()).Draw(path, hgrm, exitCode ?? ExitCode.Ok)
            : new ComparisonFooter(result, screen.CreateView()).Draw(path, exitCode));
    }
}

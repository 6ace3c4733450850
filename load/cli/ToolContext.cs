namespace TwoTier.Load.Cli;

internal sealed record ToolContext(
    TerminalScreen Screen, TextWriter Error, TimeProvider Time, Func<TimeSpan> GetOwnCpuTime)
    : LoadEnvironment(Time, GetOwnCpuTime)
{
    public static ToolContext CreateForTerminal() => new(
        TerminalScreen.CreateForTerminal(), Console.Error, TimeProvider.System, GetCpuTimeOfThisProcess)
    {
        Machine = LinuxMachine.CreateForThisProcess(),
    };

    public bool CanWriteTo(string folder, string option = "--out")
    {
        try
        {
            Directory.CreateDirectory(folder);
            using var trial = new FileStream(
                Path.Combine(folder, Path.GetRandomFileName()),
                FileMode.CreateNew,
                FileAccess.Write,
                FileShare.None,
                bufferSize: 1,
                FileOptions.DeleteOnClose);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            Error.WriteLine($"{option}: error: cannot write to {folder}: {e.Message}");
            return false;
        }
    }
}

namespace Load.Terminal;

/// <summary>What a command needs from the machine it runs on; tests give their own.</summary>
/// <param name="Screen">Where results and progress go.</param>
/// <param name="Error">Where mistakes go.</param>
/// <param name="Time">The clock.</param>
/// <param name="OwnCpu">CPU time this process has used so far.</param>
internal sealed record ToolContext(Screen Screen, TextWriter Error, TimeProvider Time, Func<TimeSpan> OwnCpu)
{
    public static ToolContext CreateForTerminal() =>
        new(Screen.CreateForTerminal(), Console.Error, TimeProvider.System, () => Environment.CpuUsage.TotalTime);

    /// <summary>Known before the minutes of measuring, not after; says why not.</summary>
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
            Error.WriteLine($"{option} error cannot write to {folder}: {e.Message}");
            return false;
        }
    }
}

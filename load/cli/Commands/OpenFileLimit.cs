namespace TwoTier.Load.Cli.Commands;

/// <summary>Checks before a run that the limit of open files allows its connections, each of which needs one.</summary>
internal static class OpenFileLimit
{
    // The files that a run opens besides its connections to the target: results, assemblies, connections to the metrics
    // of the monitored processes and to readers of the events.
    private const int ReservedFiles = 64;

    public static void ThrowIfTooLow(int connections, int servers)
    {
        if (!OperatingSystem.IsLinux())
            return;
        var line = File.ReadLines("/proc/self/limits")
            .First(one => one.StartsWith("Max open files", StringComparison.Ordinal));
        var soft = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[3];
        var open = Directory.EnumerateFileSystemEntries("/proc/self/fd").Count();
        var needed = (long)connections * servers + open + ReservedFiles;
        if (long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && needed > limit)
        {
            throw new UserErrorException(
                $"-c: error: {(long)connections * servers} connections need {needed} open files, "
                + $"and the limit is {limit}. Nothing was sent. Try ulimit -n {needed}, or fewer connections");
        }
    }
}

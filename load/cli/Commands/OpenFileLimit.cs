using System.Runtime.InteropServices;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Checks before a run that the limit of open files allows all connections of the run, because each connection needs an
/// open file.
/// </summary>
internal static class OpenFileLimit
{
    // The files that a run opens besides its connections to the target: results, assemblies, connections to the metrics
    // of the monitored processes and to readers of the events.
    private const int ReservedFiles = 64;
    private const int OpenFilesOnLinux = 7;
    private const int OpenFilesOnMacOS = 8;
    private const string OpenFilesFolder = "/proc/self/fd";

    public static void ThrowIfTooLow(int connections, int servers)
    {
        if (GetLimit() is not { } limit)
            return;
        var open =
            Directory.Exists(OpenFilesFolder) ? Directory.EnumerateFileSystemEntries(OpenFilesFolder).Count() : 0;
        var needed = (long)connections * servers + open + ReservedFiles;
        if (needed > limit)
        {
            throw new UserErrorException(
                $"-c: error: {(long)connections * servers} connections need {needed} open files, "
                + $"and the limit is {limit}. Nothing was sent. Try ulimit -n {needed}, or fewer connections");
        }
    }

    // Gets the soft limit of open files, which the .NET runtime raises to the hard limit when a process starts.
    private static long? GetLimit()
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsMacOS())
            return null;
        var resource = OperatingSystem.IsLinux() ? OpenFilesOnLinux : OpenFilesOnMacOS;
        return GetResourceLimit(resource, out var limit) == 0 && limit.SoftLimit <= int.MaxValue
            ? (long)limit.SoftLimit : null;
    }

    [DllImport("libc", EntryPoint = "getrlimit")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetResourceLimit(int resource, out ResourceLimit limit);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct ResourceLimit
    {
        public readonly ulong SoftLimit;
        public readonly ulong HardLimit;
    }
}

using System.Diagnostics;

namespace TwoTier.Load.Services;

/// <summary>
/// Starts programs that end with the load tool, even if it is killed, with all that they have started in turn. They end
/// when their standard input is closed: by SIGTERM, and by SIGKILL after two seconds. Not on Windows.
/// </summary>
internal static class GuardedProcess
{
    // Starts the program in a process group of its own, so that Ctrl-C does not reach it, and what it starts is stopped
    // with it. The second process holds the other end of our pipe: it stops the group even if the load tool is killed,
    // alone or with its process group, as timeout does. A process that was frozen must go on to end. What a program
    // leaves behind in its group ends with it.
    private const string Guard = """
        exec 3<&0
        own=
        if command -v setsid > /dev/null; then own=setsid; else set -m; fi
        (exec $own "$@" < /dev/null) &
        service=$!
        trap '' INT HUP TERM
        finish() {
          tries=0
          while kill -s 0 -- "-$service" && [ $tries -lt 25 ]; do
            case $tries in 0) signal=TERM ;; 20) signal=KILL ;; *) signal=CONT ;; esac
            kill -s $signal -- "-$service"
            sleep 0.1
            tries=$((tries + 1))
          done
        }
        { cat <&3; finish; } > /dev/null 2>&1 &
        wait $service
        code=$?
        { finish; kill -s KILL $!; } > /dev/null 2>&1
        exit $code
        """;

    private const int KeptLines = 1000;
    private const int KeptLength = 4096;
    private const int ShownLines = 10;

    /// <summary>How long a build may take.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(15);

    private static readonly TimeSpan OutputLimit = TimeSpan.FromSeconds(2);

    public static ProcessStartInfo CreateStart(string program, params IEnumerable<string> arguments) =>
        OperatingSystem.IsWindows()
            ? new ProcessStartInfo(program, arguments)
            : new ProcessStartInfo("/bin/sh", ["-c", Guard, "guard", program, .. arguments]);

    public static Process Start(ProcessStartInfo start, string folder)
    {
        start.WorkingDirectory = folder;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        return ToolEnvironment.Start(start);
    }

    /// <summary>Begins to stop a program, with all that it has started.</summary>
    public static void Stop(Process process)
    {
        try
        {
            if (OperatingSystem.IsWindows())
                process.Kill(entireProcessTree: true);
            else
                process.StandardInput.Close();
        }
        catch (Exception e) when (e is InvalidOperationException or IOException)
        {
            // It has ended already.
        }
    }

    /// <summary>Runs a program to its end, and returns its last output, with the errors if it failed.</summary>
    /// <exception cref="ServiceException">It had not ended after the limit.</exception>
    public static async Task<(int ExitCode, string Output)> RunAsync(
        string program, string[] arguments, string folder, CancellationToken stop, TimeSpan? limit = null)
    {
        var start = CreateStart(program, arguments);
        // Otherwise, the nodes of MSBuild would wait for more to build.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using var process = Start(start, folder);
        var (output, errors) = (new LastLines(KeptLines, KeptLength), new LastLines(KeptLines, KeptLength));
        var reading = Task.WhenAll(output.ReadAsync(process.StandardOutput), errors.ReadAsync(process.StandardError));
        using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        end.CancelAfter(limit ?? Limit);
        try
        {
            await process.WaitForExitAsync(end.Token);
        }
        catch (OperationCanceledException)
        {
            Stop(process);
            await process.WaitForExitAsync(CancellationToken.None);
            throw stop.IsCancellationRequested ? CreateStopped(stop) : new ServiceException(
                $"{program} {arguments[0]} was ended after {FormatSeconds((limit ?? Limit).TotalSeconds)}, the limit. "
                + $"Its last lines:{output.Format(ShownLines)}{errors.Format(ShownLines)}");
        }

        // What could not be ended may keep it open.
        await reading.WaitAsync(OutputLimit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return (process.ExitCode, string.Join('\n', process.ExitCode == 0 ? [output] : [output, errors]));
    }

    public static OperationCanceledException CreateStopped(CancellationToken stop) =>
        new("Stopped during the build. There is nothing to report.", stop);
}

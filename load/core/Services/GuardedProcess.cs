namespace TwoTier.Load.Services;

/// <summary>
/// Starts programs that end with the load tool, even if it is killed, with all that they have started in turn. They end
/// when their standard input is closed: by SIGTERM, and by SIGKILL at a limit. Not on Windows.
/// </summary>
internal static class GuardedProcess
{
    // The shell becomes the program, in a process group of its own, so that Ctrl-C does not reach it, and what it starts
    // is stopped with it. What the shell leaves behind holds the other end of our pipe: it stops the group even if the
    // load tool is killed, alone or with its process group, as timeout does. A process that was frozen must go on to
    // end. The group may not exist at the first tries. It is no child of the program, which would be measured with it.
    private const string Guard = """
        exec 3<&0
        service=$$
        last=$1
        shift
        ({
          trap '' INT HUP TERM
          cat <&3
          signal=TERM tries=0
          while [ $tries -lt 10 ] || { [ $tries -le $((last + 5)) ] && kill -s 0 -- "-$service"; }; do
            [ $tries -lt $last ] || signal=KILL
            kill -s $signal -- "-$service" && signal=CONT
            sleep 0.1
            tries=$((tries + 1))
          done
        } > /dev/null 2>&1 &)
        exec "$@" < /dev/null 3<&-
        """;

    // Not in a session of its own, where Perl is: Linux schedules each session as a group (autogroup), and a service of
    // the demo that had its own took 40 % more CPU time, as threads that spin then yield to nobody.
    private static readonly string[] NewGroup = File.Exists("/usr/bin/perl")
        ? ["/usr/bin/perl", "-e", "setpgrp; exec {$ARGV[0]} @ARGV or die qq($ARGV[0]: $!\\n)"] : ["setsid"];

    private const int KeptLines = 1000;
    private const int KeptLength = 4096;
    private const int ShownLines = 10;

    // How long a step of a build may take.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(15);

    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan OutputLimit = TimeSpan.FromSeconds(4);

    /// <summary>Starts a program that ends with this one.</summary>
    /// <param name="program">The program, its arguments, its folder and its variables.</param>
    /// <param name="endLimit">The time after which it is killed, when it was asked to end.</param>
    public static Process Start(ProcessStartInfo program, TimeSpan endLimit)
    {
        if (OperatingSystem.IsWindows())
            return ToolEnvironment.Start(program);
        string[] guarded = [$"{endLimit.TotalSeconds * 10:0}", .. NewGroup, program.FileName, .. program.ArgumentList];
        var start = new ProcessStartInfo("/bin/sh", ["-c", Guard, "guard", .. guarded])
        {
            WorkingDirectory = program.WorkingDirectory,
        };
        start.Environment.Clear();
        foreach (var (name, value) in program.Environment)
            start.Environment[name] = value;
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
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = folder };
        // Otherwise, the nodes of MSBuild would wait for more to build.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using var process = Start(start, EndLimit);
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
            if (stop.IsCancellationRequested)
                throw new OperationCanceledException("Stopped during the build. There is nothing to report.", stop);
            throw new ServiceException(
                $"{program} {arguments[0]} was ended after {FormatSeconds((limit ?? Limit).TotalSeconds)}, the limit. "
                + $"Its last lines:{output.Format(ShownLines)}{errors.Format(ShownLines)}");
        }

        // What it has left behind may keep it open.
        Stop(process);
        await reading.WaitAsync(OutputLimit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return (process.ExitCode, string.Join('\n', process.ExitCode == 0 ? [output] : [output, errors]));
    }
}

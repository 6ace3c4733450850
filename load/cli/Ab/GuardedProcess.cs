using System.Diagnostics;

namespace TwoTier.Load.Cli.Ab;

/// <summary>
/// Starts programs that end with the load tool, even if it is killed, with all that they have started in turn. They end
/// when their standard input is closed: by SIGTERM, and by SIGKILL after two seconds. Not on Windows.
/// </summary>
internal static class GuardedProcess
{
    // Starts the program in a process group of its own, so that Ctrl-C does not reach it, and what it starts is stopped
    // with it. The second process holds the other end of our pipe: it stops the group even if the load tool is killed,
    // alone or with its process group, as timeout does. A process that was frozen must go on to end.
    private const string Guard = """
        exec 3<&0
        if command -v setsid > /dev/null; then setsid "$@" < /dev/null & else set -m; "$@" < /dev/null & fi
        service=$!
        trap '' INT HUP TERM
        {
          cat <&3 > /dev/null
          kill -s TERM -- "-$service"
          kill -s CONT -- "-$service"
          tries=0
          while [ $tries -lt 20 ] && kill -s 0 -- "-$service"; do sleep 0.1; tries=$((tries + 1)); done
          kill -s KILL -- "-$service"
        } > /dev/null 2>&1 &
        wait $service
        code=$?
        tries=0
        while [ $tries -lt 20 ] && kill -s 0 -- "-$service" 2> /dev/null; do sleep 0.05; tries=$((tries + 1)); done
        exit $code
        """;

    public static ProcessStartInfo CreateStart(string program, params IEnumerable<string> arguments) =>
        OperatingSystem.IsWindows()
            ? new ProcessStartInfo(program, arguments)
            : new ProcessStartInfo("/bin/sh", ["-c", Guard, "load ab", program, .. arguments]);

    public static Process Start(ProcessStartInfo start, string folder)
    {
        start.WorkingDirectory = folder;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        return ToolEnvironment.Start(start);
    }

    /// <summary>Runs a program to its end, and returns its output, with the errors if it failed.</summary>
    public static async Task<(int ExitCode, string Output)> RunAsync(
        string program, string[] arguments, string folder, CancellationToken stop)
    {
        var start = CreateStart(program, arguments);
        // Otherwise, the nodes of MSBuild would wait for more to build.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using var process = Start(start, folder);
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            await process.WaitForExitAsync(stop);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new OperationCanceledException("Stopped during the build. There is nothing to report.", stop);
        }

        return (process.ExitCode, await output + (process.ExitCode == 0 ? "" : await errors));
    }
}

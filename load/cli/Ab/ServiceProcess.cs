using System.Buffers;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace TwoTier.Load.Cli.Ab;

/// <summary>
/// A service that was started by a command, with all processes that the command started in turn. Disposing stops them:
/// SIGTERM, and SIGKILL after five seconds.
/// </summary>
internal sealed class ServiceProcess : IAsyncDisposable
{
    /// <summary>What a command and its arguments have in place of the port.</summary>
    public const string PortPlaceholder = "{port}";

    private const int MaxLines = 15;

    // Starts the command in a process group of its own, so that Ctrl-C does not reach it, and what it starts is stopped
    // with it. The second process holds the other end of our pipe: it stops the group even if the load tool is killed,
    // alone or with its process group, as timeout does.
    private const string Guard = """
        exec 3<&0
        if command -v setsid > /dev/null; then setsid sh -c "$1" < /dev/null & else set -m; sh -c "$1" < /dev/null & fi
        service=$!
        trap '' INT HUP TERM
        {
          cat <&3 > /dev/null
          kill -s TERM -- "-$service"
          tries=0
          while [ $tries -lt 50 ] && kill -s 0 -- "-$service"; do sleep 0.1; tries=$((tries + 1)); done
          kill -s KILL -- "-$service"
        } > /dev/null 2>&1 &
        wait $service
        code=$?
        tries=0
        while [ $tries -lt 20 ] && kill -s 0 -- "-$service" 2> /dev/null; do sleep 0.05; tries=$((tries + 1)); done
        exit $code
        """;

    // A command with one of these is a program of the shell; any other takes the shell's place.
    private static readonly SearchValues<char> ShellCharacters = SearchValues.Create(";|&<>()$`\n=");
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(8);

    private readonly Process _process;
    private readonly string _command;
    private readonly Queue<string> _lines = new();

    private ServiceProcess(Process process, int port, string command)
    {
        (_process, Port, _command) = (process, port, command);
        process.OutputDataReceived += KeepLine;
        process.ErrorDataReceived += KeepLine;
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    public int Port { get; }

    public bool HasExited => _process.HasExited;
    public int ExitCode => _process.ExitCode;

    /// <summary>Starts a command with a free port, of which it learns in three ways.</summary>
    public static ServiceProcess Start(string command, string folder, int port)
    {
        var withPort = command.Replace(PortPlaceholder, $"{port}", StringComparison.Ordinal);
        var isSimple = !withPort.AsSpan().ContainsAny(ShellCharacters);
        var start = OperatingSystem.IsWindows()
            ? new ProcessStartInfo("cmd.exe", $"/d /s /c \"{withPort}\"")
            : new ProcessStartInfo("/bin/sh", ["-c", Guard, "load ab", isSimple ? $"exec {withPort}" : withPort]);
        start.WorkingDirectory = folder;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        start.Environment["ASPNETCORE_URLS"] = $"http://127.0.0.1:{port}";
        start.Environment["PORT"] = $"{port}";
        return new ServiceProcess(ToolEnvironment.Start(start), port, withPort);
    }

    /// <summary>Waits until the service accepts connections.</summary>
    public async Task WaitUntilListeningAsync(string name, TimeSpan limit, CancellationToken stop)
    {
        var started = Stopwatch.GetTimestamp();
        while (!await IsListeningAsync(stop))
        {
            if (_process.HasExited)
            {
                // Its last lines may be on their way, and a child that it left behind may keep them open.
                await _process.WaitForExitAsync(stop).WaitAsync(TimeSpan.FromSeconds(1), stop)
                    .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                throw Fail(name, $"ended with exit code {_process.ExitCode} before it listened on port {Port}");
            }

            if (Stopwatch.GetElapsedTime(started) > limit)
            {
                throw Fail(
                    name,
                    $"does not listen on port {Port} after {limit.TotalSeconds:0} s. It learns the port from "
                    + "ASPNETCORE_URLS, from PORT, or from {port} in the command; --ready allows more time");
            }

            await Task.Delay(50, stop);
        }
    }

    /// <summary>Creates the error that says what became of the service, with its last lines.</summary>
    public ServiceException Fail(string name, string problem)
    {
        string[] lines;
        lock (_lines)
            lines = [.. _lines.Select(line => $"\n    {line}")];
        return new ServiceException($"{name} {problem}.\n  command  {_command}\n"
            + (lines is [] ? "  It wrote nothing." : $"  its last lines:{string.Concat(lines)}"));
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            if (OperatingSystem.IsWindows())
                _process.Kill(entireProcessTree: true);
            else
                _process.StandardInput.Close();
            using var limit = new CancellationTokenSource(StopLimit);
            await _process.WaitForExitAsync(limit.Token);
        }
        catch (Exception e) when (e is OperationCanceledException or InvalidOperationException or IOException)
        {
            // It has ended already, or a process that it started keeps its output open.
        }

        _process.Dispose();
    }

    public static int[] FindFreePorts(int count)
    {
        TcpListener[] listeners = [.. Enumerable.Range(0, count).Select(_ => new TcpListener(IPAddress.Loopback, 0))];
        foreach (var listener in listeners)
            listener.Start();
        int[] ports = [.. listeners.Select(listener => ((IPEndPoint)listener.LocalEndpoint).Port)];
        foreach (var listener in listeners)
            listener.Dispose();
        return ports;
    }

    private async Task<bool> IsListeningAsync(CancellationToken stop)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, Port, stop);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private void KeepLine(object sender, DataReceivedEventArgs output)
    {
        if (output.Data is null)
            return;
        lock (_lines)
        {
            _lines.Enqueue(output.Data);
            if (_lines.Count > MaxLines)
                _lines.Dequeue();
        }
    }
}

/// <summary>A service that <c>load ab</c> starts could not be built or started, or ended too early.</summary>
internal sealed class ServiceException(string message) : TargetUnreachableException(message);

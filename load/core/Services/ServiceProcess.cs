using System.Diagnostics;

namespace TwoTier.Load.Services;

/// <summary>
/// A service that was started by a command, with all processes that the command started in turn. Disposing stops them.
/// </summary>
internal sealed class ServiceProcess : IAsyncDisposable
{
    /// <summary>What a command and its arguments have in place of the port.</summary>
    public const string PortPlaceholder = "{port}";

    private const int MaxLines = 15;

    // All users of the machine see the arguments of a process, and only its own user sees its environment.
    private const string CommandVariable = "LOAD_AB_COMMAND";
    private const string RunCommand =
        $"command=${CommandVariable}; unset {CommandVariable}; eval \"$command\"";

    // A command with one of these is a program of the shell; any other takes the shell's place.
    private static readonly SearchValues<char> ShellCharacters = SearchValues.Create(";|&<>()$`\n=");
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(5);

    private readonly Process _process;
    private readonly string _text;
    private readonly LastLines _lines = new(MaxLines);
    private readonly Task _ended;

    private ServiceProcess(Process process, int port, string text, ServiceContainer? container)
    {
        (_process, Port, _text, Container) = (process, port, text, container);
        Url = $"http://127.0.0.1:{port}";
        _ended = Task.WhenAll(
            _lines.ReadAsync(process.StandardOutput),
            _lines.ReadAsync(process.StandardError),
            process.WaitForExitAsync());
    }

    public int Port { get; }

    /// <summary>The container that the command starts; null if it starts none.</summary>
    public ServiceContainer? Container { get; }

    public string Url { get; private set; }

    public bool HasExited => _process.HasExited;

    /// <summary>The number of lines that the service has written.</summary>
    public long LineCount => _lines.Count;

    /// <summary>Starts a command with a free port, of which it learns in three ways.</summary>
    /// <exception cref="ServiceException">The port is not free, so that another service would be measured.</exception>
    public static async Task<ServiceProcess> StartAsync(Side side, int port, CancellationToken stop)
    {
        if (await FindListenerAsync(port, stop) is { } other)
            throw new ServiceException($"{side.Name} cannot start: {other} listens on port {port}");
        var container = side.Image is null ? null : new ServiceContainer(side.Image);
        var command = container?.Command ?? side.Command;
        var withPort = command.Replace(PortPlaceholder, $"{port}", StringComparison.Ordinal);
        var isSimple = !withPort.AsSpan().ContainsAny(ShellCharacters);
        var start = OperatingSystem.IsWindows()
            ? new ProcessStartInfo("cmd.exe", $"/d /s /c \"{withPort}\"")
            : GuardedProcess.CreateStart("sh", "-c", RunCommand);
        start.Environment[CommandVariable] = isSimple ? $"exec {withPort}" : withPort;
        start.Environment["ASPNETCORE_URLS"] = $"http://127.0.0.1:{port}";
        start.Environment["PORT"] = $"{port}";
        return new ServiceProcess(GuardedProcess.Start(start, side.Folder), port, side.Text, container);
    }

    /// <summary>Waits until the service accepts connections, or its container runs.</summary>
    public async Task WaitUntilListeningAsync(string name, TimeSpan limit, CancellationToken stop)
    {
        if (Container is not null)
        {
            Url = await Container.FindUrlAsync(this, stop) ?? throw await FailAsync(name, "", "before it listened");
            return;
        }

        var started = Stopwatch.GetTimestamp();
        while (!await IsListeningAsync(Port, stop))
        {
            stop.ThrowIfCancellationRequested();
            if (_process.HasExited)
                throw await FailAsync(name, "", $"before it listened on port {Port}");
            if (Stopwatch.GetElapsedTime(started) > limit)
            {
                throw Fail(
                    name,
                    $"does not listen on port {Port} after {limit.TotalSeconds:0} s"
                    + (ProcessTree.FindPorts(_process.Id) is [var other, ..]
                        ? $", but on {other}. Write {PortPlaceholder} where its command sets the port"
                        : ". A service gets its port in the variables ASPNETCORE_URLS and PORT, or in place of "
                            + $"{PortPlaceholder} in its command. --ready allows more time"));
            }

            await Task.Delay(50, stop);
        }
    }

    /// <summary>Creates the error of a service that has ended or, if it has not, that has another problem.</summary>
    public async Task<ServiceException> FailAsync(string name, string problem, string when)
    {
        // It may be ending, its last lines may be on their way, and a child that it left behind may keep them open.
        await _ended.WaitAsync(TimeSpan.FromSeconds(2)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var end = !_process.HasExited ? problem
            : _process.ExitCode == 0 ? "ended with exit code 0 (a service must stay in the foreground)"
            : $"ended with exit code {_process.ExitCode}";
        return Fail(name, $"{end} {when}");
    }

    /// <summary>Creates the error that says what became of the service, with its last lines.</summary>
    public ServiceException Fail(string name, string problem)
    {
        var lines = _lines.Format(MaxLines);
        return new ServiceException($"{name} {problem}{Container?.PortNote}.\n  command  {_text}\n"
            + (lines is "" ? "  It wrote nothing." : $"  last lines of its output:{lines}"));
    }

    /// <summary>Begins to stop the service.</summary>
    public void Stop() => GuardedProcess.Stop(_process);

    public async ValueTask DisposeAsync()
    {
        Stop();
        // A process that it started may keep its output open.
        await _ended.WaitAsync(StopLimit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await (Container?.RemoveAsync() ?? Task.CompletedTask);
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

    /// <summary>Finds who listens on a port of this machine, as far as it can be known; null if nobody does.</summary>
    public static async Task<string?> FindListenerAsync(int port, CancellationToken stop)
    {
        // A process that is ending still accepts connections for a moment, when its id is no longer known.
        for (var attempts = 20; await IsListeningAsync(port, stop); attempts--)
        {
            if (ProcessTree.Find(new Uri($"http://127.0.0.1:{port}")) is { Listeners: [var id, ..] } tree)
                return $"process {id} ({tree.Program})";
            if (attempts == 0)
                return "a process of unknown id";
            await Task.Delay(50, stop);
        }

        return null;
    }

    private static async Task<bool> IsListeningAsync(int port, CancellationToken stop)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, port, stop);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}

/// <summary>A service that <c>load ab</c> starts could not be built or started, or ended too early.</summary>
internal sealed class ServiceException(string message) : TargetUnreachableException(message);

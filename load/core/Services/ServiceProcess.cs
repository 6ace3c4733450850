namespace TwoTier.Load.Services;

/// <summary>
/// A program that serves HTTP on this machine, with all processes that it starts in turn. They end when it is disposed
/// of, and also when this process ends, even if it is killed.
/// </summary>
/// <example>
/// <code>
/// await using var service = await ServiceProcess.StartAsync("dotnet Shop.dll");
/// var result = await new LoadRun($"{service.Address}orders").RunAsync();
/// </code>
/// </example>
public sealed partial class ServiceProcess : IAsyncDisposable
{
    /// <summary>What a command, an argument or an address has in place of the port.</summary>
    public const string PortPlaceholder = "{port}";

    private const int MaxLines = 15;

    // All users of the machine see the arguments of a process, and only its own user sees its environment.
    private const string CommandVariable = "LOAD_AB_COMMAND";
    private const string RunCommand =
        $"command=${CommandVariable}; unset {CommandVariable}; eval \"$command\"";

    // As where it is deployed, a service runs in Production unless it is told otherwise.
    private static readonly string[] EnvironmentNames = ["ASPNETCORE_ENVIRONMENT", "DOTNET_ENVIRONMENT"];

    // A command with one of these is a program of the shell; any other takes the shell's place.
    private static readonly SearchValues<char> ShellCharacters = SearchValues.Create(";|&<>()$`\n=");
    private static readonly TimeSpan ListenInterval = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan ReadyInterval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan TimeAfterKill = TimeSpan.FromSeconds(3);

    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly ServiceOptions _options;
    private readonly LastLines _lines = new(MaxLines);
    private readonly Task _ended;

    private ServiceProcess(ProcessStartInfo program, int port, ServiceOptions options)
    {
        (_options, Address) = (options, new Uri(SetPort(options.Address, port)));
        Process = GuardedProcess.Start(program, options.EndLimit);
        _ended = Task.WhenAll(
            _lines.ReadAsync(Process.StandardOutput),
            _lines.ReadAsync(Process.StandardError),
            Process.WaitForExitAsync());
    }

    /// <summary>The process of the program, or of the shell that runs its command.</summary>
    public Process Process { get; }

    /// <summary>Where it listens.</summary>
    public Uri Address { get; private set; }

    /// <summary>How long it took until it listened; null before, and for a container.</summary>
    internal TimeSpan? ReadyTime { get; private set; }

    /// <summary>The container that the command starts; null if it starts none.</summary>
    internal ServiceContainer? Container { get; private init; }

    /// <summary>
    /// Starts a command line of the shell at a free port of 127.0.0.1, and waits until it listens. It runs in Production,
    /// unless the command itself sets another environment.
    /// </summary>
    /// <param name="command">
    /// The command. It learns of its port in the variables ASPNETCORE_URLS and PORT, and in place of
    /// <see cref="PortPlaceholder"/> in its text.
    /// </param>
    /// <param name="folder">The folder in which it runs; null for the current one.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TargetUnreachableException">It ended, or does not listen; with the last lines it wrote.</exception>
    public static Task<ServiceProcess> StartAsync(
        string command, string? folder = null, CancellationToken cancellationToken = default) =>
        WaitAsync(Start(command, folder ?? "", new ServiceOptions()), cancellationToken);

    /// <summary>Starts a program at a free port, and waits until it is ready.</summary>
    /// <param name="program">The program, in whose arguments the port stands as <see cref="PortPlaceholder"/>.</param>
    /// <param name="options">How it is started and ended; null for the defaults.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TargetUnreachableException">It ended, or is not ready; with the last lines it wrote.</exception>
    public static Task<ServiceProcess> StartAsync(
        ProcessStartInfo program, ServiceOptions? options = null, CancellationToken cancellationToken = default)
    {
        var port = FreePort.FindAddress().Port;
        for (var i = 0; i < program.ArgumentList.Count; i++)
            program.ArgumentList[i] = SetPort(program.ArgumentList[i], port);
        return WaitAsync(new ServiceProcess(program, port, options ?? new ServiceOptions()), cancellationToken);
    }

    /// <summary>Starts the command or the container of a side, without waiting.</summary>
    internal static ServiceProcess Start(Side side, TimeSpan readyLimit)
    {
        var container = side.Image is null ? null : new ServiceContainer(side.Image, side.Variables.Keys);
        var options = new ServiceOptions { Name = side.Name, Text = side.Text, ReadyLimit = readyLimit };
        return Start(container?.Command ?? side.Command, side.Folder, options, container, side.Variables);
    }

    /// <summary>Waits until the service is ready, or its container runs.</summary>
    internal async Task WaitUntilReadyAsync(CancellationToken stop)
    {
        if (Container is not null)
        {
            Address = new Uri(
                await Container.FindUrlAsync(this, stop) ?? throw await FailAsync("", "before it listened"));
            return;
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(_options.ReadyLimit);
        var when = $"before it listened on port {Address.Port}";
        try
        {
            while (!await IsListeningAsync(limit.Token))
                await WaitAsync(ListenInterval);
            ReadyTime = Stopwatch.GetElapsedTime(_started);
            when = "before it was ready";
            using var own = new HttpClient(new SocketsHttpHandler { UseProxy = false });
            while (_options.ReadyPath is not null && !await IsReadyAsync(_options.ReadyClient ?? own, limit.Token))
                await WaitAsync(ReadyInterval);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw Fail(await IsListeningAsync(stop)
                ? $"was not ready within {_options.ReadyLimit.TotalSeconds:0} s"
                : DescribeSilence());
        }

        async Task WaitAsync(TimeSpan interval)
        {
            if (Process.HasExited)
                throw await FailAsync("", when);
            await Task.Delay(interval, limit.Token);
        }
    }

    /// <summary>Creates the error of a service that has ended or, if it has not, that has another problem.</summary>
    internal async Task<ServiceException> FailAsync(string problem, string when)
    {
        // It may be ending, its last lines may be on their way, and a child that it left behind may keep them open.
        await _ended.WaitAsync(TimeSpan.FromSeconds(2)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var end = !Process.HasExited ? problem
            : Process.ExitCode == 0 ? "ended with exit code 0 (a service must stay in the foreground)"
            : $"ended with exit code {Process.ExitCode}";
        return Fail($"{end} {when}");
    }

    /// <summary>Begins to end the service.</summary>
    internal void Stop() => GuardedProcess.Stop(Process);

    /// <summary>
    /// Ends the service: asks it to end, so that it can answer the requests that it has accepted, and kills what has not
    /// ended at the limit.
    /// </summary>
    public async ValueTask DisposeAsync()
    {
        Stop();
        // A process that it started may keep its output open.
        await _ended.WaitAsync(_options.EndLimit + TimeAfterKill)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await (Container?.RemoveAsync() ?? Task.CompletedTask);
        Process.Dispose();
    }

    private static ServiceProcess Start(
        string command, string folder, ServiceOptions options, ServiceContainer? container = null,
        IReadOnlyDictionary<string, string>? variables = null)
    {
        var port = FreePort.FindAddress().Port;
        var withPort = SetPort(command, port);
        var isSimple = !withPort.AsSpan().ContainsAny(ShellCharacters);
        var start = OperatingSystem.IsWindows()
            ? new ProcessStartInfo("cmd.exe", $"/d /s /c \"{withPort}\"")
            : new ProcessStartInfo("sh", ["-c", RunCommand]);
        start.WorkingDirectory = folder;
        foreach (var name in EnvironmentNames)
            start.Environment.Remove(name);
        foreach (var (name, value) in variables ?? new Dictionary<string, string>())
            start.Environment[name] = value;
        start.Environment[CommandVariable] = isSimple ? $"exec {withPort}" : withPort;
        // The second one also replaces an address of appsettings.json.
        start.Environment["ASPNETCORE_URLS"] = start.Environment["URLS"] = $"http://127.0.0.1:{port}";
        start.Environment["PORT"] = $"{port}";
        return new ServiceProcess(start, port, options) { Container = container };
    }

    private static async Task<ServiceProcess> WaitAsync(ServiceProcess service, CancellationToken stop)
    {
        try
        {
            await service.WaitUntilReadyAsync(stop);
            return service;
        }
        catch
        {
            await service.DisposeAsync();
            throw;
        }
    }

    private static string SetPort(string text, int port) =>
        text.Replace(PortPlaceholder, $"{port}", StringComparison.Ordinal);

    private string DescribeSilence()
    {
        var ports = OperatingSystem.IsLinux() ? ProcessTree.Of(Process.Id).FindPorts() : [];
        return $"does not listen on port {Address.Port} after {_options.ReadyLimit.TotalSeconds:0} s"
            + (ports is [] ? "" : $", but on {string.Join(", ", ports.Select(DescribePort))}")
            + ". A service gets its port in the variables ASPNETCORE_URLS and PORT, or in place of "
            + $"{PortPlaceholder} in its command{(_options.Text is null ? "" : ". --ready allows more time")}";
    }

    // Says what became of the service, with its last lines.
    private ServiceException Fail(string problem)
    {
        var lines = _lines.Format(MaxLines);
        var taken = TakenPort().Match(lines) is { Success: true } match
            ? $": port {DescribePort(int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture))} is in use" : "";
        return new ServiceException($"{_options.Name} {problem}{taken}{Container?.PortNote}.\n"
            + (_options.Text is null ? "" : $"  command  {_options.Text}\n")
            + (lines is "" ? "  It wrote nothing." : $"  last lines of its output:{lines}"));
    }

    // Names the line of the settings or of the code that has the port, if one has it.
    private string DescribePort(int port) => (
        from pattern in (string[])["appsettings*.json", "*.cs"]
        from file in Directory.EnumerateFiles(Path.Combine(".", Process.StartInfo.WorkingDirectory), pattern)
        from line in File.ReadLines(file).Index()
        where Regex.IsMatch(line.Item, $@"[:(]\s*{port}\b")
        select $"{port} ({Path.GetFileName(file)}, line {line.Index + 1}: {line.Item.Trim()})")
        .FirstOrDefault($"{port}");

    [GeneratedRegex(@":(\d+): address already in use")]
    private static partial Regex TakenPort();

    // The connection is closed at once, because others would take it for a client's.
    private async Task<bool> IsReadyAsync(HttpClient client, CancellationToken stop)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(Address, _options.ReadyPath));
            request.Headers.ConnectionClose = true;
            using var response = await client.SendAsync(request, stop);
            return response.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    private async Task<bool> IsListeningAsync(CancellationToken stop)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, Address.Port, stop);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}

/// <summary>A service could not be built or started, or ended too early.</summary>
internal sealed class ServiceException(string message) : TargetUnreachableException(message);

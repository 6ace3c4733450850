using System.Collections.Concurrent;

namespace Experiments.Hosting;

/// <summary>A service that runs as a process and listens on a free port of the loopback interface.</summary>
internal sealed class ServiceProcess : IAsyncDisposable
{
    private const int MaxLogLines = 50;
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(40);
    private readonly string _name;
    private readonly TaskCompletionSource<Uri> _address = new();
    private readonly ConcurrentQueue<string> _logLines = [];

    private ServiceProcess(string name, ProcessStartInfo program)
    {
        _name = name;
        program.RedirectStandardOutput = program.RedirectStandardError = true;
        Process = ProcessRunner.Start(program);
        Process.OutputDataReceived += (_, line) => Read(line.Data);
        Process.ErrorDataReceived += (_, line) => Read(line.Data);
        Process.Exited += (_, _) => ReportExit();
        Process.BeginOutputReadLine();
        Process.BeginErrorReadLine();
        Process.EnableRaisingEvents = true;
    }

    public Process Process { get; }
    public Uri Address { get; private set; } = null!;

    public static Task<ServiceProcess> StartAsync(
        string assembly, IEnumerable<string> settings, CancellationToken cancellationToken,
        IReadOnlyDictionary<string, string>? variables = null) =>
        StartAsync(assembly, CreateStartInfo(assembly, settings, variables), cancellationToken);

    /// <summary>Creates the command line of a service, on a free port unless a setting has another address.</summary>
    public static ProcessStartInfo CreateStartInfo(
        string assembly, IEnumerable<string> settings, IReadOnlyDictionary<string, string>? variables = null) =>
        ProgramLocator.CreateStartInfo(assembly, ["--urls", "http://127.0.0.1:0", .. settings]).SetVariables(variables);

    public static async Task<ServiceProcess> StartAsync(
        string name, ProcessStartInfo program, CancellationToken cancellationToken, TimeSpan? startLimit = null)
    {
        var limit = startLimit ?? ReadinessProbe.Limit;
        var service = new ServiceProcess(name, program);
        try
        {
            service.Address = await service._address.Task.WaitAsync(limit, cancellationToken);
            return service;
        }
        catch (TimeoutException)
        {
            await service.DisposeAsync();
            throw service.Fail($"{name} did not print its address within {limit.TotalSeconds} s");
        }
        catch
        {
            await service.DisposeAsync();
            throw;
        }
    }

    /// <summary>Stops the service, which first completes the requests that it has accepted.</summary>
    public async ValueTask DisposeAsync() => await ProcessRunner.StopAsync(Process, StopLimit);

    /// <summary>Waits until the service is ready to answer.</summary>
    public async Task WaitUntilReadyAsync(HttpClient http, CancellationToken cancellationToken)
    {
        try
        {
            await ReadinessProbe.WaitAsync(http, _name, new(Address, "/health/ready"), cancellationToken);
        }
        catch (TimeoutException late)
        {
            throw Fail(late.Message);
        }
    }

    private void ReportExit()
    {
        // WaitForExit waits until the last lines of the service's log have been read.
        Process.WaitForExit();
        _address.TrySetException(Fail($"{_name} exited with code {Process.ExitCode} before it was ready"));
    }

    private StudyException Fail(string problem) =>
        new($"{problem}. The end of its log:\n{string.Join('\n', _logLines)}");

    private void Read(string? line)
    {
        if (line is null)
            return;
        var entry = ServiceLogLine.TryParse(line);
        _logLines.Enqueue(entry?.Message is { } message ? $"{message} {entry.Exception}".TrimEnd() : line);
        if (_logLines.Count > MaxLogLines)
            _logLines.TryDequeue(out _);
        if (entry?.State?.Address is { } address)
            _address.TrySetResult(address);
    }
}

/// <summary>An entry of a service's log, which the service writes to the console as one line of JSON.</summary>
internal sealed record ServiceLogLine(string? Message, string? Exception, ServiceLogState? State)
{
    /// <returns>Null for a line that is not JSON, such as the message of a .NET runtime that crashes.</returns>
    public static ServiceLogLine? TryParse(string line)
    {
        try
        {
            return line.StartsWith('{')
                ? JsonSerializer.Deserialize<ServiceLogLine>(line, JsonSerializerOptions.Web) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

internal sealed record ServiceLogState(Uri? Address);

/// <summary>The peak monitor (experiments/programs/peak-monitor), with which services export their highest values.</summary>
internal static class PeakMonitor
{
    public static IReadOnlyDictionary<string, string> Variables { get; } = new Dictionary<string, string>
    {
        ["DOTNET_STARTUP_HOOKS"] = ProgramLocator.GetAssemblyPath("PeakMonitor"),
    };
}

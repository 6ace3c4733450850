using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Studies.Hosting;

/// <summary>A service of this repository, running as a process on a free port of loopback.</summary>
internal sealed partial class ServiceProcess : IAsyncDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(40);

    private readonly TaskCompletionSource<Uri> _address = new();
    private readonly ConcurrentQueue<string> _output = [];

    private ServiceProcess(string name, ProcessStartInfo program)
    {
        Process = new Process { StartInfo = program };
        Process.StartInfo.RedirectStandardOutput = Process.StartInfo.RedirectStandardError = true;
        Process.EnableRaisingEvents = true;
        Process.OutputDataReceived += (_, line) => Read(line.Data);
        Process.ErrorDataReceived += (_, line) => Read(line.Data);
        Process.Exited += (_, _) => Ended(name);
        Process.Start();
        Process.BeginOutputReadLine();
        Process.BeginErrorReadLine();
    }

    public Process Process { get; }

    public Uri Address { get; private set; } = null!;

    /// <param name="assembly">FrontendApi and so on.</param>
    /// <param name="settings">As on its command line: --Key=value.</param>
    /// <param name="cancellationToken">Gives up waiting, and ends it.</param>
    /// <exception cref="InvalidOperationException">It ended; the message has what it printed.</exception>
    public static Task<ServiceProcess> StartAsync(
        string assembly, IEnumerable<string> settings, CancellationToken cancellationToken) =>
        StartAsync(assembly, Command.Of(assembly, ["--urls", "http://127.0.0.1:0", .. settings]), cancellationToken);

    /// <summary>Any program that says where it listens, as ASP.NET Core does.</summary>
    public static async Task<ServiceProcess> StartAsync(
        string name, ProcessStartInfo program, CancellationToken cancellationToken)
    {
        var service = new ServiceProcess(name, program);
        try
        {
            service.Address = await service._address.Task.WaitAsync(StartLimit, cancellationToken);
            return service;
        }
        catch
        {
            await service.DisposeAsync();
            throw;
        }
    }

    /// <summary>Lets it finish what is in flight.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!Process.HasExited && (!Signal.TryTerminate(Process) || !await EndsInTimeAsync()))
        {
            Process.Kill(entireProcessTree: true);
            await Process.WaitForExitAsync();
        }

        Process.Dispose();
    }

    private async Task<bool> EndsInTimeAsync()
    {
        using var limit = new CancellationTokenSource(StopLimit);
        await Process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return Process.HasExited;
    }

    private void Ended(string name)
    {
        // The last of its output is in only after this.
        Process.WaitForExit();
        _address.TrySetException(new InvalidOperationException($"{name} ended at its start.\n{string.Join('\n', _output)}"));
    }

    private void Read(string? line)
    {
        if (line is null)
            return;
        _output.Enqueue(line);
        if (_output.Count > 50)
            _output.TryDequeue(out _);
        if (Listening().Match(line) is { Success: true } match)
            _address.TrySetResult(new(match.Groups["address"].Value));
    }

    [GeneratedRegex("""Now listening on: (?<address>http://[\w.:]+)""")]
    private static partial Regex Listening();
}

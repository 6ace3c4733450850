using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Studies.Hosting;

/// <summary>The processes of a study: started on demand, ready before they are used, stopped in any case.</summary>
internal sealed class Tiers(CancellationToken cancellationToken) : IAsyncDisposable
{
    private const int Interrupted = 130;

    /// <summary>The load tool's exit code for figures that cannot be quoted.</summary>
    public const int LoadInvalid = 3;

    /// <summary>Its exit code where nothing was answered.</summary>
    public const int LoadUnanswered = 1;

    private readonly List<ServiceProcess> _services = [];
    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false });

    public static async Task<int> UseAsync(Func<Tiers, Task<int>> study, CancellationToken cancellationToken)
    {
        await using var tiers = new Tiers(cancellationToken);
        try
        {
            return await study(tiers);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Interrupted;
        }
        catch (Exception failure) when (IsExpected(failure))
        {
            await Console.Error.WriteLineAsync(failure.Message);
            return 1;
        }
    }

    /// <summary>What goes wrong with processes and their answers: said in a line, without a stack.</summary>
    public static bool IsExpected(Exception failure) => failure is InvalidOperationException or TimeoutException
        or HttpRequestException or IOException or JsonException or Win32Exception;

    public Task<Uri> StartBackendAsync(params IEnumerable<string> settings) =>
        StartAsync("back-end", "BackendApi", settings);

    public Task<Uri> StartFrontendAsync(Uri backend, string assembly = "FrontendApi", params IEnumerable<string> settings) =>
        StartAsync("front-end", assembly, [$"--Backend:BaseAddress={backend}", .. settings]);

    /// <param name="backend">What it calls.</param>
    /// <param name="environment">Of its process, such as the runtime's own settings.</param>
    /// <param name="settings">As on its command line.</param>
    public Task<Uri> StartFrontendAsync(Uri backend, IReadOnlyDictionary<string, string> environment, params IEnumerable<string> settings)
    {
        var program = Command.Of("FrontendApi", ["--urls", "http://127.0.0.1:0", $"--Backend:BaseAddress={backend}", .. settings]);
        foreach (var (name, value) in environment)
            program.Environment[name] = value;
        return StartAsync("front-end", cancellation => ServiceProcess.StartAsync("FrontendApi", program, cancellation));
    }

    public Task<Uri> StartGoBackendAsync() => StartAsync("Go back-end", IngestGo.StartBackAsync);

    public Task<Uri> StartGoFrontendAsync(Uri backend) =>
        StartAsync("Go front-end", cancellation => IngestGo.StartFrontAsync(backend, cancellation));

    public async Task UntilStoppedAsync()
    {
        var stopped = new TaskCompletionSource();
        await using var registration = cancellationToken.Register(stopped.SetResult);
        await stopped.Task;
    }

    public Task<string> GetAsync(Uri address) => _http.GetStringAsync(address, cancellationToken);

    /// <summary>
    /// Runs load compare on this terminal. A Ctrl-C reaches it too, and it ends by itself, keeping what it has.
    /// </summary>
    /// <param name="target">The make target, for who wants to see it again.</param>
    /// <param name="scenario">Of load/scenarios; null for none.</param>
    /// <param name="study">The study's options, by name.</param>
    /// <param name="given">The user's, which replace the study's of the same name.</param>
    /// <returns>Its exit code.</returns>
    public async Task<int> CompareAsync(
        string target, string? scenario, IEnumerable<(string Name, string Value)> study, string[] given)
    {
        var again = given is [] ? $"make {target}" : $"make {target} ARGS=\"{string.Join(' ', given)}\"";
        var options = study.Append(("--repeat-command", again))
            .Where(option => !given.Any(other => other.Split('=')[0] == option.Item1))
            .SelectMany(option => (string[])[option.Item1, option.Item2]);
        return await LoadAsync(["compare", .. scenario is null ? Array.Empty<string>() : [Command.Scenario(scenario)], .. options, .. given]);
    }

    /// <summary>Runs the load tool on this terminal, until it ends or is told to.</summary>
    /// <returns>Its exit code.</returns>
    public Task<int> LoadAsync(IEnumerable<string> arguments, CancellationToken stop = default) =>
        RunAsync(Command.Of("Load", arguments), stop);

    /// <summary>The same, where what it prints would be in the way: it is shown only when something went wrong.</summary>
    public async Task<int> LoadQuietlyAsync(IEnumerable<string> arguments)
    {
        var (exit, printed) = await CaptureAsync(Command.Of("Load", arguments));
        if (exit is not (0 or LoadInvalid))
            Console.Write(printed);
        return exit;
    }

    /// <summary>Runs a program whose output is not shown.</summary>
    public async Task<(int Exit, string Printed)> CaptureAsync(ProcessStartInfo program)
    {
        program.RedirectStandardOutput = program.RedirectStandardError = true;
        using var process = Process.Start(program)!;
        await using var interrupted = cancellationToken.Register(() => Signal.TryTerminate(process));
        var (output, errors) = (process.StandardOutput.ReadToEndAsync(CancellationToken.None), process.StandardError.ReadToEndAsync(CancellationToken.None));
        await process.WaitForExitAsync(CancellationToken.None);
        cancellationToken.ThrowIfCancellationRequested();
        return (process.ExitCode, await output + await errors);
    }

    public async Task<int> RunAsync(ProcessStartInfo program, CancellationToken stop = default)
    {
        using var process = Process.Start(program)!;
        await using var interrupted = cancellationToken.Register(() => Signal.TryTerminate(process));
        await using var stopped = stop.Register(() => Signal.TryTerminate(process));
        await process.WaitForExitAsync(CancellationToken.None);
        return process.ExitCode;
    }

    /// <summary>Of one of those it started.</summary>
    public Process ProcessOf(Uri address) => _services.Single(service => service.Address == address).Process;

    public Task WaitAsync(TimeSpan time) => Task.Delay(time, cancellationToken);

    /// <summary>Stops one of those it started, before the others.</summary>
    public async Task StopAsync(Uri address)
    {
        var service = _services.Single(service => service.Address == address);
        _services.Remove(service);
        await service.DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        // The last one first: nothing is without what it calls.
        foreach (var service in Enumerable.Reverse(_services))
            await service.DisposeAsync();
        _http.Dispose();
    }

    private Task<Uri> StartAsync(string role, string assembly, IEnumerable<string> settings) =>
        StartAsync(role, cancellation => ServiceProcess.StartAsync(assembly, settings, cancellation));

    private async Task<Uri> StartAsync(string role, Func<CancellationToken, Task<ServiceProcess>> start)
    {
        var started = Stopwatch.GetTimestamp();
        var service = await start(cancellationToken);
        _services.Add(service);
        await Readiness.WaitAsync(_http, role, service.Address, cancellationToken);
        var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds.ToString("0.0", CultureInfo.InvariantCulture);
        Console.WriteLine($"  {role,-13}{$"ready on {service.Address.ToString().TrimEnd('/')}",-73} ✓ {seconds,4} s");
        return service.Address;
    }
}

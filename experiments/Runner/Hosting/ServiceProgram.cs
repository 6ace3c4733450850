namespace Experiments.Hosting;

/// <summary>
/// Starts programs that are set up as the services of this repository are, each at a free port unless a setting has
/// another address.
/// </summary>
internal static class ServiceProgram
{
    private const string Urls = "--urls=";

    /// <summary>Creates the command line of a service.</summary>
    public static ProcessStartInfo CreateStartInfo(
        string assembly, IEnumerable<string> settings, IReadOnlyDictionary<string, string>? variables = null) =>
        ProgramLocator.CreateStartInfo(assembly, [FreeUrl, .. settings]).SetVariables(variables);

    /// <summary>The argument that makes a program of ASP.NET Core listen at a free port.</summary>
    public static string FreeUrl { get; } = $"{Urls}http://127.0.0.1:{ServiceProcess.PortPlaceholder}";

    public static Task<ServiceProcess> StartAsync(
        string assembly, IEnumerable<string> settings, CancellationToken cancellationToken,
        IReadOnlyDictionary<string, string>? variables = null) =>
        StartAsync(assembly, CreateStartInfo(assembly, settings, variables), cancellationToken);

    /// <summary>Starts a program, and waits until it listens or, with a client, until it is ready to answer.</summary>
    public static Task<ServiceProcess> StartAsync(
        string name, ProcessStartInfo program, CancellationToken cancellationToken, HttpClient? readyClient = null)
    {
        var options = new ServiceOptions
        {
            Name = name,
            ReadyPath = readyClient is null ? null : "/health/ready",
            ReadyClient = readyClient,
            // On a busy machine, a service needed 34 s.
            ReadyLimit = TimeSpan.FromSeconds(90),
            // It first completes the requests that it has accepted.
            EndLimit = TimeSpan.FromSeconds(40),
        };
        return ServiceProcess.StartAsync(
            program,
            program.ArgumentList.LastOrDefault(one => one.StartsWith(Urls, StringComparison.Ordinal)) is { } urls
                ? options with { Address = urls[Urls.Length..].Split(';')[0] } : options,
            cancellationToken);
    }
}

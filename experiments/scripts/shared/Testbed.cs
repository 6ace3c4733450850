using System.Diagnostics;
using System.Text.Json;
using TwoTier.Load.Services;

/// <summary>
/// The services of this repository, for scripts that start them (#:property StartsServices=true). They end with the
/// script, even if it is killed.
/// </summary>
internal static class Testbed
{
    private const string FaultsToken = "only-for-this-study";

    // Settings of a host have a prefix, and those of telemetry have no section.
    private static readonly string[] SettingPrefixes =
        ["ASPNETCORE_", "OTEL_", "DOTNET_ENVIRONMENT", "DOTNET_URLS", "DOTNET_CONTENTROOT"];

    public static string FaultsSetting => $"--Faults:Token={FaultsToken}";

    /// <summary>The time that a service gets to end after SIGTERM. It gives its requests 30 s.</summary>
    public static TimeSpan EndLimit { get; } = TimeSpan.FromSeconds(35);

    public static HttpClient Http { get; } =
        new(new SocketsHttpHandler { UseProxy = false }) { Timeout = Timeout.InfiniteTimeSpan };

    public static bool IsShort { get; } = Environment.GetEnvironmentVariable("SHORT") is "1";

    /// <summary>Makes an exception that nobody catches one sentence, and the exit code 1.</summary>
    public static void ReportErrors() => AppDomain.CurrentDomain.UnhandledException += (_, error) =>
    {
        Console.Error.WriteLine(((Exception)error.ExceptionObject).Message);
        Environment.Exit(1);
    };

    /// <summary>Gets the command line of a program that is built.</summary>
    public static string[] GetCommand(string assembly) =>
        ["dotnet", $"artifacts/bin/{assembly}/release/{assembly}.dll"];

    public static Task<ServiceProcess> StartAsync(string assembly, params IEnumerable<string> settings) =>
        StartAsync([.. GetCommand(assembly), "--urls=http://127.0.0.1:{port}", .. settings]);

    /// <summary>Starts a service that listens where its arguments have {port}, and waits until it is ready.</summary>
    public static Task<ServiceProcess> StartAsync(string[] command) =>
        ServiceProcess.StartAsync(CreateProgram(command), new ServiceOptions
        {
            Name = string.Join(' ', command),
            ReadyPath = "/health/ready",
            ReadyLimit = TimeSpan.FromSeconds(90),
            EndLimit = EndLimit,
        });

    /// <summary>Creates the command line of a program without the settings and the proxy of the shell.</summary>
    public static ProcessStartInfo CreateProgram(string[] command)
    {
        var program = new ProcessStartInfo(command[0], command[1..]);
        foreach (var name in program.Environment.Keys.Where(name => name.Contains("__", StringComparison.Ordinal)
            || SettingPrefixes.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))).ToArray())
        {
            program.Environment.Remove(name);
        }

        program.Environment["no_proxy"] = "127.0.0.1,localhost";
        return program;
    }

    /// <summary>Replaces all faults of a back-end. An empty object means none.</summary>
    public static async Task SetFaultsAsync(Uri backend, object faults)
    {
        // A body without a length would be sent in chunks.
        using var content = new StringContent(JsonSerializer.Serialize(faults), null, "application/json");
        content.Headers.Add("X-Faults-Token", FaultsToken);
        using var response = await Http.PutAsync(new Uri(backend, "/faults"), content);
        response.EnsureSuccessStatusCode();
    }

    /// <summary>Writes the last line of a script for a study: a row for each combination of words.</summary>
    public static void Write(IEnumerable<Dictionary<string, object?>> rows) =>
        Console.WriteLine(JsonSerializer.Serialize(new { rows }));
}

using System.Net;
using System.Net.Sockets;
using System.Text;

namespace ServiceDefaults;

/// <summary>
/// Lets a service's own executable probe the running service, because the container image has no curl: <c>--health</c>
/// asks whether the service is live, <c>--health ready</c> whether it is ready. It asks at loopback. The settings that say
/// at which port may follow, and are read from the environment and from appsettings.json as the service reads them.
/// </summary>
public static class HealthProbe
{
    /// <summary>Runs the probe and ends the process if the command line asks for a probe.</summary>
    public static void ExitIfRequested(string[] args, int port)
    {
        if (args is ["--health", ..])
            Environment.Exit(Run(args, port, Console.Out));
    }

    /// <summary>Returns the exit code: 0 if the service is healthy, otherwise 1.</summary>
    public static int Run(string[] args, int port, TextWriter output)
    {
        try
        {
            var isCheckGiven = args.Length > 1 && !args[1].StartsWith('-');
            var configuration = ReadConfiguration(args[(isCheckGiven ? 2 : 1)..]);
            // One that the service allows.
            var host = configuration["AllowedHosts"]?.Split(';')[0].Replace("*", "probe", StringComparison.Ordinal);
            // The probe uses a bare socket, because with HttpClient it would spend most of its time on JIT compilation.
            using var client = new TcpClient { ReceiveTimeout = 5_000 };
            client.Connect(IPAddress.Loopback, FindPort(configuration, port));
            using var stream = client.GetStream();
            stream.Write(Encoding.ASCII.GetBytes(
                $"GET /health/{(isCheckGiven ? args[1] : "live")} HTTP/1.0\r\nHost: {host ?? "localhost"}\r\n\r\n"));
            var response = new StreamReader(stream).ReadToEnd();
            output.WriteLine(response.Split("\r\n\r\n", 2)[^1]);
            return response.StartsWith("HTTP/1.1 200 ", StringComparison.Ordinal) ? 0 : 1;
        }
        catch (Exception e) when (e is SocketException or IOException or InvalidOperationException or FormatException)
        {
            output.WriteLine(e.Message);
            return 1;
        }
    }

    private static IConfigurationRoot ReadConfiguration(string[] settings) => new ConfigurationBuilder()
        .AddEnvironmentVariables("ASPNETCORE_").AddEnvironmentVariables("DOTNET_")
        .SetBasePath(Environment.CurrentDirectory).AddJsonFile("appsettings.json", optional: true)
        .AddEnvironmentVariables().AddCommandLine(settings).Build();

    private static int FindPort(IConfigurationRoot configuration, int port)
    {
        if (ManagementPort.GetPort(configuration) is { } management)
            return management;
        var urls = Listeners.GetUrls(configuration) is { Length: > 0 } given ? given : [$"http://localhost:{port}"];
        return urls.Select(BindingAddress.Parse)
            .FirstOrDefault(url => url is { Scheme: "http", IsUnixPipe: false, IsNamedPipe: false })?.Port
            ?? throw new InvalidOperationException(
                $"--health needs a port without TLS: set Management:Port, beside {string.Join(", ", urls)}.");
    }
}

using System.Net;
using System.Net.Sockets;
using System.Text;

namespace ServiceDefaults;

/// <summary>
/// Lets a service's own executable probe the running service, because the container image has no curl: <c>--health</c>
/// asks whether the service is live, <c>--health ready</c> whether it is ready.
/// </summary>
public static class HealthProbe
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Runs the probe and ends the process if the command line asks for a probe. Call this method before building the
    /// host, so that the probe stays cheap.
    /// </summary>
    /// <param name="args">The command line of the process.</param>
    /// <param name="port">The port that the service listens on unless ASPNETCORE_HTTP_PORTS names another.</param>
    public static void ExitIfRequested(string[] args, int port)
    {
        if (IsRequested(args))
            Environment.Exit(Run(args, port));
    }

    /// <summary>Returns whether the command line asks for a probe.</summary>
    /// <param name="args">The command line of the process.</param>
    public static bool IsRequested(string[] args) => args is ["--health", ..];

    /// <summary>Asks the running service for its health, and prints the answer of the service.</summary>
    /// <param name="args">The command line of the process.</param>
    /// <param name="port">The port that the service listens on unless ASPNETCORE_HTTP_PORTS names another.</param>
    /// <returns>The exit code: 0 if the service is healthy, otherwise 1.</returns>
    public static int Run(string[] args, int port)
    {
        try
        {
            // The probe uses a bare socket, because with HttpClient it would spend most of its time on JIT compilation.
            using var stream = Connect(ReadPortFromEnvironment() ?? port);
            var check = args.ElementAtOrDefault(1) ?? "live";
            stream.Write(Encoding.ASCII.GetBytes($"GET /health/{check} HTTP/1.0\r\n\r\n"));
            var response = new StreamReader(stream).ReadToEnd();
            Console.WriteLine(response.Split("\r\n\r\n", 2)[^1]);
            return response.StartsWith("HTTP/1.1 200 ", StringComparison.Ordinal) ? 0 : 1;
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            Console.WriteLine(e.Message);
            return 1;
        }
    }

    private static NetworkStream Connect(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            ReceiveTimeout = (int)Timeout.TotalMilliseconds,
        };
        try
        {
            socket.Connect(IPAddress.Loopback, port);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static int? ReadPortFromEnvironment()
    {
        var ports = Environment.GetEnvironmentVariable("ASPNETCORE_HTTP_PORTS")?.Split(';');
        return int.TryParse(ports?[0], out var port) ? port : null;
    }
}

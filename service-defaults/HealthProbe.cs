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
    /// <summary>Runs the probe and ends the process if the command line asks for a probe.</summary>
    public static void ExitIfRequested(string[] args, int port)
    {
        if (args is ["--health", ..])
            Environment.Exit(Run(args, port));
    }

    /// <summary>Returns the exit code: 0 if the service is healthy, otherwise 1.</summary>
    public static int Run(string[] args, int port)
    {
        try
        {
            // The probe uses a bare socket, because with HttpClient it would spend most of its time on JIT compilation.
            using var client = new TcpClient { ReceiveTimeout = 5_000 };
            var ports = Environment.GetEnvironmentVariable("Management__Port")
                ?? Environment.GetEnvironmentVariable("ASPNETCORE_HTTP_PORTS");
            client.Connect(
                IPAddress.Loopback, int.TryParse(ports?.Split(';')[0], out var configured) ? configured : port);
            using var stream = client.GetStream();
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
}

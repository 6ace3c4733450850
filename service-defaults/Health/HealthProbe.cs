using System.Net;
using System.Net.Sockets;
using System.Text;

namespace ServiceDefaults.Health;

/// <summary>
/// A service asks its own running process for its health, because its image has no curl: <c>--health</c> whether it is
/// live, <c>--health ready</c> whether it is ready. Comes before the host is built, so that it costs little.
/// </summary>
public static class HealthProbe
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);

    public static bool IsAsked(string[] args) => args is ["--health", ..];

    /// <param name="args">The command line.</param>
    /// <param name="port">Where it listens unless ASPNETCORE_HTTP_PORTS says otherwise, as it does in the images.</param>
    /// <returns>The exit code: 0 yes, 1 no, and then what it printed says why.</returns>
    public static int Run(string[] args, int port)
    {
        try
        {
            // A bare socket, because an HttpClient would spend most of the probe's time on being compiled.
            using var stream = Connect(PortFromEnvironment() ?? port);
            stream.Write(Encoding.ASCII.GetBytes($"GET /health/{args.ElementAtOrDefault(1) ?? "live"} HTTP/1.0\r\n\r\n"));
            var answer = new StreamReader(stream).ReadToEnd();
            Console.WriteLine(answer.Split("\r\n\r\n", 2)[^1]);
            return answer.StartsWith("HTTP/1.1 200 ", StringComparison.Ordinal) ? 0 : 1;
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
            ReceiveTimeout = (int)Limit.TotalMilliseconds,
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

    private static int? PortFromEnvironment() =>
        int.TryParse(Environment.GetEnvironmentVariable("ASPNETCORE_HTTP_PORTS")?.Split(';')[0], out var port) ? port : null;
}

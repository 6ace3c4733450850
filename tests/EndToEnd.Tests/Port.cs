using System.Net;
using System.Net.Sockets;

namespace EndToEnd.Tests;

internal static class Port
{
    /// <summary>
    /// For a service that comes back on it. Not one that the system gives to clients: while nobody listens, a client that
    /// tries again and again may be given that very port, and be connected to itself.
    /// </summary>
    public static int Free()
    {
        while (true)
        {
            var port = Random.Shared.Next(20_000, 30_000);
            try
            {
                using var listener = new TcpListener(IPAddress.Loopback, port);
                listener.Start();
                return port;
            }
            catch (SocketException)
            {
                // Taken: another one.
            }
        }
    }

    public static bool IsRefused(Uri address)
    {
        try
        {
            using var connection = new TcpClient(address.Host, address.Port);
            return false;
        }
        catch (SocketException)
        {
            return true;
        }
    }
}

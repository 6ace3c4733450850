using System.Net.Sockets;

namespace EndToEnd.Tests;

internal static class PortProbe
{
    /// <summary>
    /// Gets a value that indicates whether connections to an address are refused because no program listens there.
    /// </summary>
    public static bool RefusesConnections(Uri address)
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

namespace Testing;

internal static class PortProbe
{
    /// <summary>Whether no program listens at an address.</summary>
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

namespace TwoTier.Load.Services;

/// <summary>Chooses ports for programs that cannot choose a free port and report it by themselves.</summary>
public static class FreePort
{
    // The ports are below those that the system gives to outgoing connections, because an outgoing connection could
    // take the chosen port before the program listens on it.
    private const int FirstPort = 20_000;
    private const int LastPort = 30_000;
    private const int Attempts = 100;

    // A program that has a port may be listening on it only now and then.
    private static readonly ConcurrentDictionary<int, bool> Given = new();

    /// <summary>Finds an address of the loopback interface on which no program listens. Each call finds another.</summary>
    /// <exception cref="IOException">No free port was found.</exception>
    public static Uri FindAddress()
    {
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            var port = Random.Shared.Next(FirstPort, LastPort);
            if (IsFree(port) && Given.TryAdd(port, true))
                return new Uri($"http://127.0.0.1:{port}");
        }

        throw new IOException($"No free port from {FirstPort} to {LastPort} was found in {Attempts} attempts.");
    }

    /// <summary>Whether no program listens on a port of the loopback interface.</summary>
    /// <param name="port">The port, from 1 to 65,535.</param>
    public static bool IsFree(int port)
    {
        try
        {
            using var listener = new TcpListener(IPAddress.Loopback, port);
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}

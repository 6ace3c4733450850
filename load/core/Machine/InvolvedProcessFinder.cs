using System.Net.NetworkInformation;

namespace TwoTier.Load.Machine;

/// <summary>
/// Finds the processes that take part in a measurement: the load tool; the processes that listen on the ports of the
/// servers; their children; and the processes to which these have opened TCP connections, such as a database. A process
/// that has opened a connection to one of them takes no part.
/// </summary>
internal sealed class InvolvedProcessFinder(
    IReadOnlyDictionary<int, ProcessReading> processes, LinuxSockets sockets, int toolId)
{
    private readonly HashSet<int> _foundProcesses = [toolId];
    private readonly Queue<int> _next = new();
    private readonly HashSet<IPAddress> _ownAddresses = GetOwnAddresses();
    private bool _areAllKnown = true;

    public InvolvedProcesses Find(IReadOnlyList<Uri> servers, IReadOnlyList<int> known)
    {
        Add(known);
        Uri[] own = [.. servers.Where(IsOnThisMachine)];
        foreach (var server in own)
        {
            var listeners = sockets.GetListeners(server);
            _areAllKnown &= listeners.Count > 0;
            Add(listeners);
        }

        while (_next.TryDequeue(out var id))
        {
            Add(processes.Where(process => process.Value.ParentId == id).Select(process => process.Key));
            var called = sockets.GetServersOf(id).ToArray();
            _areAllKnown &= !called.Contains(null);
            Add(called.OfType<int>());
        }

        return new InvolvedProcesses(_foundProcesses, _areAllKnown)
        {
            AreElsewhere = own is [] && known is [],
        };
    }

    private void Add(IEnumerable<int> ids)
    {
        foreach (var id in ids.Where(id => processes.ContainsKey(id) && _foundProcesses.Add(id)))
        {
            _areAllKnown &= !ProcessTree.IsForwarder(processes[id].Name);
            _next.Enqueue(id);
        }
    }

    public static HashSet<IPAddress> GetOwnAddresses()
    {
        try
        {
            return
            [
                .. NetworkInterface.GetAllNetworkInterfaces()
                    .SelectMany(network => network.GetIPProperties().UnicastAddresses)
                    .Select(address => address.Address),
            ];
        }
        catch (NetworkInformationException)
        {
            return [];
        }
    }

    private bool IsOnThisMachine(Uri server)
    {
        try
        {
            return Dns.GetHostAddresses(server.DnsSafeHost).Any(IsOwn);
        }
        catch (Exception e) when (e is SocketException or ArgumentException)
        {
            return false;
        }
    }

    private bool IsOwn(IPAddress address) => IPAddress.IsLoopback(address) || _ownAddresses.Contains(address);
}

internal sealed record InvolvedProcesses(IReadOnlySet<int> Ids, bool AreAllKnown)
{
    /// <summary>Whether no server is on this machine.</summary>
    public bool AreElsewhere { get; init; }
}

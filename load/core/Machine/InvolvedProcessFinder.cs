using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace TwoTier.Load.Machine;

/// <summary>
/// Finds the processes that take part in a measurement: the load tool; the processes that listen on the ports of the
/// servers; their children; and the processes with which these have open TCP connections, such as a database.
/// </summary>
internal sealed class InvolvedProcessFinder(
    IReadOnlyDictionary<int, ProcessReading> processes, LinuxSockets sockets, int toolId)
{
    // The programs that forward connections to a container. The processes in the container cannot be found by the port.
    private static readonly string[] PortForwarders =
        ["docker-proxy", "rootlesskit", "rootlessport", "conmon", "slirp4netns"];

    private readonly HashSet<int> _foundProcesses = [toolId];
    private string? _unknownReason;

    public InvolvedProcesses Find(IReadOnlyList<Uri> servers)
    {
        var next = new Queue<int>();
        foreach (var port in servers.Where(IsOnThisMachine).Select(server => server.Port).Distinct())
        {
            var listeners = sockets.GetListeners(port);
            if (listeners.Count == 0)
                _unknownReason = $"the process that listens on port {port} cannot be seen";
            Add(listeners, next);
        }

        while (next.TryDequeue(out var id))
        {
            Add(processes.Where(process => process.Value.ParentId == id).Select(process => process.Key), next);
            var peers = sockets.GetPeerProcesses(id).ToArray();
            if (peers.Contains(null))
                _unknownReason = $"the processes with which {processes[id].Name} communicates cannot all be seen";
            Add(peers.OfType<int>(), next);
        }

        return new InvolvedProcesses(_foundProcesses, _unknownReason);
    }

    private void Add(IEnumerable<int> ids, Queue<int> next)
    {
        foreach (var id in ids.Where(id => processes.ContainsKey(id) && _foundProcesses.Add(id)))
        {
            if (PortForwarders.Contains(processes[id].Name))
                _unknownReason = $"{processes[id].Name} forwards to a container";
            next.Enqueue(id);
        }
    }

    private static bool IsOnThisMachine(Uri server)
    {
        try
        {
            var own = NetworkInterface.GetAllNetworkInterfaces()
                .SelectMany(network => network.GetIPProperties().UnicastAddresses)
                .Select(address => address.Address)
                .ToHashSet();
            return Dns.GetHostAddresses(server.DnsSafeHost)
                .Any(address => IPAddress.IsLoopback(address) || own.Contains(address));
        }
        catch (Exception e) when (e is SocketException or NetworkInformationException or ArgumentException)
        {
            return false;
        }
    }
}

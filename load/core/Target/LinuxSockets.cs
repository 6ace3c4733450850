namespace TwoTier.Load.Target;

internal sealed partial class LinuxSockets
{
    private const string ListeningState = "0A";
    private const string EstablishedState = "01";
    private const string LinkPrefix = "socket:[";

    private static readonly string[] SocketTables = ["net/tcp", "net/tcp6"];
    private readonly Dictionary<string, List<int>> _owners = [];
    private readonly TcpSocket[] _sockets;
    private readonly ILookup<(IPEndPoint, IPEndPoint), TcpSocket> _connections;
    private readonly HashSet<int> _listeningPorts;

    public LinuxSockets(string root, IEnumerable<int> processIds)
    {
        _sockets =
        [
            .. from table in SocketTables.Select(table => Path.Combine(root, table)).Where(File.Exists)
               from line in File.ReadLines(table).Skip(1)
               let fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
               where fields.Length > 9 && fields[3] is (ListeningState or EstablishedState)
               select new TcpSocket(ParseEndPoint(fields[1]), ParseEndPoint(fields[2]), fields[3], fields[9]),
        ];
        _connections = _sockets.Where(socket => socket.State == EstablishedState)
            .ToLookup(socket => (socket.Local, socket.Remote));
        _listeningPorts = [.. from socket in _sockets where socket.State == ListeningState select socket.Local.Port];
        foreach (var id in processIds)
            ReadOwner(root, id);
    }

    /// <summary>Finds the id of the container of a process; empty if it is in none, or cannot be read.</summary>
    public static string FindContainer(string root, int processId) =>
        ContainerId().Match(ProcessReading.ReadFile(root, processId, "cgroup") ?? "").Value;

    /// <summary>
    /// Gets the processes that answer connections to a URL of this machine. The kernel prefers a socket of the address
    /// to one of all addresses, and one of IPv6 may also serve IPv4. None if they belong to another user.
    /// </summary>
    public IReadOnlyList<int> GetListeners(Uri url) =>
    [
        .. (from address in Dns.GetHostAddresses(url.DnsSafeHost)
            let any = address.AddressFamily == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any
            from local in new[] { address, any, IPAddress.IPv6Any }
            select _sockets.Where(socket => socket.State == ListeningState
                && socket.Local.Equals(new IPEndPoint(local, url.Port))).ToArray())
        .FirstOrDefault(sockets => sockets is not [], [])
        .SelectMany(GetOwners)
        .Distinct(),
    ];

    /// <summary>
    /// Gets the processes of this machine to which a process has opened TCP connections; null for one that cannot be
    /// seen.
    /// </summary>
    public IEnumerable<int?> GetServersOf(int processId) =>
        from own in _connections.SelectMany(sockets => sockets)
        where !_listeningPorts.Contains(own.Local.Port) && GetOwners(own).Contains(processId)
        from other in _connections[(own.Remote, own.Local)].Take(1)
        from owner in GetOwners(other).Select(owner => (int?)owner).DefaultIfEmpty()
        select owner;

    /// <summary>Gets the ports at which the processes listen.</summary>
    public int[] GetPorts() =>
    [
        .. _sockets.Where(socket => socket.State == ListeningState && GetOwners(socket) is not [])
            .Select(socket => socket.Local.Port)
            .Distinct(),
    ];

    private List<int> GetOwners(TcpSocket socket) => _owners.GetValueOrDefault(socket.Inode, []);

    private void ReadOwner(string root, int id)
    {
        try
        {
            foreach (var file in Directory.EnumerateFiles(Path.Combine(root, $"{id}", "fd")))
            {
                if (new FileInfo(file).LinkTarget is not { } target
                    || !target.StartsWith(LinkPrefix, StringComparison.Ordinal))
                {
                    continue;
                }

                var inode = target[LinkPrefix.Length..^1];
                if (!_owners.TryGetValue(inode, out var owners))
                    _owners[inode] = owners = [];
                owners.Add(id);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended or belongs to another user, so no owner of its sockets can be seen.
        }
    }

    // The file system /proc contains IP addresses as hexadecimal words of four bytes, each in the byte order of the
    // machine.
    private static IPEndPoint ParseEndPoint(string text)
    {
        var parts = text.Split(':');
        var bytes = Convert.FromHexString(parts[0]);
        for (var word = 0; BitConverter.IsLittleEndian && word < bytes.Length; word += 4)
            Array.Reverse(bytes, word, 4);
        var address = new IPAddress(bytes);
        return new IPEndPoint(
            address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address,
            int.Parse(parts[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture));
    }

    [GeneratedRegex("[0-9a-f]{64}")]
    private static partial Regex ContainerId();

    private sealed record TcpSocket(IPEndPoint Local, IPEndPoint Remote, string State, string Inode);
}

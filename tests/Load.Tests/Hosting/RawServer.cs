using System.Net;
using System.Net.Sockets;

namespace Load.Tests.Hosting;

/// <summary>A port on which no server listens, and which no other program gets while the tests run.</summary>
internal static class RawServer
{
    private static readonly Socket Bound = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    static RawServer() => Bound.Bind(new IPEndPoint(IPAddress.Loopback, 0));

    public static Task<string> GetRefusingUrlAsync() =>
        Task.FromResult($"http://127.0.0.1:{((IPEndPoint)Bound.LocalEndPoint!).Port}");
}

using System.Diagnostics;

namespace Studies.Hosting;

/// <summary>
/// Counts the TCP segments that open and close connections to a port of the loopback interface. It needs Linux,
/// tcpdump, and the permission to capture: root or CAP_NET_RAW.
/// </summary>
internal sealed class PacketCapture : IAsyncDisposable
{
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(10);

    private readonly Process? _tcpdump;
    private readonly Task<TcpSegmentCount?> _segments = Task.FromResult<TcpSegmentCount?>(null);

    public PacketCapture(int port)
    {
        if (!OperatingSystem.IsLinux() || !ProgramLocator.IsInstalled("tcpdump"))
            return;
        var filter = $"tcp port {port} and tcp[tcpflags] & (tcp-syn|tcp-fin|tcp-rst) != 0";
        _tcpdump = ProcessRunner.Start(new ProcessStartInfo("tcpdump",
            ["-i", "lo", "-n", "-U", "-B", "8192", "--immediate-mode", "-w", "-", filter])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        });
        _tcpdump.ErrorDataReceived += (_, _) => { };
        _tcpdump.BeginErrorReadLine();
        _segments = Task.Run(() => TcpSegmentCount.ReadAsync(_tcpdump.StandardOutput.BaseStream));
    }

    /// <summary>Stops the capture and counts the captured segments.</summary>
    /// <returns>The numbers of captured segments; null if the capture is not possible.</returns>
    public async Task<TcpSegmentCount?> StopAsync()
    {
        await DisposeAsync();
        return await _segments;
    }

    public async ValueTask DisposeAsync()
    {
        if (_tcpdump is null || _segments.IsCompleted)
            return;
        ProcessSignals.TryTerminate(_tcpdump);
        // The output stream of tcpdump ends when tcpdump has written all captured packets.
        await Task.WhenAny(_segments, Task.Delay(StopLimit));
        await ProcessRunner.StopAsync(_tcpdump, StopLimit);
    }
}

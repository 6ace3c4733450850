using System.ComponentModel;
using System.Diagnostics;

namespace Studies.Hosting;

/// <summary>
/// Counts the segments that begin and end connections to a port of loopback, with tcpdump, where that is installed and
/// permitted: on Linux as root, or with CAP_NET_RAW.
/// </summary>
internal sealed class PacketCapture : IAsyncDisposable
{
    private readonly Process? _tcpdump;
    private readonly Task<string>? _segments;
    private readonly Task<string>? _said;

    public PacketCapture(int port)
    {
        try
        {
            _tcpdump = Process.Start(new ProcessStartInfo("tcpdump",
                ["-i", "lo", "-n", "-l", "-B", "8192", "--immediate-mode", $"tcp port {port} and tcp[tcpflags] & (tcp-syn|tcp-fin|tcp-rst) != 0"])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            _segments = _tcpdump.StandardOutput.ReadToEndAsync();
            _said = _tcpdump.StandardError.ReadToEndAsync();
        }
        catch (Win32Exception)
        {
            _tcpdump = null;
        }
    }

    /// <returns>What to say of it in a table.</returns>
    public async Task<string> EndAsync()
    {
        if (_tcpdump is null)
            return "not captured: no tcpdump";
        Signal.TryTerminate(_tcpdump);
        await _tcpdump.WaitForExitAsync();
        var (segments, said) = (await _segments!, await _said!);
        return said.Contains("listening on", StringComparison.Ordinal)
            ? $"SYN {Count(segments, "[S]")}, FIN {Count(segments, "[F")}, RST {Count(segments, "[R")}"
            : $"not captured: {said.Trim().Split('\n')[^1]}";
    }

    public async ValueTask DisposeAsync()
    {
        if (_tcpdump is not null && !_tcpdump.HasExited)
            await EndAsync();
        _tcpdump?.Dispose();
    }

    // It prints the flags in brackets: [S], [S.], [F.], [R], [R.].
    private static int Count(string segments, string flags) => segments.Split('\n').Count(line => line.Contains(flags, StringComparison.Ordinal));
}

using System.ComponentModel;
using System.Diagnostics;

namespace TwoTier.Show;

/// <summary>A run of the load tool that this program starts: it reads its events, and tells it what to do.</summary>
internal sealed class SteeredLoad(IReadOnlyList<string> command) : IDisposable
{
    private readonly Lock _gate = new();
    private Process? _process;

    /// <summary>Starts the load tool.</summary>
    /// <returns>The events, a line each.</returns>
    public TextReader Start()
    {
        var start = new ProcessStartInfo(command[0], [.. command.Skip(1), "--events", "-"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        try
        {
            lock (_gate)
                _process = Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new ShowException($"cannot start {command[0]}: {e.Message}");
        }

        return _process.StandardOutput;
    }

    /// <summary>Sends a line that steers the load.</summary>
    /// <returns>Whether the load tool still runs.</returns>
    public bool TrySend(string line) => TryUseInput(input => input.WriteLine(line));

    /// <summary>Closes the input of the load tool, which then ends its run.</summary>
    public void Stop() => TryUseInput(input => input.Close());

    /// <summary>Kills the load tool if it still runs.</summary>
    public void Kill()
    {
        if (_process is { HasExited: false })
            _process.Kill(entireProcessTree: true);
    }

    /// <summary>Waits until the load tool has exited.</summary>
    /// <returns>Its exit code.</returns>
    public async Task<int> WaitForExitAsync()
    {
        await _process!.WaitForExitAsync();
        return _process.ExitCode;
    }

    public void Dispose()
    {
        Kill();
        _process?.Dispose();
    }

    private bool TryUseInput(Action<StreamWriter> use)
    {
        lock (_gate)
        {
            try
            {
                if (_process is not { HasExited: false })
                    return false;
                use(_process.StandardInput);
                return true;
            }
            catch (Exception e) when (e is IOException or ObjectDisposedException)
            {
                return false;
            }
        }
    }
}

using System.Diagnostics;
using System.Text.RegularExpressions;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>The testbed program, run as a user does, with what it printed.</summary>
internal sealed partial class TestbedRun : IDisposable
{
    private readonly Process _process;
    private readonly List<string> _lines = [];

    public TestbedRun(params IEnumerable<string> arguments)
    {
        var start = Command.Of("Studies", arguments);
        start.RedirectStandardOutput = start.RedirectStandardError = true;
        _process = Process.Start(start)!;
    }

    public string Output => string.Join('\n', _lines);

    /// <summary>What it started, from its own lines.</summary>
    public Uri[] Services => [.. Ready().Matches(Output).Select(match => new Uri(match.Groups[1].Value))];

    /// <summary>As Ctrl-C, which a process that was started in the background may be deaf to.</summary>
    public void Interrupt() => Signal.TryTerminate(_process).ShouldBeTrue();

    /// <summary>Reads on to a line that has this in it.</summary>
    public async Task ReadToAsync(string text)
    {
        while (await _process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            _lines.Add(line);
            if (line.Contains(text))
                return;
        }

        throw new InvalidOperationException($"It never said '{text}':\n{Output}");
    }

    /// <returns>The exit code.</returns>
    public async Task<int> EndAsync()
    {
        var errors = _process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        while (await _process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
            _lines.Add(line);
        _lines.Add(await errors);
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return _process.ExitCode;
    }

    public void Dispose() => _process.Dispose();

    [GeneratedRegex(@"ready on (http://\S+)")]
    private static partial Regex Ready();
}

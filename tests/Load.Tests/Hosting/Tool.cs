using System.Text;
using Load.Cli;
using Load.Reporting;

namespace Load.Tests.Hosting;

/// <summary>The tool as somebody would start it, in this process.</summary>
internal sealed class Tool
{
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _error = new();

    /// <summary>CPU of the test process is not the tool's: the server runs in it too.</summary>
    public Func<TimeSpan> OwnCpu { get; init; } = () => TimeSpan.Zero;

    public string Output => _output.ToString();

    public string Error => _error.ToString();

    public async Task<int> InvokeUntilAsync(string[] args, CancellationToken stop)
    {
        await using var output = new StringWriter(_output);
        await using var error = new StringWriter(_error);
        var screen = Screen.Of(output, isLive: false, isUnicode: true, width: 100);
        return await CommandLine.InvokeAsync(args, new ToolContext(screen, error, TimeProvider.System, OwnCpu), stop);
    }

    public Task<int> InvokeAsync(params string[] args) => InvokeUntilAsync(args, TestContext.Current.CancellationToken);
}

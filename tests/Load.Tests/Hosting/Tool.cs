using Load.Cli;
using Load.Reporting;

namespace Load.Tests.Hosting;

/// <summary>The tool as somebody would start it, in this process.</summary>
internal sealed class Tool
{
    private readonly StringWriter output = new();
    private readonly StringWriter error = new();

    /// <summary>CPU of the test process is not the tool's: the server runs in it too.</summary>
    public Func<TimeSpan> OwnCpu { get; init; } = () => TimeSpan.Zero;

    public string Output => output.ToString();

    public string Error => error.ToString();

    public Task<int> InvokeAsync(CancellationToken stop, params string[] args) => CommandLine.InvokeAsync(
        args,
        new ToolContext(Screen.Of(output, isLive: false, isUnicode: true, width: 100), error, TimeProvider.System, OwnCpu),
        stop);

    public Task<int> InvokeAsync(params string[] args) => InvokeAsync(TestContext.Current.CancellationToken, args);
}

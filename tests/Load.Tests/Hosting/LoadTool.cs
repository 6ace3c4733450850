using TwoTier.Load.Reports.Terminal;

namespace Load.Tests.Hosting;

/// <summary>Runs the load tool with a command line in the test process.</summary>
internal sealed class LoadTool : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();
    private readonly CapturingWriter _output = new();
    private readonly CapturingWriter _error = new();

    /// <summary>The CPU time of the process would include that of the test's server.</summary>
    public Func<TimeSpan> GetOwnCpuTime { get; init; } = () => TimeSpan.Zero;

    /// <summary>By default, the machine cannot be read, because other tests keep it busy.</summary>
    public LinuxMachine Machine { get; init; } = new LinuxMachine("/nowhere", 0);

    /// <summary>The standard input of the load tool.</summary>
    public InputLines Input { get; } = new();

    /// <summary>Replaces the standard output, which is otherwise captured.</summary>
    public TextWriter? StandardOutput { get; init; }

    public string Output => _output.ToString();

    public string Error => _error.ToString();

    public Task<Match> WaitForOutputAsync(string pattern) => _output.WaitForAsync(pattern);

    /// <summary>The folder for the results of runs whose command line has no <c>--out</c>.</summary>
    public string Folder => _folder.FullName;

    public async Task<int> InvokeUntilStoppedAsync(string[] args, CancellationToken stop)
    {
        if (args is ["run" or "compare", ..] && !args.Contains("--out"))
            args = [.. args, "--out", Folder];
        var screen = TerminalScreen.Create(StandardOutput ?? _output, isLive: false, width: 100);
        var context = new ToolContext(screen, _error, TimeProvider.System, GetOwnCpuTime)
        {
            Input = Input,
            Machine = Machine,
            MetricsTimeLimit = TimeSpan.FromSeconds(30),
        };
        return await CommandLine.InvokeAsync(args, context, stop);
    }

    public async Task<Result> ReadResultAsync()
    {
        await using var file = File.OpenRead(Directory.GetFiles(Folder, "*.json").ShouldHaveSingleItem(Output + Error));
        return (await JsonSerializer.DeserializeAsync(file, ResultJson.Default.Result))!;
    }

    /// <summary>Asserts that a run or a comparison succeeded.</summary>
    public void ShouldHaveMeasured(int exitCode) => exitCode.ShouldBe(ExitCode.Ok, Output + Error);

    public void Dispose()
    {
        Input.Complete();
        Input.Dispose();
        _folder.Delete(recursive: true);
    }

    /// <summary>Reads the only variant, or the first, of the only result file in <see cref="Folder"/>.</summary>
    public async Task<VariantResult> ReadRunAsync() => (await ReadResultAsync()).Variants[0];

    public Task<string> ReadMarkdownAsync() =>
        File.ReadAllTextAsync(Directory.GetFiles(Folder, "*.md").Single(), TestContext.Current.CancellationToken);

    /// <summary>Sends a load without a warm-up; the options are separated by spaces, and more are one each.</summary>
    public Task<int> RunAsync(string url, string options, params string[] more) => InvokeAsync(
    [
        "run", "-u", url, "--warmup", "0s", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries), .. more,
    ]);

    public Task<int> InvokeAsync(params string[] args) =>
        InvokeUntilStoppedAsync(args, TestContext.Current.CancellationToken);
}

/// <summary>Tests that run the load tool, each with a tool of its own.</summary>
public abstract class LoadToolTests : IDisposable
{
    private protected LoadTool Tool { get; } = new();

    private protected static ValidityCheck GetCheck(Result result, string id) =>
        result.Validity.Checks.Single(check => check.Id == id);

    /// <summary>Writes a service in Node.js that handles requests, after other statements.</summary>
    private protected static string WriteService(string handler, string before = "") => new TempFile(".cjs", $$"""
        {{before}}
        require('http').createServer((request, answer) => { {{handler}} }).listen(process.env.PORT, '127.0.0.1');
        """).Path;

    public virtual void Dispose()
    {
        Tool.Dispose();
        GC.SuppressFinalize(this);
    }
}

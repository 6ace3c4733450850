using System.Text.Json;
using System.Text.RegularExpressions;
using Load.Cli;
using Load.Results;
using Load.Terminal;

namespace Load.Tests.Hosting;

/// <summary>The tool as somebody would start it, in this process.</summary>
internal sealed class LoadTool : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();
    private readonly WatchedWriter _output = new();
    private readonly WatchedWriter _error = new();

    /// <summary>CPU of the test process is not the tool's: the server runs in it too.</summary>
    public Func<TimeSpan> OwnCpu { get; init; } = () => TimeSpan.Zero;

    public string Output => _output.ToString();

    public string Error => _error.ToString();

    /// <summary>Waits until it has printed something.</summary>
    public Task<Match> SaysAsync(string pattern) => _output.SaysAsync(pattern);

    /// <summary>Where a run writes that is not told where to.</summary>
    public string Folder => _folder.FullName;

    public async Task<int> InvokeUntilAsync(string[] args, CancellationToken stop)
    {
        if (args is ["run", ..] && !args.Contains("--out"))
            args = [.. args, "--out", Folder];
        var screen = Screen.Create(_output, isLive: false, isUnicode: true, width: 100);
        return await CommandLine.InvokeAsync(args, new ToolContext(screen, _error, TimeProvider.System, OwnCpu), stop);
    }

    /// <summary>What the only run wrote.</summary>
    public async Task<Result> ResultAsync()
    {
        await using var file = File.OpenRead(Directory.GetFiles(Folder, "*.json").ShouldHaveSingleItem(Output + Error));
        return (await JsonSerializer.DeserializeAsync(file, ResultJson.Default.Result))!;
    }

    public void Dispose() => _folder.Delete(recursive: true);

    public Task<int> InvokeAsync(params string[] args) => InvokeUntilAsync(args, TestContext.Current.CancellationToken);
}

namespace Load.Tests;

/// <summary>Whatever stands in place of a file of the user, the answer is one sentence that names it.</summary>
public sealed class OddFileTests : LoadToolTests
{
    private const string Url = "http://127.0.0.1:1/{{{id}}}";

    public static MatrixTheoryData<string, string> Files => new(
        [
            "run FILE.yaml", $"dry-run {Url} -t FILE.http", $"dry-run {Url} -f FILE.csv", $"dry-run {Url} -f FILE.tsv",
            $"dry-run {Url} -f FILE.dll", $"dry-run {Url} --body @FILE", "dry-run http://127.0.0.1:1 --tls ca=FILE.pem",
            "dry-run http://127.0.0.1:1 --tls cert=FILE.pfx", "report FILE.json",
            "merge FILE.json --name x --out FOLDER",
        ],
        ["empty", "binary", "line", "deep", "number", "pipe", "link to pipe", "device", "folder", "dead link", "locked"]);

    [Theory]
    [MemberData(nameof(Files))]
    public async Task Commands_OddFile_SayWhatIsWrongWithIt(string command, string kind)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no such pipes and devices.");
        var file = await CreateAsync(kind, Path.GetExtension(command.Split(' ').First(word => word.Contains("FILE"))));

        var exit = await Tool.InvokeAsync(
            [.. command.Split(' ').Select(word => Replace(word.Replace("FOLDER", Tool.Folder), file))]);

        // Anything is a body, but its URL has a parameter.
        exit.ShouldBe(ExitCode.UsageError, Tool.Output);
        if (!command.Contains("--body") || kind is "pipe" or "link to pipe" or "device" or "folder" or "dead link")
            Tool.Error.ShouldContain(file);
        Tool.Error.ShouldNotContain("   at ");
        Tool.Error.Length.ShouldBeLessThan(5000);
    }

    private static string Replace(string word, string file) =>
        word.IndexOf("FILE", StringComparison.Ordinal) is >= 0 and var at ? word[..at] + file : word;

    private async Task<string> CreateAsync(string kind, string extension)
    {
        var path = Path.Combine(Tool.Folder, $"odd{extension}");
        switch (kind)
        {
            case "pipe":
                await CreatePipeAsync(path);
                break;
            case "link to pipe":
                await CreatePipeAsync(path + ".pipe");
                File.CreateSymbolicLink(path, path + ".pipe");
                break;
            case "device":
                File.CreateSymbolicLink(path, "/dev/zero");
                break;
            case "folder":
                Directory.CreateDirectory(path);
                break;
            case "dead link":
                File.CreateSymbolicLink(path, "/no/such/file");
                break;
            default:
                await File.WriteAllBytesAsync(path, CreateContent(kind), TestContext.Current.CancellationToken);
                if (kind is "locked" && !OperatingSystem.IsWindows())
                    File.SetUnixFileMode(path, UnixFileMode.None);
                break;
        }

        return path;
    }

    private static async Task CreatePipeAsync(string path)
    {
        using var process = Process.Start("mkfifo", [path]);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    private static byte[] CreateContent(string kind) => kind switch
    {
        "empty" => [],
        "binary" => [.. Enumerable.Range(0, 1000).Select(i => (byte)i)],
        "line" => Encoding.UTF8.GetBytes($"x{new string('y', 250_000)}"),
        "deep" => Encoding.UTF8.GetBytes(new string('[', 100_000)),
        _ => Encoding.UTF8.GetBytes(new string('9', 100_000)),
    };
}

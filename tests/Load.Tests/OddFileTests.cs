namespace Load.Tests;

/// <summary>Whatever stands in place of a file of the user, the answer is one sentence that names it.</summary>
public sealed class OddFileTests : LoadToolTests
{
    private const string Url = "http://127.0.0.1:1/{{{id}}}";

    public static MatrixTheoryData<string, string> Files => new(
        [
            "run FILE.yaml", $"dry-run {Url} -t FILE.http", $"dry-run {Url} -f FILE.csv", $"dry-run {Url} -f FILE.tsv",
            $"dry-run {Url} -f FILE.dll", $"dry-run {Url} --body @FILE", "dry-run http://127.0.0.1:1 --tls ca=FILE.pem",
            "report FILE.json",
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

    [Theory]
    [InlineData(
        "just a text", ":1: error: the value is \"just a text\"; expected a mapping of keys to values. Try url: …")]
    [InlineData("url: URL\nurl: http://localhost:5101", ":2: error: the key \"url\" occurs twice")]
    [InlineData("url: &a URL\nmethod: *a", ":2: error: the value is an alias (*), which is not supported")]
    [InlineData("url: {{{host}}}", ":1: error: the value is a mapping, because {{{ has no quotes around it")]
    [InlineData("url: 'URL", "error: invalid YAML: ")]
    [InlineData("url: URL\n---\nurl: URL", ":2: error: the YAML has more than one document")]
    [InlineData("url: URL\nburst: 4\ncount: 2", ":3: error: count cannot be combined with burst")]
    [InlineData("url: URL\nrequests:\n  - gte: /a", ":3: error: unknown key \"gte\"; expected one of get, ", ". Try get:")]
    [InlineData("url: localhost:5100", ":1: error: url: \"localhost:5100\" has no scheme. Try http://localhost:5100")]
    [InlineData("url: URL\npas: [p99 < 1s]", ":2: error: unknown key \"pas\"; expected one of url,")]
    [InlineData(
        "url: URL\nrate: 1000 per second",
        ":2: error: rate: \"1000 per second\" is not valid; expected a number and a unit of time", ". Try 1000/s\n")]
    [InlineData(
        "url: URL\npass:\n  - p99 < 5ms\n  - p101 < 5ms",
        ":4: error: pass: \"p101 < 5ms\" is not valid; expected a metric, an operator")]
    [InlineData(
        "url: URL\nrequests:\n  - get: /customer/{{{id}}}",
        ":3: error: no values for the parameter {{{id}}}. Try {{{id:RAND_INTEGER:[1:1000]}}}")]
    [InlineData("url: URL\nbody: >\n  one\n  two {{{id}}}", ":2: error: no values for the parameter {{{id}}}")]
    [InlineData("url: URL\nvary: strategy=a", ":2: error: vary: \"strategy=a\" is not valid; ", ". Try strategy=a,b,c")]
    [InlineData("url: URL\nvary: [{name: a, query: x=1}, {name: b, query: x=1}]", ":2: error: a and b send equal")]
    [InlineData("url: URL/?x=1\nvary:\n- {name: a, query: x=1}\n- {name: b}", "a and b send equal requests")]
    [InlineData(
        "url: URL\nheader: {Content-Type: application/x-www-form-urlencoded}\nbody: |\n  a=1&\n  b=2",
        ":3: error: only a & can begin another line of a form")]
    [InlineData("url: URL\nrate: fast\npas: 1", ":2: error: rate: \"fast\" is not valid; expected ")]
    [InlineData("url: \"\\e[31mred\"", "\"·[31mred\" has no scheme")]
    public async Task Invoke_InvalidScenario_ReportsPlaceAndSuggestion(string text, params string[] expected)
    {
        await FailAsync(text.Contains("vary", StringComparison.Ordinal) ? "compare" : "run", text, [], expected);

        Tool.Error.ShouldContain("Nothing was sent");
        Tool.Error.ShouldNotContain('\e');
        Tool.Output.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("rate: ", '[', 100_000, "the value is a list")]
    [InlineData("a: ", '[', 100_000, "unknown key")]
    [InlineData("connections: ", '[', 100_000, "nested more than 50 levels deep")]
    [InlineData("url: http://h/", 'a', 1_000_001, "longer than 1 MB")]
    public async Task Run_ExcessiveScenario_ReportsErrorInsteadOfCrashing(
        string start, char repeated, int count, string expected)
    {
        await FailAsync("run", start + new string(repeated, count), ["-c", "5"], expected);

        Tool.Error.Length.ShouldBeLessThan(3000);
    }

    private async Task FailAsync(string command, string text, string[] options, params string[] expected)
    {
        var file = new TempFile(".yaml", text.Replace("URL", "http://localhost:5100")).Path;

        var exit = await Tool.InvokeAsync([command, file, .. options]);

        exit.ShouldBe(ExitCode.UsageError, Tool.Output);
        Tool.Error.ShouldContain(file);
        foreach (var part in expected)
            Tool.Error.ShouldContain(part);
        Tool.Error.ShouldNotContain("   at ");
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

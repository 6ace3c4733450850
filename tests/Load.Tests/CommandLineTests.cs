using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Load.Cli;
using Load.Config.Keys;
using Load.Results;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class CommandLineTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Theory]
    [InlineData("run", "no URL. Try -u http://localhost:5100/")]
    [InlineData("run -u localhost:5100", "-u error \"localhost:5100\" has no scheme. Try http://localhost:5100")]
    [InlineData("run -u http://h -c 0", "-c error found \"0\", expected a number from 1 to 10000")]
    [InlineData("run -u http://h -n many", "-n error found \"many\", expected a number from 1 to")]
    [InlineData("run -u http://h -n 5 --duration 5s", "-n error cannot be combined with --duration")]
    [InlineData("run -u http://h --duration 5", "--duration error found \"5\", expected a number and a unit")]
    [InlineData("run -u http://h --timeout 0s", "--timeout error found \"0s\", expected 1 ms")]
    [InlineData("run -u http://h --nonsense", "--nonsense error unknown option")]
    [InlineData("run -u http://h --conections 5", "--conections error unknown option. Try --connections")]
    [InlineData("run -u http://h --tier back-end=http://h", "--tier error unknown option. Try --monitor")]
    [InlineData("run -u http://h --control", "--control error needs --serve")]
    [InlineData("run -u http://h/{{{n:RAND_NUMBER}}}", "-u error unknown kind RAND_NUMBER")]
    [InlineData("run -u http://h --rate 1000", "--rate error found \"1000\", expected a number and a unit of time")]
    [InlineData(
        "run -u http://h --ramp 100/s",
        "--ramp error found \"100/s\", expected two rates with .. between them. Try 100/s..1000/s")]
    [InlineData("run -u http://h --steps 100/s,x", "--steps error found \"x\", expected a number and a unit of time")]
    [InlineData("run -u http://h --rate 1/s --burst 1", "--rate error cannot be combined with --burst")]
    [InlineData("run -u http://h --steps 1/s --duration 1s", "--duration error cannot be combined with --steps")]
    [InlineData("run -u http://h --ramp 1/s..2/s -n 5", "-n error cannot be combined with --ramp")]
    [InlineData("run -u http://h --burst 5 -c 2", "-c error cannot be combined with --burst")]
    [InlineData("run -u http://h --burst 1,0", "--burst error found \"1,0\", expected numbers from 1 to 10000")]
    [InlineData("run -u http://h --poisson", "--poisson error needs a rate. Try --rate 1000/s --poisson")]
    [InlineData("run -u http://h --max-backlog -1", "--max-backlog error found \"-1\", expected a number from 0 to")]
    [InlineData("run -u http://h --min-sent 99", "--min-sent error found \"99\", expected 0% to 100%")]
    [InlineData("run -u http://h --max-lateness 1", "--max-lateness error found \"1\", expected a number and a unit")]
    [InlineData("run -u http://h --rate 1000 -n 5", "--rate error found \"1000\"")]
    [InlineData("run -u http://h --rate 1000/s -n x", "-n error found \"x\"")]
    [InlineData("run -u http://h --hgrm .", "--hgrm error found \".\", expected the path of a file")]
    [InlineData("run -u http://h --pass p99", "--pass error found \"p99\", expected")]
    [InlineData("run -u http://h --name a/b", "--name error found \"a/b\"")]
    [InlineData("compare -u http://h", "nothing to compare. Try --vary strategy=a,b,c")]
    [InlineData(
        "compare -u http://h --vary strategy=a",
        "--vary error found \"strategy=a\", expected two values or more")]
    [InlineData(
        "compare -u http://h --vary s=a,b --baseline c",
        "--baseline error unknown variant c, expected one of a, b")]
    [InlineData(
        "compare -u http://h --vary s=a,b --rounds 1",
        "--rounds error found \"1\", expected a number from 2 to")]
    [InlineData(
        "compare -u http://h --vary s=a,b --monitor back-end",
        "--monitor error found \"back-end\", expected name=http://host:port")]
    [InlineData("compare -u http://h --vary s=a,b --name a/b", "--name error found \"a/b\"")]
    [InlineData("compare -u http://h --vary s=a,b@httpnonsense", "\"httpnonsense\" is not a base URL")]
    [InlineData("report", "'result.json' missing")]
    [InlineData("report a.json --bogus", "--bogus error unknown option")]
    [InlineData("nonsense", "'nonsense'")]
    [InlineData("run -u http://h -u h", "-u error \"h\" has no scheme. Try http://h")]
    [InlineData(
        "run -u http://h/{{{id}}}",
        "-u error no values for {{{id}}}. Try {{{id:RAND_INTEGER:[1:1000]}}}, or a column of --file")]
    [InlineData("run -u http://h -H Accept:{{{t}}}", "-H error no values for {{{t}}}")]
    [InlineData(
        "run -u http://h -H Accept",
        "-H error found \"Accept\", expected Name: value. Try 'Accept: application/json'")]
    [InlineData(
        "run -u http://h -H Content-Length:5",
        "-H error found Content-Length, which follows from the body: leave it out")]
    [InlineData("run -u http://h -m P0ST", "-m error found \"P0ST\", expected an HTTP method such as POST")]
    [InlineData("run -u http://h --body {{{at:RAND_DATE:[x:y]}}}", "--body error missing or invalid bounds in {{{at:RAND_DATE:[x:y]}}}. Try")]
    [InlineData("run -u http://h -t /nowhere.http", "-t error cannot read /nowhere.http")]
    [InlineData("run -u http://h -f /nowhere.csv", "-f error cannot read /nowhere.csv")]
    [InlineData("run -u http://h -f /nowhere.json", "-f error found \"/nowhere.json\", expected a .csv or a .tsv file")]
    [InlineData("run -u http://h -p /nowhere.dll", "-p error file not found: /nowhere.dll")]
    [InlineData("run -u http://h --delay 5", "--delay error found \"5\"")]
    [InlineData(
        "compare -u http://h --vary s=a,b --expect-status ok",
        "--expect-status error found \"ok\", expected status codes from 200 to 599")]
    [InlineData(
        "dry-run -u http://h --expect-regex (",
        "--expect-regex error found \"(\", expected a regular expression")]
    [InlineData("dry-run -u http://h --expect-json orders", "--expect-json error found \"orders\", expected a path")]
    [InlineData("dry-run", "no URL. Try -u http://localhost:5100/")]
    public async Task Invoke_InvalidOption_ReportsErrorWithoutStackTrace(string line, string expected)
    {
        var exit = await _tool.InvokeAsync(line.Split(' '));

        exit.ShouldBe(ExitCode.Usage);
        _tool.Error.ShouldContain(expected);
        _tool.Error.ShouldContain("Nothing was sent");
        _tool.Error.ShouldNotContain("   at ");
        _tool.Output.ShouldBeEmpty();
    }

    [Fact]
    public async Task Invoke_SeveralErrors_ReportsAllAtOnce()
    {
        await _tool.InvokeAsync("run", "-u", "localhost:5100", "-c", "0", "--warmup", "soon", "--bogus");

        _tool.Error.ShouldContain("-u error");
        _tool.Error.ShouldContain("-c error");
        _tool.Error.ShouldContain("--warmup error");
        _tool.Error.ShouldContain("--bogus");
    }

    [Fact]
    public async Task Invoke_OutputFolderCannotBeCreated_FailsBeforeMeasuring()
    {
        var underAFile = Path.Combine(Environment.ProcessPath!, "x");

        string[] args = ["compare", "-u", "http://127.0.0.1:1", "--vary", "s=a,b", "--out", underAFile];
        var exit = await _tool.InvokeAsync(args);

        exit.ShouldBe(ExitCode.Usage);
        _tool.Error.ShouldContain("--out error");
    }

    [Fact]
    public async Task Invoke_OutputFolderIsReadOnly_FailsBeforeMeasuring()
    {
        // The output folder is in /proc because not even root can write there.
        var exit = await _tool.InvokeAsync("run", "-u", "http://127.0.0.1:1", "--out", "/proc");

        exit.ShouldBe(ExitCode.Usage);
        _tool.Error.ShouldContain("--out error cannot write to /proc");
    }

    [Theory]
    [InlineData(
        "GET /a\nX-A: {{{x}}}\n\nb\n{{{y}}}",
        ":2:6 error no values for {{{x}}}", ":5:1 error no values for {{{y}}}")]
    [InlineData(
        "GET /a\nbroken\nX-A: {{{x:RAND_X}}}\n",
        ":2:1 error header cannot be \"broken\"", ":3:6 error unknown kind RAND_X")]
    [InlineData("GET a/b\n", ":1:5 error \"a/b\" has no scheme", "try       /a/b")]
    [InlineData("GET http://h/a\n", "-u error another URL is in", ":1:5. Try a path there")]
    [InlineData("GET /a\nContent-Length: 5\n\nhello", ":2:17 error found Content-Length", "leave it out")]
    public async Task Invoke_InvalidTemplate_ReportsFileLineAndSuggestion(string text, params string[] expected)
    {
        var file = new TempFile(".http", text);

        var exit = await _tool.InvokeAsync("run", "-u", "http://127.0.0.1:1", "-t", file.Path);

        exit.ShouldBe(ExitCode.Usage);
        foreach (var mistake in expected)
            _tool.Error.ShouldContain(mistake);
        _tool.Error.ShouldContain(file.Path);
        _tool.Error.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Invoke_OptionRepeatsContentOfTemplateFile_ReportsConflict()
    {
        var (file, rows) = (new TempFile(".http", "PUT /a\n\nbody"), new TempFile(".csv", "id\n1\n"));

        await _tool.InvokeAsync(
            "run", "-u", "http://h", "-t", file.Path, "-m", "GET", "--body", "x", "-f", rows.Path,
            "-p", typeof(RequestPlugin).Assembly.Location);

        _tool.Error.ShouldContain($"-m error the method is already in {file.Path}:1:5");
        _tool.Error.ShouldContain($"--body error the body is already in {file.Path}");
        _tool.Error.ShouldContain("-f error cannot be combined with -p");
    }

    [Fact]
    public async Task Invoke_UnknownColumn_ListsKnownColumns()
    {
        var rows = new TempFile(".csv", "id,name\n1,a\n");

        await _tool.InvokeAsync("run", "-u", "http://h/{{{ids}}}/{{{name:RAND_NAME}}}", "-f", rows.Path);

        _tool.Error.ShouldContain($"no values for {{{{{{ids}}}}}}. Known parameters: {{{{{{id}}}}}} of {rows.Path}, {{{{{{name}}}}}} of {rows.Path}.");
        _tool.Error.ShouldContain($"{{{{{{name:RAND_NAME}}}}}} has the name of a column of {rows.Path}. Try another name");
    }

    [Theory]
    [InlineData("run", "Usage:\n  load run [<scenario>] [options]", "RAND_INTEGER", "Example:\n  load run -u ")]
    [InlineData("merge", "Usage:\n  load merge <result.json>... [options]", "--name", "Example:\n  load merge ")]
    [InlineData("", "Usage:\n  load [command] [options]", "merge <result.json>", "Example:\n  load compare --help")]
    public async Task Help_AnyCommand_ShowsUsageAndExample(string command, params string[] expected)
    {
        await _tool.InvokeAsync([.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]);

        foreach (var part in expected)
            _tool.Output.ShouldContain(part);
        _tool.Output.ShouldNotContain("join");
    }

    [Theory]
    [InlineData("run", "Request", "Load", "Connections and TLS", "Monitored processes", "Checks", "Output", "Exit codes")]
    [InlineData("compare", "Request", "Comparison", "Connections and TLS", "Checks", "Output", "Exit codes")]
    [InlineData("dry-run", "Request", "Connections and TLS", "Output", "Exit codes")]
    [InlineData("merge", "Options")]
    [InlineData("report", "Options")]
    [InlineData("schema", "Arguments")]
    [InlineData("completion", "Arguments")]
    [InlineData("", "Commands", "Exit codes")]
    public async Task Help_AnyCommand_HasGroupsAndFits80Columns(string command, params string[] groups)
    {
        await _tool.InvokeAsync([.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]);

        var lines = _tool.Output.Split('\n');
        lines.ShouldAllBe(line => line.Length <= 80);
        foreach (var group in groups)
            lines.Count(line => line == $"{group}:").ShouldBe(1, group);
        lines.Count(line => line.Contains("-h, --help", StringComparison.Ordinal)).ShouldBe(1);
        _tool.Output.ShouldContain(command.Length == 0 ? "  load [command]" : $"  load {command}");
    }

    [Fact]
    public async Task Help_Run_ListsEveryOptionOnce()
    {
        await _tool.InvokeAsync("run", "--help");

        foreach (var key in OptionCatalog.Run.Concat(OutputKeys.ForRun))
        {
            Regex.Count(_tool.Output, $@"^  (-\w, )?{key.Option}( |$)", RegexOptions.Multiline).ShouldBe(1, key.Option);
        }
    }

    [Fact]
    public async Task Version_OfBuild_HasNameVersionAndCommit()
    {
        (await _tool.InvokeAsync("--version")).ShouldBe(ExitCode.Ok);

        _tool.Output.ShouldMatch(@"^load \d+\.\d+\.\d+, commit ([0-9a-f]{40}(-dirty)?|unknown)\r?\n$");
    }

    [Theory]
    [InlineData("load run --mon", "--monitor")]
    [InlineData("load co", "compare")]
    public async Task Suggest_BeginningOfWord_ListsWhatCanStandThere(string line, string expected)
    {
        (await _tool.InvokeAsync("suggest", $"{line.Length}", line)).ShouldBe(ExitCode.Ok, _tool.Error);

        _tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldContain(expected);
    }

    [Theory]
    [InlineData("bash", "complete -o default -F _load_complete load")]
    [InlineData("zsh", "compdef _load load")]
    public async Task Completion_Shell_PrintsScriptThatAsksTheTool(string shell, string expected)
    {
        (await _tool.InvokeAsync("completion", shell)).ShouldBe(ExitCode.Ok, _tool.Error);

        _tool.Output.ShouldContain(expected);
        _tool.Output.ShouldContain("load suggest");
    }

    [Fact]
    public async Task Schema_OfResults_DescribesEveryPropertyOfAResult()
    {
        await _tool.InvokeAsync("schema", "result");

        var schema = JsonNode.Parse(_tool.Output)!.AsObject();
        schema["$id"]!.ToString().ShouldBe(Result.SchemaId);
        var result = JsonSerializer.SerializeToNode(Samples.Run(), ResultJson.Default.Result)!.AsObject();
        schema["properties"]!.AsObject().Select(property => property.Key)
            .ShouldBe(result.Select(property => property.Key), ignoreOrder: true);
        schema["properties"]!["variants"]!["items"]!["properties"]!.AsObject().Select(property => property.Key)
            .ShouldBe(result["variants"]![0]!.AsObject().Select(property => property.Key), ignoreOrder: true);
    }

    [Fact]
    public async Task SummaryOption_TwoRuns_AppendsMarkdownOfBoth()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var summary = new TempFile(".md", "before\n").Path;

        foreach (var name in new[] { "first", "second" })
        {
            await _tool.InvokeAsync(
                "run", "-u", server.Url, "-n", "5", "--warmup", "0s", "--name", name, "--summary", summary);
        }

        var text = await File.ReadAllTextAsync(summary, TestContext.Current.CancellationToken);
        text.ShouldStartWith("before\n# first\n");
        text.ShouldContain("\n# second\n");
    }

    /// <summary>
    /// Tests the limit of open files in a process of its own, because a limit cannot be raised again.
    /// </summary>
    [Fact]
    public async Task Run_MoreConnectionsThanOpenFiles_IsRejectedBeforeStart()
    {
        if (!OperatingSystem.IsLinux())
            return;
        var command = $"ulimit -n 300 && exec dotnet '{typeof(CommandLine).Assembly.Location}' "
            + "run -u http://127.0.0.1:1 -c 1000";
        using var process = Process.Start(new ProcessStartInfo("bash", ["-c", command])
        {
            RedirectStandardError = true,
        })!;
        var error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        process.ExitCode.ShouldBe(ExitCode.Usage, error);
        error.ShouldMatch(@"-c error 1000 connections need 1\d{3} open files, and the limit is 300\. .*ulimit -n 1\d{3}");
    }

    [Fact]
    public async Task Run_BodyOfStandardInput_IsSent()
    {
        await using var server = await EchoServer.StartAsync();
        string[] args =
        [
            typeof(CommandLine).Assembly.Location, "run", "-u", server.Url, "-n", "2", "--warmup", "0s", "--body", "@-",
            "--out", _tool.Folder,
        ];
        using var process = Process.Start(new ProcessStartInfo("dotnet", args)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        await process.StandardInput.WriteAsync("from the pipe");
        process.StandardInput.Close();
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        process.ExitCode.ShouldBe(ExitCode.Ok, output);
        server.Got.Select(got => got.Body).ShouldBe(["from the pipe", "from the pipe"]);
    }
}

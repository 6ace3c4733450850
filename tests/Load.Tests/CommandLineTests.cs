using System.Diagnostics;
using System.Text.RegularExpressions;
using Load.Cli;
using Load.Config.Keys;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class CommandLineTests : LoadToolTests
{
    [Theory]
    [InlineData("run", "the URL of the target is missing. Try -u http://localhost:5100/")]
    [InlineData("run -u localhost:5100", "-u: error: \"localhost:5100\" has no scheme. Try http://localhost:5100")]
    [InlineData("-c 0", "-c: error: \"0\" is not valid; expected a number from 1 to 10000")]
    [InlineData("-n 5 --duration 5s", "-n: error: -n cannot be combined with --duration")]
    [InlineData("--duration 5", "--duration: error: \"5\" is not valid; expected a number and a unit")]
    [InlineData("--conections 5", "--conections: error: unknown option. Try --connections")]
    [InlineData("--rate 1000", "--rate: error: \"1000\" is not valid; expected a number and a unit of time")]
    [InlineData(
        "--ramp 100/s",
        "--ramp: error: \"100/s\" is not valid; expected two rates with .. between them. Try 100/s..1000/s")]
    [InlineData("--rate 1/s --burst 1", "--rate: error: --rate cannot be combined with --burst")]
    [InlineData("--steps 1/s --duration 1s", "--duration: error: --duration cannot be combined with --steps")]
    [InlineData("--burst 1,0", "--burst: error: \"1,0\" is not valid; expected numbers from 1 to 10000")]
    [InlineData("--poisson", "--poisson: error: --poisson needs a rate. Try --rate 1000/s --poisson")]
    [InlineData("--cold", "--cold: error: --cold needs a burst. Try --burst 100 --cold")]
    [InlineData("--min-sent 99", "--min-sent: error: \"99\" is not valid; expected a percentage from 0% to 100%")]
    [InlineData("--hgrm .", "--hgrm: error: \".\" is not valid; expected the path of a file")]
    [InlineData("--pass p99", "--pass: error: \"p99\" is not valid; expected")]
    [InlineData("--name a/b", "--name: error: \"a/b\" is not valid")]
    [InlineData("compare -u URL", "there are no variants to compare. Try --vary strategy=a,b,c")]
    [InlineData(
        "compare -u URL --vary a=1,2 --rounds 1", "--rounds: error: \"1\" is not valid; expected a number from 2 to")]
    [InlineData(
        "compare -u URL --vary a=1,2 --monitor back-end",
        "--monitor: error: \"back-end\" is not valid; expected name=http://host:port")]
    [InlineData("compare -u URL --vary a=1,2@httpnonsense", "\"httpnonsense\" is not a base URL")]
    [InlineData("report", "'result.json' missing")]
    [InlineData("nonsense", "'nonsense'")]
    [InlineData(
        "run -u URL/{{{id}}}",
        "-u: error: no values for the parameter {{{id}}}. Try {{{id:RAND_INTEGER:[1:1000]}}}, or a column of --file")]
    [InlineData(
        "-H Accept", "-H: error: \"Accept\" is not valid; expected Name: value. Try 'Accept: application/json'")]
    [InlineData("-H Content-Length:5", "-H: error: Content-Length is calculated from the body. Leave out this header")]
    [InlineData("-m P0ST", "-m: error: \"P0ST\" is not valid; expected an HTTP method such as POST")]
    [InlineData("-t /nowhere.http", "-t: error: cannot read /nowhere.http")]
    [InlineData("--cert nowhere.pem", "cannot read the certificate nowhere.pem")]
    [InlineData("--key key.pem", "--key: error: needs --cert")]
    [InlineData("--streams 2", "--streams: error: needs HTTP/2")]
    [InlineData("--connect-to h:1", "--connect-to: error: \"h:1\" is not valid; expected host:port:address:port")]
    [InlineData("--proxy socks://h:1", "\"socks://h:1\" is not valid; expected the URL of an HTTP proxy")]
    [InlineData("--body @nowhere.json", "--body: error: cannot read nowhere.json")]
    [InlineData("--control", "--control: error: --control needs --serve")]
    [InlineData("--serve-for 1m", "--serve-for: error: --serve-for needs --serve")]
    [InlineData("--serve http://*:5110 --control", "needs a loopback address")]
    [InlineData("--serve nonsense", "--serve: error: \"nonsense\" is not valid")]
    [InlineData("--steps 1/s,2/s --step 1s --expect-errors 503", "--expect-errors")]
    [InlineData("capacity -u URL", "a capacity search needs objectives. Try --slo")]
    [InlineData("capacity -u URL --slo p99", "--slo: error: \"p99\" is not valid")]
    [InlineData("replay x.json --serve nonsense", "--serve: error: \"nonsense\" is not valid; expected http://")]
    [InlineData("stage -u URL --vary s=a,b --serve http://0.0.0.0:0", "needs a loopback address")]
    [InlineData("stage -u URL --vary s=a,b --rate 10/s", "--rate")]
    [InlineData("stage -u URL --vary s=a,b -c 2500", "expected 1000 at most")]
    [InlineData("stage -u URL --vary s=a,b --kill http://127.0.0.1:1", "name=http://host:port")]
    [InlineData("run -u http://127.0.0.1:1 -u http://127.0.0.1:2 --monitor target", "the requests go to 2 hosts")]
    [InlineData(
        "compare -u URL --vary a=1,2 --expect-status ok",
        "--expect-status: error: \"ok\" is not valid; expected status codes from 200 to 599")]
    [InlineData(
        "dry-run -u URL --expect-json orders", "--expect-json: error: \"orders\" is not valid; expected a path")]
    public async Task Invoke_InvalidOption_ReportsErrorWithoutStackTrace(string line, string expected)
    {
        line = line.StartsWith('-') ? $"run -u URL {line}" : line;
        var exit = await Tool.InvokeAsync(line.Replace("URL", "http://localhost:5100").Split(' '));

        exit.ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain(expected);
        Tool.Error.ShouldNotContain("   at ");
        Tool.Output.ShouldBeEmpty();
    }

    [Fact]
    public async Task Invoke_SeveralErrors_ReportsAllAtOnce()
    {
        await Tool.InvokeAsync("run", "-u", "localhost:5100", "-c", "0", "--warmup", "soon", "--bogus");

        Tool.Error.ShouldContain("-u: error");
        Tool.Error.ShouldContain("-c: error");
        Tool.Error.ShouldContain("--warmup: error");
        Tool.Error.ShouldContain("--bogus");
        Tool.Error.ShouldContain("Nothing was sent");
    }

    [Theory]
    [InlineData("/proc", "--out: error: cannot write to /proc")]
    [InlineData("/proc/version/under-a-file", "--out: error")]
    public async Task Invoke_OutputFolderIsReadOnlyOrUnderAFile_FailsBeforeMeasuring(string folder, string expected)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The output folder is /proc, where not even root can write.");
        var exit = await Tool.InvokeAsync("run", "-u", "http://127.0.0.1:1", "--out", folder);

        exit.ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain(expected);
    }

    [Theory]
    [InlineData(
        "GET /a\nX-A: {{{x}}}\n\nb\n{{{y}}}",
        ":2:6: error: no values for the parameter {{{x}}}", ":5:1: error: no values for the parameter {{{y}}}")]
    [InlineData(
        "GET /a\nbroken\nX-A: {{{x:RAND_X}}}\n",
        ":2:1: error: header cannot be \"broken\"", ":3:6: error: unknown kind of random value RAND_X")]
    [InlineData("GET a/b\n", ":1:5: error: \"a/b\" has no scheme", "try       /a/b")]
    [InlineData(
        "GET http://localhost:5100/a\n", "-u: error: this URL conflicts with the one in", ":1:5. Try a path there")]
    public async Task Invoke_InvalidTemplate_ReportsFileLineAndSuggestion(string text, params string[] expected)
    {
        var file = new TempFile(".http", text);

        var exit = await Tool.InvokeAsync("run", "-u", "http://127.0.0.1:1", "-t", file.Path);

        exit.ShouldBe(ExitCode.UsageError);
        foreach (var mistake in expected)
            Tool.Error.ShouldContain(mistake);
        Tool.Error.ShouldContain(file.Path);
        Tool.Error.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Invoke_OptionRepeatsContentOfTemplateFile_ReportsConflict()
    {
        var (file, rows) = (new TempFile(".http", "PUT /a\n\nbody"), new TempFile(".csv", "id\n1\n"));

        await Tool.InvokeAsync(
            "run", "-u", "http://localhost:5100", "-t", file.Path, "-m", "GET", "--body", "x", "-f", rows.Path,
            "-p", typeof(RequestPlugin).Assembly.Location);

        Tool.Error.ShouldContain($"-m: error: the method is already set in {file.Path}:1:5");
        Tool.Error.ShouldContain($"--body: error: the body is already set in {file.Path}");
        Tool.Error.ShouldContain("-f: error: -f cannot be combined with -p");
    }

    [Fact]
    public async Task Invoke_UnknownColumn_ListsKnownColumns()
    {
        var rows = new TempFile(".csv", "id,name\n1,a\n");

        await Tool.InvokeAsync("run", "-u", "http://localhost:5100/{{{ids}}}/{{{name:RAND_NAME}}}", "-f", rows.Path);

        Tool.Error.ShouldContain(
            "no values for the parameter {{{ids}}}. "
            + $"Known parameters: {{{{{{id}}}}}} of {rows.Path}, {{{{{{name}}}}}} of {rows.Path}.");
        Tool.Error.ShouldContain(
            $"{{{{{{name:RAND_NAME}}}}}} has the same name as a column of {rows.Path}. Try another name");
    }

    [Theory]
    [InlineData("run", "Request", "Load", "Connections and TLS", "Monitored processes", "Checks", "Output", "Exit codes")]
    [InlineData("compare", "Request", "Comparison", "Connections and TLS", "Checks", "Output", "Exit codes")]
    [InlineData("merge", "Options")]
    [InlineData("", "Commands", "Exit codes")]
    public async Task Help_AnyCommand_HasGroupsAndFits80Columns(string command, params string[] groups)
    {
        await Tool.InvokeAsync([.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]);

        var lines = Tool.Output.Split('\n');
        lines.ShouldAllBe(line => line.Length <= 80);
        foreach (var group in groups)
            lines.Count(line => line == $"{group}:").ShouldBe(1, group);
        lines.Count(line => line.Contains("-h, --help", StringComparison.Ordinal)).ShouldBe(1);
        Tool.Output.ShouldContain(command.Length == 0 ? "  load [command]" : $"  load {command}");
        Tool.Output.ShouldContain("Example:\n  load ");
    }

    [Fact]
    public async Task Help_Run_ListsEveryOptionOnce()
    {
        await Tool.InvokeAsync("run", "--help");

        foreach (var key in OptionCatalog.RunCommandKeys.Concat(OutputKeys.RunCommandKeys))
        {
            Regex.Count(Tool.Output, $@"^  (-\w, )?{key.Option}( |$)", RegexOptions.Multiline).ShouldBe(1, key.Option);
        }
    }

    [Fact]
    public async Task Version_OfBuild_HasNameVersionAndCommit()
    {
        (await Tool.InvokeAsync("--version")).ShouldBe(ExitCode.Ok);

        Tool.Output.ShouldMatch(@"^load \d+\.\d+\.\d+, commit ([0-9a-f]{40}(-dirty)?|unknown)\r?\n$");
    }

    [Fact]
    public async Task Suggest_BeginningOfWord_ListsPossibleCompletions()
    {
        (await Tool.InvokeAsync("suggest", "14", "load run --mon")).ShouldBe(ExitCode.Ok, Tool.Error);

        Tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldContain("--monitor");
    }

    [Theory]
    [InlineData("bash", "complete -o default -F _load_complete load")]
    [InlineData("zsh", "compdef _load load")]
    public async Task Completion_Shell_PrintsScriptThatAsksTheTool(string shell, string expected)
    {
        (await Tool.InvokeAsync("completion", shell)).ShouldBe(ExitCode.Ok, Tool.Error);

        Tool.Output.ShouldContain(expected);
        Tool.Output.ShouldContain("load suggest");
    }

    [Fact]
    public async Task SummaryOption_TwoRuns_AppendsMarkdownOfBoth()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var summary = new TempFile(".md", "before\n").Path;

        foreach (var name in new[] { "first", "second" })
            await Tool.RunAsync(server.Url, $"-n 5 --name {name} --summary {summary}");

        var text = await File.ReadAllTextAsync(summary, TestContext.Current.CancellationToken);
        text.ShouldStartWith("before\n# first\n");
        text.ShouldContain("\n# second\n");
    }

    /// <summary>
    /// Tests the limit of open files in a process of its own, because a limit cannot be raised again.
    /// </summary>
    [Fact]
    [Slow]
    public async Task Run_MoreConnectionsThanOpenFiles_IsRejectedBeforeStart()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The limit of open files is set with ulimit.");
        var command = $"ulimit -n 300 && exec dotnet '{typeof(CommandLine).Assembly.Location}' "
            + "run -u http://127.0.0.1:1 -c 1000";
        using var process = Process.Start(new ProcessStartInfo("bash", ["-c", command])
        {
            RedirectStandardError = true,
        })!;
        var error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        process.ExitCode.ShouldBe(ExitCode.UsageError, error);
        error.ShouldMatch(@"-c: error: 1000 connections need 1\d{3} open files, and the limit is 300\. .*ulimit -n 1\d{3}");
    }

    [Fact]
    [Slow]
    public async Task Run_BodyOfStandardInput_IsSent()
    {
        await using var server = await EchoServer.StartAsync();
        string[] args =
        [
            typeof(CommandLine).Assembly.Location, "run", "-u", server.Url, "-n", "2", "--warmup", "0s", "--body", "@-",
            "--out", Tool.Folder, "--max-other-cpu", "100%",
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
        server.ReceivedRequests.Select(got => got.Body).ShouldBe(["from the pipe", "from the pipe"]);
    }
}

namespace Load.Tests;

public sealed partial class CommandLineTests : LoadToolTests
{
    [Theory]
    [InlineData("run", "the URL of the target is missing. Try -u http://localhost:5100/")]
    [InlineData("run -u http://h/a#b?c=d", "-u: error: the URL has a fragment (#), which is never sent. Try %23 for #")]
    [InlineData("ab . --package A=1,1 --path /", "--package: error: both versions of A are 1")]
    [InlineData("ab . . --env A --path /", "--env: error: \"A\" is not valid; expected NAME=value. Try FEATURE=on")]
    [InlineData("run -u localhost:5100", "-u: error: \"localhost:5100\" has no scheme. Try http://localhost:5100")]
    [InlineData("rnu http://localhost:5100", "Unrecognized command or argument 'rnu'.")]
    [InlineData("-n 5 --duration 5s", "-n: error: -n cannot be combined with --duration")]
    [InlineData("--conections 5", "--conections: error: unknown option. Try --connections")]
    [InlineData(
        "compare -u URL --vary a=1,2 --monitor back-end",
        "--monitor: error: \"back-end\" is not valid; expected name=http://host:port")]
    [InlineData(
        "run -u URL/{{{id}}}",
        "-u: error: no values for the parameter {{{id}}}. Try {{{id:RAND_INTEGER:[1:1000]}}}, or a column of --file")]
    [InlineData("-H Content-Length:5", "-H: error: Content-Length is calculated from the body. Leave out this header")]
    [InlineData("-H Transfer-Encoding:chunked", "-H: error: Transfer-Encoding is not sent: bodies have a Content-Length")]
    [InlineData("-H X-Name:Caf\uFFFD", "the command line is not UTF-8")]
    [InlineData("run --steer -u URL --vary s=a,b -c 2500", "expected 1000 at most")]
    [InlineData("run --steer -u URL", "there are no variants to compare. Try two URLs, or --vary strategy=a,b,c")]
    [InlineData("run --steer URL URL/b --rate 5/s", "--rate: error: cannot be combined with --steer")]
    [InlineData("--metrics 70000", "--metrics: error: \"70000\" is not valid; expected a number from 1 to 65535")]
    [InlineData("run -u http://127.0.0.1:1 -u http://127.0.0.1:2 --monitor target", "the requests go to 2 hosts")]
    [InlineData("--events - --out -", "standard output already receives the result")]
    [InlineData("run http://ada:x@h/", "the URL contains user:password@. Try -H 'Authorization: Basic …'")]
    [InlineData("--expect $['@odata.count']", "or /a regular expression/. Try /\"name\": *2/")]
    [InlineData("-k", "-k: error: unknown option\n")]
    [InlineData("--within 3m", "--within: error: this command does not have this option; others have it: compare, ab\n")]
    [InlineData(
        "--vary a=1,2 --pass p99<1s",
        "--pass: error: variants that are sent one after another decide nothing. Try load compare\n")]
    [InlineData("--baseline a", "this option; others have it: compare, run --steer\n")]
    [InlineData("compare URL URL/b --rounds 100001", "--rounds: error: \"100001\" is not valid; expected a number from 2 to 100000")]
    [InlineData("ab URL --path /", "expected two services, found 1")]
    [InlineData("ab x y --package a=1,2 --path /", "expected one project, found 2. Try load ab src/Shop --package RestSharp")]
    [InlineData("ab x --package a=1 --path /", "--package: error: \"a=1\" is not valid; expected package=version,version")]
    [InlineData("ab URL . --path /", "a URL is no service that can be started. Try load compare")]
    [InlineData("ab x y --path api/x", "--path: error: \"api/x\" is not valid; expected a path that begins with '/'")]
    [InlineData("run -u URL/{{{id:RAND_NUMBER}}}", "unknown kind of random value RAND_NUMBER in {{{id:RAND_NUMBER}}}. Valid")]
    [InlineData(
        "run -u URL/{{{id:RAND_GUID}}}/{{{id:RAND_NAME}}}",
        "{{{id:RAND_NAME}}} was already declared as {{{id:RAND_GUID}}}. Try {{{id}}}")]
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
    public async Task Invoke_NoArguments_PrintsTheHelp()
    {
        var exit = await Tool.InvokeAsync();

        exit.ShouldBe(ExitCode.Ok);
        Tool.Output.ShouldContain("Usage:\n  load [command] [options]");
        Tool.Output.ShouldContain("\nCommands:\n  run <url-or-scenario> ");
        Tool.Output.ShouldContain("  64   the options or the scenario are wrong, and nothing was sent\n");
        Tool.Error.ShouldBeEmpty();
    }

    [Fact]
    [Slow]
    public async Task Run_EnvironmentVariables_AreTheOptionsThatAreNotTyped()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var file = new TempFile(".yaml", $"url: {server.Url}\nduration: 1m\nconnections: 1\nwarmup: 0s\n");

        var outcome = await LoadProcess.RunAsync(
            ["run", "--name", "typed"],
            TestContext.Current.CancellationToken,
            variables: new Dictionary<string, string>
            {
                ["LOAD_SCENARIO"] = file.Path,
                ["LOAD_NAME"] = "variable",
                ["LOAD_COUNT"] = "7",
                ["LOAD_COMMAND"] = "docker compose run --rm load",
            });

        outcome.ExitCode.ShouldBe(ExitCode.Ok, outcome.Text);
        outcome.Result.Scenario.Name.ShouldBe("typed");
        outcome.Result.RepeatCommand.ShouldStartWith("docker compose run --rm load run --name typed --");
        outcome.Result.Variants[0].Requests.ShouldBe(7);
        server.RequestedPaths.Count.ShouldBe(7);
    }

    [Fact]
    public async Task Invoke_OutputFolderIsReadOnly_FailsBeforeMeasuring()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The output folder is /proc, where not even root can write.");
        var exit = await Tool.InvokeAsync("run", "-u", "http://127.0.0.1:1", "--out", "/proc");

        exit.ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain("--out: error: cannot write to /proc");
    }

    [Theory]
    [InlineData("GET /a\nX-A: {{{x}}}\n\nb", ":2: error: no values for the parameter {{{x}}}")]
    [InlineData("GET /a\n\nb {{{y}}}", ":3: error: no values for the parameter {{{y}}}")]
    [InlineData("GET /a\n\nb\n\n  c {{y}}", ":5: error: \"{{y}}\" is not supported in a template")]
    [InlineData("GET http://localhost:5100/a\n",
        "-u: error: this URL conflicts with the one in FILE:1. Try a path instead of that URL")]
    public async Task Invoke_InvalidTemplate_ReportsFileLineAndSuggestion(string text, string expected)
    {
        var file = new TempFile(".http", text);

        var exit = await Tool.InvokeAsync("run", "-u", "http://127.0.0.1:1", "-t", file.Path);

        exit.ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain(expected.Replace("FILE", file.Path));
        Tool.Error.ShouldContain(file.Path);
        Tool.Error.ShouldNotContain("   at ");
    }

    [Theory]
    [InlineData("run", 36)]
    [InlineData("compare", 34)]
    [InlineData("ab", 30)]
    [InlineData("dry-run", 14)]
    public async Task Help_Command_ListsEachOptionOnceWithin80Columns(string command, int options)
    {
        await Tool.InvokeAsync(command, "--help");

        Tool.Output.Split('\n').ShouldAllBe(line => line.Length <= 80);
        var listed = ListedOption().Matches(Tool.Output).Select(match => match.Groups[1].Value).ToArray();
        listed.ShouldBeUnique();
        listed.Except(ScenarioKeys.All.Select(key => key.Option)).ShouldBe(["--help"]);
        listed.Length.ShouldBeLessThanOrEqualTo(options);
        Tool.Output.ShouldContain($"\nExamples:\n  load {command} ");
    }

    [Theory]
    [InlineData("a:1 b:2", "a:1 b:2")]
    [InlineData("a:1/x a:1/y", "a:1/x a:1/y")]
    [InlineData("a:1/x a:1/x", "a:1/x a:1/x\u00a0(2)")]
    public async Task Compare_Urls_AreVariantsNamedByTheUrlWithoutItsScheme(string urls, string names)
    {
        await using var one = await TestServer.StartAsync(TestServer.HelloAsync);
        await using var two = await TestServer.StartAsync(TestServer.HelloAsync);

        await Tool.InvokeAsync(
        [
            "compare", .. urls.Split(' ').Select(url => $"http://{Replace(url)}"), "--rounds", "2", "--turn", "20ms",
            "--warmup", "0s",
        ]);

        var result = await Tool.ReadResultAsync();
        result.Variants.Select(variant => variant.Name)
            .ShouldBe(names.Split(' ').Select(name => Replace(name).Replace('\u00a0', ' ')));
        result.Baseline.ShouldBe(result.Variants[0].Name);
        one.RequestedPaths.Concat(two.RequestedPaths).Distinct().Order().ShouldBe(
            urls.Split(' ').Select(url => url.Contains('/') ? url[url.IndexOf('/')..] : "/").Distinct());

        string Replace(string text) => text
            .Replace("a:1", new Uri(one.Url).Authority, StringComparison.Ordinal)
            .Replace("b:2", new Uri(two.Url).Authority, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Version_OfBuild_HasNameVersionAndCommit()
    {
        (await Tool.InvokeAsync("--version")).ShouldBe(ExitCode.Ok);

        Tool.Output.ShouldMatch(@"^load \d+\.\d+\.\d+, commit ([0-9a-f]{40}(-dirty)?|unknown)\r?\n$");
    }

    [GeneratedRegex(@"^  (?:-\S, )*(--[\w-]+)", RegexOptions.Multiline)]
    private static partial Regex ListedOption();
}

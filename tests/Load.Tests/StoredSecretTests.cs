namespace Load.Tests;

/// <summary>
/// Puts a secret into each of 22 everyday places, and looks for it in all that comes out: files, pages, events, logs
/// and the terminal.
/// </summary>
public sealed class StoredSecretTests : LoadToolTests
{
    private static readonly string[] Variables =
    [
        "DB_PASS", "SMTP_PASS", "MYSQL_PWD", "RABBITMQ_DEFAULT_PASS", "REDIS_AUTH", "NPM_AUTH", "DB_PW", "dbPass",
        "GITHUB_PAT", "PGPASSWORD", "API_KEY",
    ];

    private static readonly string[] Options = ["--db-pass ", "--dbpass=", "--sa-pwd ", "-p ", "-u me:"];
    private static readonly string[] Queries = ["db_pass", "userpwd", "access_token"];
    private static readonly string[] Headers = ["X-Db-Pass", "Authorization"];
    private static readonly string[] Places = [.. Variables, .. Options, .. Queries, .. Headers, "user"];

    private static string Query => string.Join('&', Queries.Select(name => $"{name}={GetSecret(name)}"));

    private static string[] HeaderOptions => [.. Headers.SelectMany(name => new[] { "-H", $"{name}: {GetSecret(name)}" })];

    [Theory]
    [InlineData("run", "-n", "4")]
    [InlineData("compare", "--vary", "strategy=a,b", "--rounds", "2", "--turn", "20ms")]
    public async Task Load_SecretsInEverydayPlaces_AreSentAndNotStored(params string[] words)
    {
        await using var server = await EchoServer.StartAsync();
        var rows = new TempFile(".csv", $"token\n{GetSecret("API_KEY")}\n");

        var exit = await Tool.InvokeAsync(
        [
            .. words,
            "-u", $"{server.Url}/a;jsessionid={GetSecret("dbPass")}?{Query}", .. HeaderOptions,
            "-H", "Content-Type: application/json", "--body", $$$$"""{"dbPass": "{{{{GetSecret("dbPass")}}}}", "t": "{{{token}}}"}""",
            "-f", rows.Path, "--repeat-command", CreateCommand("load run"), "--warmup", "0s", "--out", Tool.Folder,
            "--events", Path.Combine(Tool.Folder, "run.events.ndjson"),
        ]);

        exit.ShouldBeOneOf(ExitCode.Ok, ExitCode.InvalidResult);
        var request = server.ReceivedRequests.First();
        request.Path.ShouldContain(Query);
        request.Headers["X-Db-Pass"].ShouldBe(GetSecret("X-Db-Pass"));
        request.Body.ShouldContain(GetSecret("API_KEY"));
        Directory.GetFiles(Tool.Folder).Length.ShouldBe(4);
        await ShouldStoreNoSecretAsync();
        var result = await Tool.ReadResultAsync();
        result.Variants[0].Url.ShouldEndWith(
            "/a;jsessionid=…?db_pass=…&userpwd=…&access_token=…" + (words[0] is "run" ? "" : "&strategy=a"));
    }

    [Fact, Slow]
    public async Task Ab_SecretsInTwoCommandsOfOneProgram_AreNotStoredAndSidesAreToldApart()
    {
        var service = WriteService("answer.end('x')");
        var summary = Path.Combine(Tool.Folder, "summary.md");

        await RunAbAsync(
            CreateCommand($"node {service} {{port}}"), CreateCommand($"node {service} {{port}} --new"),
            "--summary", summary);

        var result = await Tool.ReadResultAsync();
        string[] sides = [.. result.Variants.Select(variant => variant.Summary!)];
        sides.ShouldAllBe(side => Regex.IsMatch(side, $@"^node {service} \([0-9a-f]{{6}}\)$"));
        sides[0].ShouldNotBe(sides[1]);
        foreach (var side in sides)
        {
            Tool.Output.ShouldContain(side);
            result.Command.ShouldContain(side);
        }

        var files = Directory.GetFiles(Tool.Folder);
        files.Select(Path.GetExtension).Order().ShouldBe([".html", ".json", ".md", ".md"]);
        foreach (var file in files)
        {
            var text = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
            // The summary of a job names the sides.
            foreach (var side in file == summary ? ["A", "B"] : sides.Select(side => side[^7..^1]))
                text.ShouldContain(side, customMessage: file);
        }

        await ShouldStoreNoSecretAsync();
    }

    /// <summary>Its last lines are for the terminal.</summary>
    [Fact, Slow]
    public async Task Ab_ServicePrintsItsSecretsAndEnds_OnlyTheTerminalHasItsLines()
    {
        var service = WriteService("answer.end('x')");
        var failing = WriteService(
            "answer.end('x'); if (++n === 20) { console.log(process.env.DB_PASS); process.exit(1); }", "let n = 0;");

        (await RunAbAsync(CreateCommand($"node {service}"), CreateCommand($"node {failing}")))
            .ShouldBe(ExitCode.ServiceFailed, Tool.Output);

        Tool.Error.ShouldEndWith($"last lines of its output:\n    {GetSecret("DB_PASS")}\n");
        foreach (var file in Directory.GetFiles(Tool.Folder))
            ShouldHaveNoSecret(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken), file);
    }

    [Theory]
    [InlineData("run|http://h/a?page=2|-n|4|--pass|p99 < 5ms", "load run 'http://h/a?page=…' -n 4 --pass 'p99 < 5ms'")]
    [InlineData("run|-u|http://h/|-H|A: b|--body|x|--expect|/x/", "load run -u http://h/ -H … --body … --expect …")]
    [InlineData("run|--requests|[{get: /a}]|--monitor|db=http://h:1/m?k=x", "load run --requests … --monitor 'db=http://h:1/m?k=…'")]
    [InlineData("compare|http://a/?v=1|http://b/?v=2", "load compare 'http://a/?v=1' 'http://b/?v=2'")]
    [InlineData("compare|http://a/?v=1|--vary|s=a,b", "load compare 'http://a/?v=…' --vary s=a,b")]
    [InlineData("ab|git:main|.|--path|/a?k=x", "load ab git:main . --path '/a?k=…'")]
    [InlineData("run|http://h/|--repeat-command|make demo A=x", "load run http://h/ --repeat-command 'make demo …'")]
    public void Format_CommandLine_HasWhatCannotBeSecret(string args, string expected) =>
        CommandLine.Format(CommandLine.Parse(args.Split('|'), ToolContext.CreateForTerminal())).ShouldBe(expected);

    [Theory]
    [InlineData("sh -c 'TOKEN=x y'", "sh (")]
    [InlineData("PW='cat sh' env A=\"b c\" sh sh secret", "sh (")]
    [InlineData("no-such-program x", "(")]
    public void Describe_Command_HasItsProgramOnly(string command, string expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "It has no sh.");
        StoredCommand.Describe(command, ".")[..^7].ShouldBe(expected);
    }

    private static string GetSecret(string place) => $"zq{Array.IndexOf(Places, place):00}secret";

    // env DB_PASS=… node service.cjs --db-pass …
    private static string CreateCommand(string program) =>
        $"env {string.Join(' ', Variables.Select(name => $"{name}={GetSecret(name)}"))} {program} "
        + string.Join(' ', Options.Append("http://me:").Select(name => name is "http://me:"
            ? $"{name}{GetSecret("user")}@h/?{Query}" : name + GetSecret(name))).Replace("&", "\\&");

    private Task<int> RunAbAsync(params string[] words) => Tool.InvokeAsync(
        ["ab", .. words, "--within", "2s", "-c", "2", "--path", $"/?{Query}", .. HeaderOptions, "--out", Tool.Folder]);

    private async Task ShouldStoreNoSecretAsync()
    {
        foreach (var file in Directory.GetFiles(Tool.Folder))
            ShouldHaveNoSecret(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken), file);
        ShouldHaveNoSecret(Tool.Output + Tool.Error, "terminal");
    }

    private static void ShouldHaveNoSecret(string text, string place)
    {
        Places.Length.ShouldBe(22);
        Places.Where(name => text.Contains(GetSecret(name))).ShouldBeEmpty(place);
    }
}

namespace Load.Tests;

/// <summary>Tests that secrets of the command line reach no file, page or terminal, in any spelling.</summary>
public sealed partial class RedactionTests : LoadToolTests
{
    private const string Secret = "S3CRETx9";

    // The character that separates the arguments in the test cases. No argument contains this character.
    private const char Separator = '¦';

    public static TheoryData<string> SecretSpellings =>
    [
        $"-H¦Authorization: Bearer {Secret}",
        $"--header¦authorization:Basic {Secret}",
        $"-H¦Cookie: session={Secret}; theme=dark",
        $"-H¦X-Api-Key: \"{Secret}\"",
        $"-H¦X-Api-Key: it's \"a\" {Secret}",
        $"-H¦Cookie: theme=\"dark\"; sid=\"{Secret}\"",
        $"-H¦Authorization: Digest username=\"{Secret}\", response=\"{Secret}\"",
        $"-H¦Referer: http://h/?access_token={Secret}",
        $"-H¦X-Tenant: {Secret}¦--redact¦x-tenant",
        $"-u¦URL/?token={Secret}",
        $"URL/?token={Secret}",
        $"--url=URL/?a=1&api_key={Secret}&b=2",
        $"-u¦URL/a;jsessionid={Secret}/b",
        $"-u¦URL/?%74oken={Secret}",
        $"-u¦http://ada:{Secret}@HOST/",
        $"-u¦http://{Secret}:x-oauth-basic@HOST/",
        $"-H¦X-Session: {Secret}",
        $"--body¦{{\"user\": \"ada\", \"password\": \"{Secret}\"}}",
        $"--body:grant_type=password&password={Secret}",
        $"--requests¦[{{get: '/a?token={Secret}', header: 'X-Api-Key: {Secret}'}}, {{post: /b, body: '{Secret}'}}]",
        $"--requests¦[{{get: /a, header: {{X-Api-Key: {Secret}}}}}]",
        $"--monitor¦db=http://ada:{Secret}@127.0.0.1:1",
        $"--repeat-command¦load run -H 'Authorization: Bearer {Secret}' -u URL",
        $"-u¦URL/?t={{{{{{token}}}}}}¦-f¦FILE",
    ];

    [Theory]
    [MemberData(nameof(SecretSpellings))]
    public async Task Run_SecretInAnySpelling_IsInNoFileAndNotOnTerminal(string spelling)
    {
        await using var server = await EchoServer.StartAsync();
        var rows = new TempFile(".csv", $"token\n{Secret}\n");
        string[] given =
        [
            .. spelling.Split(Separator).Select(word => word
                .Replace("URL", server.Url, StringComparison.Ordinal)
                .Replace("HOST", new Uri(server.Url).Authority, StringComparison.Ordinal)
                .Replace("FILE", rows.Path, StringComparison.Ordinal)),
        ];
        string[] url = given.Any(word => UrlOption().IsMatch(word)) ? [] : ["-u", server.Url];
        string[] files = ["--log", Path.Combine(Tool.Folder, "log.tsv")];

        var exit = await Tool.InvokeAsync(["run", .. url, .. given, "-n", "2", "--warmup", "0s", .. files]);

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        server.ReceivedRequests.Count.ShouldBe(2);
        Directory.GetFiles(Tool.Folder).Select(Path.GetExtension).Order()
            .ShouldBe([".html", ".json", ".md", ".tsv"]);
        await ShouldNotShowSecretAsync();
        if (!spelling.Contains("FILE", StringComparison.Ordinal))
            (await Tool.ReadResultAsync()).Command.ShouldContain(Redactor.ReplacementText);
    }

    [Fact]
    public async Task DryRun_Secret_IsNotShown()
    {
        await using var server = await EchoServer.StartAsync();

        var exit = await Tool.InvokeAsync(
            "dry-run", "-u", $"{server.Url}/?token={Secret}", "-H", $"Authorization: Bearer {Secret}",
            "--body", $"{{\"password\": \"{Secret}\"}}");

        exit.ShouldBe(ExitCode.Ok, Tool.Error);
        Tool.Output.ShouldNotContain(Secret);
        Tool.Output.ShouldContain(Redactor.ReplacementText);
        server.ReceivedRequests.Single().Path.ShouldBe($"/?token={Secret}");
    }

    [Fact]
    public async Task Run_NoResponseFromUrlWithSecret_IsNotInError()
    {
        var url = TestServer.RefusingUrl;

        await Tool.RunAsync($"{url}/?token={Secret}", "-n 1");
        await Tool.InvokeAsync(
            "compare", "-u", $"{url}/?token={Secret}", "--vary", "a=1,2", "--warmup", "0s", "--out", Tool.Folder);

        Tool.Error.ShouldContain("Try curl");
        (Tool.Error + Tool.Output).ShouldNotContain(Secret);
    }

    [Fact]
    public async Task Compare_ValuesOfSecretParameter_DoNotNameVariants()
    {
        await using var server = await EchoServer.StartAsync();

        var exit = await Tool.InvokeAsync(
            "compare", "-u", server.Url, "--vary", $"api_key={Secret},{Secret}2", "--rounds", "2", "--slice", "20ms",
            "--warmup", "0s", "--slice-warmup", "0s", "--out", Tool.Folder);

        exit.ShouldBe(ExitCode.Ok, Tool.Error);
        (await Tool.ReadResultAsync()).Variants.Select(variant => variant.Name).ShouldBe(["api_key 1", "api_key 2"]);
        await ShouldNotShowSecretAsync();
    }

    [Fact]
    public async Task Events_UrlWithSecret_IsNotInEvents()
    {
        await using var server = await EchoServer.StartAsync();
        await using var run = new EventRun(
            Tool, "run", "-u", $"{server.Url}/?token={Secret}", "-H", $"Cookie: {Secret}", "--duration", "30s",
            "--warmup", "0s");

        foreach (var line in await run.Events.ReadUntilAsync(line => line.Load is not null))
            JsonSerializer.Serialize(line, ResultWriterJson.Default.ResultLine).ShouldNotContain(Secret);
    }

    [Theory]
    [InlineData("-H|Authorization: Bearer abc", "load run -H 'Authorization: …'")]
    [InlineData("-u|http://h/?page=2&token=abc&x=1", "load run -u 'http://h/?page=2&token=…&x=1'")]
    [InlineData("--requests|[{get: /a?page=2}]", "load run --requests '[{get: /a?page=2}]'")]
    [InlineData("--body|@order.json", "load run --body @order.json")]
    [InlineData("-u|http://h/?token={{{token}}}", "load run -u 'http://h/?token={{{token}}}'")]
    public void Format_CommandLine_KeepsEverythingButSecrets(string args, string expected) =>
        CommandLineText.Format(
            CommandLine.Parse(["run", .. args.Split('|')], ToolContext.CreateForTerminal()),
            Redactor.Default).ShouldBe(expected);

    [Theory]
    [InlineData($"http://ada:{Secret}@127.0.0.1:99999/?token={Secret}")]
    [InlineData($"http://127.0.0.1:1/", "-H", $"Authorization Bearer {Secret}")]
    [InlineData($"http://127.0.0.1:1/", "-H", $"Authorization Bearer {Secret}", "--body", $"password={Secret}")]
    [InlineData("FILE")]
    public async Task Run_ErrorAboutTextWithSecret_DoesNotShowIt(params string[] words)
    {
        var file = new TempFile(".yaml", $"url: http://h\nheader: 'Authorization: Bearer {Secret}\nbody: \"x\n");

        var exit = await Tool.InvokeAsync(["run", .. words.Select(word => word is "FILE" ? file.Path : word)]);

        exit.ShouldBe(ExitCode.UsageError, Tool.Output);
        Tool.Error.ShouldNotBeEmpty();
        (Tool.Error + Tool.Output).ShouldNotContain(Secret);
    }

    [Theory]
    [InlineData($"PGPASSWORD={Secret} python3 shop.py 5000", "PGPASSWORD=… python3 shop.py 5000")]
    [InlineData($"Db__Password='a {Secret}' shop --port 1", "Db__Password=… shop --port 1")]
    [InlineData($"Db='Server=db;Password=a {Secret}' shop -p 1", "Db='Server=db;Password=…' shop -p 1")]
    [InlineData($"shop --password {Secret} --port 1", "shop --password … --port 1")]
    [InlineData($"shop --api-key={Secret} --port 1", "shop --api-key=… --port 1")]
    [InlineData($"sh -c 'TOKEN={Secret} shop'", "sh -c 'TOKEN=…'")]
    [InlineData($"shop 'Authorization: Basic {Secret}' --port 1", "shop 'Authorization: …' --port 1")]
    [InlineData($"found \"X-Other Bearer {Secret}\", expected", "found \"X-Other …\", expected")]
    [InlineData($$"""{"password": "{{Secret}}", "page": 2}""", """{"password": "…", "page": 2}""")]
    [InlineData($"shop --db http://ada:{Secret}@h/?page=2", "shop --db http://…@h/?page=2")]
    [InlineData($"@token = {Secret}", "@token = …")]
    [InlineData($"{{ code: 'A', password: '{Secret}', token: '{Secret}' }}", "{ code: …")]
    [InlineData($"shop 'X-Api-Key: \"{Secret}\"' --port 1", "shop 'X-Api-Key: …' --port 1")]
    [InlineData($"header: {{ 'X-Api-Key': '{Secret}', 'Accept': 'a' }}", "header: { 'X-Api-Key': \"…\", 'Accept': 'a' }")]
    [InlineData($"\"token\": \"{Secret} cut off", "\"token\": \"…\"")]
    [InlineData($"found \"X-Api-Key {Secret}\", expected", "found \"X-Api-Key …\", expected")]
    [InlineData($"cannot read /a/ada:{Secret}@h/", "cannot read /a/…@h/")]
    [InlineData($"http://h/#id_token={Secret}", "http://h/#id_token=…")]
    [InlineData("image:auth:1.2", "image:auth:1.2")]
    [InlineData("image:r/auth:1.2 (sha256:0123abcd)", "image:r/auth:1.2 (sha256:0123abcd)")]
    [InlineData($"image:auth:1.2 PASSWORD={Secret}", "image:auth:…")]
    [InlineData("ASPNETCORE_URLS='http://h:1' page=2 shop", "ASPNETCORE_URLS='http://h:1' page=2 shop")]
    public void RedactText_Command_LosesItsSecretsOnly(string text, string expected) =>
        Redactor.Default.RedactText(text).ShouldBe(expected);

    private async Task ShouldNotShowSecretAsync()
    {
        foreach (var file in Directory.GetFiles(Tool.Folder))
            (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ShouldNotContain(Secret);
        (Tool.Output + Tool.Error).ShouldNotContain(Secret);
    }

    [GeneratedRegex("^(-u|--url)")]
    private static partial Regex UrlOption();
}

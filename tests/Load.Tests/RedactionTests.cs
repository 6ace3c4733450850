using System.Text.RegularExpressions;
using Load.Cli;
using Load.Http.Redaction;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>Tests that secrets of the command line reach no file, page or terminal, in any spelling.</summary>
public sealed partial class RedactionTests : IDisposable
{
    private const string Secret = "S3CRETx9";

    // The character that separates the arguments in the test cases. No argument contains this character.
    private const char Separator = '¦';

    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    public static TheoryData<string> SecretSpellings =>
    [
        $"-H¦Authorization: Bearer {Secret}",
        $"-HAuthorization: Bearer {Secret}",
        $"-H=Authorization: Bearer {Secret}",
        $"-H:Authorization: Bearer {Secret}",
        $"--header¦authorization:Basic {Secret}",
        $"--header=Authorization: Bearer {Secret}",
        $"--header:Authorization: Bearer {Secret}",
        $"-H¦X-Custom: Bearer {Secret}",
        $"-H¦Cookie: session={Secret}; theme=dark",
        $"-H¦Proxy-Authorization: Basic {Secret}",
        $"-H¦X-Api-Key: {Secret}",
        $"-H¦Api-Key: {Secret}",
        $"-H¦Ocp-Apim-Subscription-Key: {Secret}",
        $"-H¦X-Functions-Key: {Secret}",
        $"-H¦X-Auth-Token: {Secret}",
        $"-H¦PRIVATE-TOKEN: {Secret}",
        $"-H¦X-Amz-Security-Token: {Secret}",
        $"-H¦X-Hub-Signature-256: sha256={Secret}",
        $"-H¦Referer: http://h/?access_token={Secret}",
        $"-H¦X-Tenant: {Secret}¦--redact¦x-tenant",
        $"-H¦X-Tenant: {Secret}¦--redact=X-Tenant",
        $"-u¦URL/?token={Secret}",
        $"--url=URL/?a=1&api_key={Secret}&b=2",
        $"-u=URL/?access_token={Secret}",
        $"-uURL/?client_secret={Secret}",
        $"-u¦URL/?sv=2024&sig={Secret}",
        $"-u¦URL/?code={Secret}",
        $"-u¦URL/?X-Amz-Signature={Secret}&X-Amz-Date=1",
        $"-u¦URL/?PassWord={Secret}",
        $"-u¦URL/a;jsessionid={Secret}/b",
        $"-u¦URL/?%74oken={Secret}",
        $"-u¦URL/?tenant={Secret}¦--redact¦Tenant",
        $"-u¦http://ada:{Secret}@HOST/",
        $"-u¦http://{Secret}@HOST/",
        $"-u=http://ada:{Secret}@HOST",
        $"--body¦{{\"user\": \"ada\", \"password\": \"{Secret}\"}}",
        $"--body={Secret}",
        $"--body:grant_type=password&password={Secret}",
        $"--requests¦[{{get: '/a?token={Secret}', header: 'X-Api-Key: {Secret}'}}, {{post: /b, body: '{Secret}'}}]",
        $"--requests=[{{post: /b, header: {{Authorization: Bearer {Secret}}}, body: '{Secret}'}}]",
        $"--monitor¦db=http://ada:{Secret}@127.0.0.1:1",
        $"--monitor=db=http://127.0.0.1:1/metrics?token={Secret}",
        $"--repeat-command¦load run -H 'Authorization: Bearer {Secret}' -u URL",
        $"--repeat-command=load run -u 'URL/?token={Secret}' --body '{Secret}'",
        $"-u¦URL/?t={{{{{{token}}}}}}¦-f¦FILE",
        $"-H¦Authorization: Bearer {{{{{{user}}}}}}¦-f¦FILE",
    ];

    [Theory]
    [MemberData(nameof(SecretSpellings))]
    public async Task Run_SecretInAnySpelling_IsInNoFileAndNotOnTerminal(string spelling)
    {
        await using var server = await EchoServer.StartAsync();
        var rows = new TempFile(".csv", $"token,user\n{Secret},{Secret}\n");
        string[] given =
        [
            .. spelling.Split(Separator).Select(word => word
                .Replace("URL", server.Url, StringComparison.Ordinal)
                .Replace("HOST", new Uri(server.Url).Authority, StringComparison.Ordinal)
                .Replace("FILE", rows.Path, StringComparison.Ordinal)),
        ];
        string[] url = given.Any(word => UrlOption().IsMatch(word)) ? [] : ["-u", server.Url];
        var summary = Path.Combine(_tool.Folder, "summary.md");

        var exit = await _tool.InvokeAsync(
        [
            "run", .. url, .. given, "-n", "2", "--warmup", "0s", "--summary", summary,
            "--log", Path.Combine(_tool.Folder, "log.tsv"),
        ]);

        exit.ShouldBe(ExitCode.Ok, _tool.Error + _tool.Output);
        server.ReceivedRequests.Count.ShouldBe(2);
        var files = Directory.GetFiles(_tool.Folder);
        files.Select(Path.GetExtension).Order().ShouldBe([".html", ".json", ".md", ".md", ".tsv"]);
        foreach (var file in files)
            (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ShouldNotContain(Secret);
        (_tool.Output + _tool.Error).ShouldNotContain(Secret);
        if (!spelling.Contains("FILE", StringComparison.Ordinal))
            (await _tool.ReadResultAsync()).Command.ShouldContain(Redactor.ReplacementText);
    }

    [Theory]
    [InlineData("-H", $"Authorization: Bearer {Secret}")]
    [InlineData("--body", $"{{\"password\": \"{Secret}\"}}")]
    [InlineData("--body", $"user=ada&password={Secret}")]
    [InlineData("-H", $"Set-Cookie: id={Secret}")]
    public async Task DryRun_Secret_IsNotShown(string option, string value)
    {
        await using var server = await EchoServer.StartAsync();

        var exit = await _tool.InvokeAsync(
            "dry-run", "-u", $"{server.Url}/?token={Secret}", option, value, "--headers", "--full");

        exit.ShouldBe(ExitCode.Ok, _tool.Error);
        _tool.Output.ShouldNotContain(Secret);
        _tool.Output.ShouldContain(Redactor.ReplacementText);
        server.ReceivedRequests.Single().Path.ShouldBe($"/?token={Secret}");
    }

    [Fact]
    public async Task Run_NoResponseFromUrlWithSecret_IsNotInError()
    {
        var url = await RawServer.GetRefusingUrlAsync();

        await _tool.InvokeAsync("run", "-u", $"{url}/?token={Secret}", "-n", "1", "--warmup", "0s");
        await _tool.InvokeAsync(
            "compare", "-u", $"{url}/?token={Secret}", "--vary", "a=1,2", "--warmup", "0s", "--out", _tool.Folder);

        _tool.Error.ShouldContain("Try curl");
        (_tool.Error + _tool.Output).ShouldNotContain(Secret);
    }

    [Fact]
    public async Task Compare_ValuesOfSecretParameter_DoNotNameVariants()
    {
        await using var server = await EchoServer.StartAsync();

        var exit = await _tool.InvokeAsync(
            "compare", "-u", server.Url, "--vary", $"api_key={Secret},{Secret}2", "--rounds", "2", "--slice", "20ms",
            "--warmup", "0s", "--slice-warmup", "0s", "--out", _tool.Folder);

        exit.ShouldBe(ExitCode.Ok, _tool.Error);
        (await _tool.ReadResultAsync()).Variants.Select(variant => variant.Name).ShouldBe(["api_key 1", "api_key 2"]);
        foreach (var file in Directory.GetFiles(_tool.Folder))
            (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ShouldNotContain(Secret);
        (_tool.Output + _tool.Error).ShouldNotContain(Secret);
    }

    [Fact]
    public async Task LivePage_UrlWithSecret_IsNotInEvents()
    {
        await using var server = await EchoServer.StartAsync();
        await using var run = await LiveRun.StartAsync(
            _tool, "run", "-u", $"{server.Url}/?token={Secret}", "-H", $"Cookie: {Secret}", "--duration", "30s",
            "--warmup", "0s");

        await foreach (var received in run.Page.ReadEventsAsync())
        {
            received.Data.GetRawText().ShouldNotContain(Secret);
            if (received.Type == "tick")
                break;
        }
    }

    [Theory]
    [InlineData("X-Api-Key", true)]
    [InlineData("subscriptionkey", true)]
    [InlineData("accessKeyId", true)]
    [InlineData("Set-Cookie", true)]
    [InlineData("oauth_nonce", true)]
    [InlineData("sig", true)]
    [InlineData("keyword", false)]
    [InlineData("keyboard-layout", false)]
    [InlineData("author", false)]
    [InlineData("zip_code", false)]
    [InlineData("Accept", false)]
    [InlineData("Content-Type", false)]
    [InlineData("design", false)]
    public void IsSecret_Name_IsRecognized(string name, bool expected) =>
        Redactor.Default.IsSecret(name).ShouldBe(expected);

    [Theory]
    [InlineData("-H|Authorization: Bearer abc", "load -H 'Authorization: …'")]
    [InlineData("--header=Authorization: Bearer abc", "load '--header=Authorization: …'")]
    [InlineData("-u|http://user:abc@h/", "load -u http://user:…@h/")]
    [InlineData("-u|http://h/?page=2&token=abc&x=1", "load -u 'http://h/?page=2&token=…&x=1'")]
    [InlineData("-H|Accept: text/plain", "load -H 'Accept: text/plain'")]
    [InlineData("--body|@order.json", "load --body @order.json")]
    [InlineData("--body|{}", "load --body …")]
    [InlineData("--serve|-u|http://h/?token=abc", "load --serve -u 'http://h/?token=…'")]
    [InlineData("-u|http://h/?token={{{token}}}", "load -u 'http://h/?token={{{token}}}'")]
    public void Format_CommandLine_KeepsEverythingButSecrets(string args, string expected) =>
        new CommandLineText(args.Split('|')).Format(Redactor.Default).ShouldBe(expected);

    [GeneratedRegex("^(-u|--url)")]
    private static partial Regex UrlOption();
}

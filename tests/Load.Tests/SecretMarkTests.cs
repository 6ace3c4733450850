namespace Load.Tests;

/// <summary>
/// Puts one mark into every place of the input where a secret may stand, and looks for it in all that comes out: files,
/// pages, streams, and the arguments of the processes that the tool starts.
/// </summary>
public sealed class SecretMarkTests : LoadToolTests
{
    private const string Mark = "MARKz7Q41";
    private static readonly string Encoded = Convert.ToBase64String(Encoding.UTF8.GetBytes($"ada:{Mark}"));

    private readonly Dictionary<string, string> _files = new()
    {
        ["RUN"] = Write(".yaml", $$$"""
            url: http://ada:{{{Mark}}}@HOST/?access_token={{{Mark}}}
            header: { Authorization: 'Bearer {{{Mark}}}', 'X-Api-Key': '{{{Mark}}}' }
            requests:
              - { get: '/a;jsessionid={{{Mark}}}?sig={{{Mark}}}', header: { Cookie: 'id={{{Mark}}}' } }
              - { post: /b, body: 'otp={{{Mark}}}' }
            monitor: { db: 'http://ada:{{{Mark}}}@127.0.0.1:1' }
            """),
        ["HTTP"] = Write(".http", $$$$"""
            @token = {{{{Mark}}}}
            ### a
            GET /?key={{token}}
            Authorization: Bearer {{token}}
            ### b
            POST /b
            Content-Type: application/json

            { "password": "{{token}}", "note": "{{token}}" }
            """),
        ["CSV"] = Write(".csv", $"tenant,token\n1,{Mark}\n"),
        ["JSON"] = Write(".json", $$"""{ "password": "{{Mark}}" }"""),
    };

    // The words stand between bars.
    public static TheoryData<string> Runs =>
    [
        $"run|-n|4|RUN",
        $"run|-n|4|-u|URL|-t|HTTP",
        $"run|-n|4|-u|URL/?token={{{{{{token}}}}}}&tenant={{{{{{tenant}}}}}}|-f|CSV|--redact|tenant",
        $"run|-n|4|-u|URL|--body|@JSON|-H|Content-Type: application/json|-H|Proxy-Authorization: Basic {Mark}",
        $"run|-n|4|URL/#id_token={Mark}|-H|Referer: http://h/?code={Mark}|--repeat-command|API_KEY={Mark} load run",
        $"run|-n|4|URL/?my_pass={Mark}|--redact|my_pass|-H|X-Session: {Mark}|--body|secret {Mark}",
        $"compare|-u|URL|--vary|token={Mark},{Mark}2|--rounds|2|--slice|20ms|--slice-warmup|0s",
        $"compare|URL/a?sig={Mark}|URL/b?sig={Mark}|--rounds|2|--slice|20ms|--slice-warmup|0s",
        $"dry-run|RUN",
        $"dry-run|-u|http://ada:{Mark}@HOST/?token={Mark}|-H|Cookie: {Mark}|--body|{{\"token\": \"{Mark}\"}}",
    ];

    public static TheoryData<string> Errors =>
    [
        $"run|http://ada:{Mark}@127.0.0.1:99999/?token={Mark}",
        $"run|ada:{Mark}@127.0.0.1/",
        $"run|-u|ada:{Mark}@127.0.0.1/?token={Mark}",
        $"run|ftp://ada:{Mark}@127.0.0.1/",
        $"run|http://ada:{Mark}@127.0.0.1:1/?token={Mark}|-n|1",
        $"compare|http://127.0.0.1:1/?token={Mark}|http://127.0.0.1:2/?token={Mark}",
        $"compare|-u|URL|--vary|a@http://ada:{Mark}@h:1,b@http://h:2",
        $"dry-run|http://ada:{Mark}@127.0.0.1:1/;token={Mark}",
        $"run|URL|-H|Authorization Bearer {Mark}",
        $"run|URL|-H|X-Api-Key {Mark}",
        $"run|URL|-H|Cookie: a={Mark}|-H|Content-Length: 1",
        $"run|URL|--password={Mark}",
        $"run|URL|--monitor|http://ada:{Mark}@h:1/",
        $"run|URL|--requests|[{{get: /?token={Mark}, weight: 0}}]",
        $"run|URL|--body|token={Mark}&a={{{{{{b}}}}}}",
        $"run|header: 'X-Api-Key: {Mark}\nurl: URL",
        $"run|url: http://ada:{Mark}@h:99999/",
        $"run|url: URL\npassword: {Mark}",
        $"run|url: URL\n'Api-Key': '{Mark}'",
        $"run|url: URL\nheader: {{ 'Api-Key': '{Mark}' }}\nrat: 1",
        $"run|{{ \"url\": \"URL\", \"token\": \"{Mark}{new string('x', 100)}\"}}",
        $"run|-u|URL|-t|@token = {Mark}\nGET /{{{{other}}}}",
        $"run|-u|URL|-t|POST /\n\n{{ \"secret\": \"{Mark}\", \"a\": \"{{{{other}}}}\" }}",
        $"run|-u|URL|-f|token,a\n{Mark}",
        $"report|--token={Mark}",
        $"ab|API_KEY={Mark} exit 7 #|sleep 50|--path|/",
        $"ab|exit 7; shop --password {Mark} --api-key={Mark}|sleep 50|--path|/",
        $"ab|exit 7; Db='Server=db;Pwd={Mark}' shop|sleep 50|--path|/?tenant={Mark}|--redact|tenant",
        $"ab|http://ada:{Mark}@127.0.0.1:1|http://127.0.0.1:1|--path|/?token={Mark}|--ready|1s",
    ];

    [Theory]
    [MemberData(nameof(Runs))]
    public async Task Commands_MarkInEveryInput_IsInNoOutput(string words)
    {
        await using var server = await EchoServer.StartAsync();
        var args = Fill(words, server.Url);
        string[] outputs = args[0] is "dry-run" ? []
            : ["--warmup", "0s", "--out", Tool.Folder, "--events", GetPath("run.events.ndjson")];
        string[] log = args[0] is "run" ? ["--log", GetPath("log")] : [];

        var exit = await Tool.InvokeAsync([.. args, .. outputs, .. log]);

        exit.ShouldBeOneOf(ExitCode.Ok, ExitCode.InvalidResult);
        server.ReceivedRequests.ShouldContain(request => IsMarked(
            request.Path + request.Body + string.Concat(request.Headers.Values)) || args.Contains("-t"));
        if (args[0] is "run")
        {
            var result = Directory.GetFiles(Tool.Folder, "*.json").Single();
            (await Tool.InvokeAsync("report", result)).ShouldBe(ExitCode.Ok, Tool.Error);
        }

        await ShouldNotShowMarkAsync();
    }

    [Theory]
    [MemberData(nameof(Errors))]
    public async Task Errors_MarkInEveryInput_IsInNoMessage(string words)
    {
        var args = Fill(words, "http://127.0.0.1:1");

        var exit = await Tool.InvokeAsync([.. args, .. args[0] is "ab" ? ["--out", Tool.Folder] : Array.Empty<string>()]);

        exit.ShouldNotBe(ExitCode.Ok, Tool.Output);
        (Tool.Error + Tool.Output).ShouldNotBeEmpty();
        await ShouldNotShowMarkAsync();
    }

    /// <summary>The service looks at the arguments of all processes. Its own have no secret.</summary>
    [Fact, Slow]
    public async Task Ab_MarkInCommands_IsInNoOutputAndInNoArgumentsOfOtherProcesses()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The arguments of processes are read from /proc.");
        var (seen, summary) = (GetPath("seen"), GetPath("summary.md"));
        var service = Write(".cjs", $$"""
            const fs = require('fs'), mark = process.env.DB_PASSWORD || process.env.Db.slice(-{{Mark.Length}});
            const get = id => fs.readFileSync(`/proc/${id}/cmdline`, 'latin1');
            const read = id => { try { return get(id); } catch { return ''; } };
            const lines = fs.readdirSync('/proc').filter(id => /^\d+$/.test(id)).map(read);
            fs.appendFileSync('{{seen}}', lines.filter(line => line.includes(mark)).join('\n')
                + `${mark.length} ${lines.some(line => line.includes(__filename))} ${process.env.LOAD_AB_COMMAND}\n`);
            require('http').createServer((request, answer) => answer.end('x')).listen(process.env.PORT, '127.0.0.1');
            """);

        await Tool.InvokeAsync(
            "ab", $"DB_PASSWORD={Mark} node {service}", $"export Db='Server=db;Password={Mark}'; node {service} {{port}}",
            "--within", "2s", "-c", "2", "--path", $"/?token={Mark}", "-H", $"Authorization: Bearer {Mark}",
            "--out", Tool.Folder, "--summary", summary);

        var starts = await File.ReadAllLinesAsync(seen, TestContext.Current.CancellationToken);
        starts.Length.ShouldBeGreaterThan(1, Tool.Error);
        starts.ShouldAllBe(line => line == $"{Mark.Length} true undefined");
        File.Exists(summary).ShouldBeTrue(Tool.Error);
        await ShouldNotShowMarkAsync();
    }

    [Fact, Slow]
    public async Task Ab_MarkInAddressOfEngine_IsInNoMessage()
    {
        using var docker = new FakeDocker();
        docker.Stop($"error during connect: tcp://ada:{Mark}@box:2375: no route to host");

        (await Tool.InvokeAsync("ab", "image:a:1", "image:b:1", "--path", "/", "--out", Tool.Folder))
            .ShouldBe(ExitCode.ServiceFailed);

        Tool.Error.ShouldContain("no route to host");
        await ShouldNotShowMarkAsync();
    }

    private static string Write(string extension, string text) => new TempFile(extension, text).Path;

    private static bool IsMarked(string text) => text.Contains(Mark) || text.Contains(Encoded);

    private string GetPath(string name) => Path.Combine(Tool.Folder, name);

    // A word with a line break, or with a column, is the content of a file.
    private string[] Fill(string words, string url)
    {
        var extension = words.Contains("|-t|") ? ".http" : words.Contains("|-f|") ? ".csv" : ".yaml";
        return
        [
            .. words.Replace("URL", url).Replace("HOST", new Uri(url).Authority).Split('|').Select(word =>
                _files.TryGetValue(word.TrimStart('@'), out var file) ? (word[0] is '@' ? "@" : "") + FillFile(file, url)
                : word.Contains('\n') || word.StartsWith("url:") || word.StartsWith("{ \"url") ? Write(extension, word)
                : word),
        ];
    }

    private static string FillFile(string path, string url)
    {
        File.WriteAllText(path, File.ReadAllText(path).Replace("HOST", new Uri(url).Authority));
        return path;
    }

    private async Task ShouldNotShowMarkAsync()
    {
        foreach (var file in Directory.GetFiles(Tool.Folder))
            IsMarked(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ShouldBeFalse(file);
        IsMarked(Tool.Output + Tool.Error).ShouldBeFalse(Tool.Output + Tool.Error);
    }
}

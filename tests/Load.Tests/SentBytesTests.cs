using System.IO.Compression;

namespace Load.Tests;

/// <summary>What is sent is what the user wrote, or it is refused.</summary>
public sealed class SentBytesTests : LoadToolTests
{
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    [Theory]
    [InlineData("application/x-www-form-urlencoded", "a={{{v}}}&b=1", "a=T%20%26%20%3C%22%25&b=1")]
    [InlineData("application/x-www-form-urlencoded", "a={{{v}}}\n&b=1\r\n&c\n", "a=T%20%26%20%3C%22%25&b=1&c")]
    [InlineData("application/x-ndjson", "{}\n{\"a\":\"{{{v}}}\"}", "{}\n{\"a\":\"T & <\\\"%\"}\n")]
    [InlineData("multipart/form-data; boundary=x", "--x\n\nT\n--x--", "--x\r\n\r\nT\r\n--x--")]
    [InlineData("application/xml; charset=utf-8", "<a b=\"{{{v}}}\"/>", "<a b=\"T &amp; &lt;&quot;%\"/>")]
    [InlineData("application/soap+XML", "<a>{{{v}}}</a>", "<a>T &amp; &lt;&quot;%</a>")]
    [InlineData("application/problem+json", "{\"a\":\"{{{v}}}\"}", "{\"a\":\"T & <\\\"%\"}")]
    [InlineData("text/plain", "{{{v}}}", "T & <\"%")]
    public async Task DryRun_ValueInBody_IsWrittenAsTheMediaTypeNeedsIt(string type, string body, string expected)
    {
        await using var server = await EchoServer.StartAsync();
        var file = new TempFile(".tsv", "v\nT & <\"%\n");

        var exit = await Tool.InvokeAsync(
            "dry-run", server.Url, "-H", $"Content-Type: {type}", "--body", body, "--file", file.Path);

        exit.ShouldBe(ExitCode.Ok, Tool.Error);
        server.ReceivedRequests.ShouldHaveSingleItem().Body.ShouldBe(expected);
    }

    [Theory]
    [InlineData("X-A: b", "a body without a Content-Type")]
    [InlineData("Content-Type: application/graphql", "a body of the type application/graphql")]
    public async Task DryRun_ValueInBodyOfUnknownType_IsRefused(string header, string expected)
    {
        var exit = await Tool.InvokeAsync(
            "dry-run", TestServer.RefusingUrl, "-H", header, "--body", "{{{v:RAND_NAME}}}");

        exit.ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain($"--body: error: {expected} cannot have parameters");
    }

    [Theory]
    [InlineData(".csv", "id,name\n1,Ann\n2,Caf\u00E9\n", 3)]
    [InlineData(".tsv", "name\nM\u00FCller\n", 2)]
    [InlineData(".http", "GET /\nX-Name: Caf\u00E9\n", 2)]
    [InlineData(".yaml", "url: http://127.0.0.1:1\nheader:\n  X-Name: Caf\u00E9\n", 3)]
    [InlineData(".txt", "{{{id:RAND_GUID}}}\nCaf\u00E9\n", 2)]
    public async Task DryRun_TextThatIsNotUtf8_IsRefusedWithItsLine(string extension, string text, int line)
    {
        var path = new TempFile(extension, "").Path;
        await File.WriteAllTextAsync(path, text, Encoding.Latin1, TestContext.Current.CancellationToken);
        string[] options = extension switch
        {
            ".http" => ["-u", TestServer.RefusingUrl, "--template", path],
            ".yaml" => [path],
            ".txt" => ["-u", TestServer.RefusingUrl, "-H", "Content-Type: text/plain", "--body", $"@{path}"],
            _ => ["-u", $"{TestServer.RefusingUrl}/{{{{{{name}}}}}}", "--file", path],
        };

        (await Tool.InvokeAsync(["dry-run", .. options])).ShouldBe(ExitCode.UsageError, Tool.Output);

        Tool.Error.ShouldContain($"{path}:{line}: this line is not UTF-8");
    }

    [Theory]
    [InlineData("-m GET", "")]
    [InlineData("-m DELETE", "")]
    [InlineData("-m POST", "Content-Length: 0\r\n")]
    public async Task DryRun_ContentTypeWithoutBody_AddsNoLengthToMethodsWithoutBody(string method, string expected)
    {
        var heads = new ConcurrentQueue<string>();
        await using var server = new HostileServer(async connection =>
        {
            heads.Enqueue(await connection.ReadRequestAsync());
            await connection.SendAsync(Ok);
        });

        await Tool.InvokeAsync(
            ["dry-run", server.Url, .. method.Split(' '), "-H", "Content-Type: application/json"]);

        heads.ShouldHaveSingleItem()
            .ShouldEndWith($"Content-Type: application/json\r\n{expected}\r\n", customMessage: Tool.Output + Tool.Error);
    }

    [Theory]
    [InlineData("/x?y=%zz", "/x?y=%25zz")]
    [InlineData("/a/../b?c", "/b?c")]
    public async Task DryRun_Url_IsShownAsItIsSent(string written, string sent)
    {
        await using var server = await EchoServer.StartAsync();

        await Tool.InvokeAsync("dry-run", server.Url + written);

        server.ReceivedRequests.ShouldHaveSingleItem().Path.ShouldBe(sent);
        Tool.Output.ShouldContain($"> GET {server.Url}{sent} HTTP/1.1\n");
    }

    public static TheoryData<string, byte[], string> Answers => new()
    {
        { "application/json", [0xEF, 0xBB, 0xBF, .. "{\"id\":1}"u8], "/^\\{\"id\":1\\}$/" },
        { "text/plain", [.. "caf\u00E9"u8], "/^caf\u00E9$/" },
    };

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task Run_Expectation_ReadsTheTextOfTheAnswer(string type, byte[] body, string expected)
    {
        await using var server = await TestServer.StartAsync(async context =>
        {
            context.Response.ContentType = type;
            context.Response.Headers.ContentEncoding = context.Request.Headers.AcceptEncoding;
            await using Stream encoded = $"{context.Request.Headers.AcceptEncoding}" switch
            {
                "gzip" => new GZipStream(context.Response.Body, CompressionLevel.Fastest),
                "deflate" => new ZLibStream(context.Response.Body, CompressionLevel.Fastest),
                "br" => new BrotliStream(context.Response.Body, CompressionLevel.Fastest),
                // Not what it says.
                _ => context.Response.Body,
            };
            await encoded.WriteAsync(body, context.RequestAborted);
        });

        (await Tool.InvokeAsync(["run", server.Url, "-n", "3", "--expect", expected]))
            .ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        foreach (var encoding in (string[])["identity", "gzip", "br", "deflate", "x-gzip"])
        {
            (await Tool.InvokeAsync(["dry-run", server.Url, "--expect", expected, "-H", $"Accept-Encoding: {encoding}"]))
                .ShouldBe(ExitCode.Ok, encoding + Tool.Output + Tool.Error);
        }
    }

    [Fact]
    public async Task Run_MethodThatChangesSomething_HasNoWarmupUnlessItIsAskedFor()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        await Tool.InvokeAsync("run", server.Url, "--rate", "100/s", "--duration", "100ms", "-m", "DELETE");

        server.RequestedPaths.Count.ShouldBe(10, Tool.Output + Tool.Error);
        Tool.Output.ShouldNotContain("warm-up");

        await Tool.InvokeAsync("run", server.Url, "-n", "1", "-m", "PUT", "--warmup", "100ms");
        Tool.Output.ShouldContain("warm-up 0.1 s, ");
    }

    [Fact]
    public async Task Compare_MethodThatChangesSomething_SaysWhichWarmupThereIs()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await Tool.InvokeAsync(
            "compare", server.Url, "--vary", "a=1,2", "--rounds", "2", "--turn", "20ms", "--lead", "10ms",
            "-m", "POST");

        Tool.Output.ShouldContain("  warm-up    0 s for each variant, 0.01 s before each turn\n");
        (await Tool.ReadResultAsync()).Plan.WarmupS.ShouldBe(0);
    }
}

namespace Load.Tests;

public sealed class DryRunTests : LoadToolTests
{
    [Fact]
    public async Task DryRun_OneRequest_ShowsRequestAndResponseWithHeaders()
    {
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.Headers["X-Answer"] = "42";
            return context.Response.WriteAsync("""{"id":1}""");
        });

        var exit = await Tool.InvokeAsync(
            "dry-run", "-u", server.Url + "/{{{id:RAND_INTEGER:[7:7]}}}", "-H", "Content-Type: text/plain;a={{{id}}}",
            "--body", "one\ntwo {{{id}}}", "--expect", "/id/");

        exit.ShouldBe(ExitCode.Ok, Tool.Error);
        Tool.Output.ShouldContain(
            $"> POST {server.Url}/7 HTTP/1.1\n> Content-Type: text/plain;a=7\n> one\n> two 7\n< 200 OK   ");
        Tool.Output.ShouldContain(" ms, 8 bytes\n");
        Tool.Output.ShouldContain("< X-Answer: 42\n");
        Tool.Output.ShouldContain("  {\"id\":1}\n  ✓ status 200  ✓ body matches \"id\"\n");
        Tool.Output.ShouldEndWith(
            "1 request was sent; 1 response was as expected. --seed 2014 repeats the values.\n");
    }

    [Fact]
    public async Task DryRun_UnexpectedResponse_ExplainsAndExits2()
    {
        await using var server = await TestServer.StartAsync(context => context.Response.WriteAsync("hello"));

        var exit = await Tool.InvokeAsync(
            "dry-run", "-u", server.Url, "-u", server.Url + "/b",
            "--expect", "404", "--expect", "/bye/");

        exit.ShouldBe(ExitCode.ExpectationNotMet);
        Tool.Output.ShouldContain("request 2 of 2");
        Tool.Output.ShouldContain("< ✗ 200 OK");
        Tool.Output.ShouldContain(
            "✗ status 200, expected 404  ✗ body does not match \"bye\"");
        Tool.Output.ShouldEndWith("2 requests were sent; 0 responses were as expected.\n");
    }

    [Theory]
    [InlineData("how=a,b")]
    [InlineData("[{name: a, url: 'URL/x'}, {name: b, url: 'URL/y'}]")]
    public async Task DryRun_Variants_ShowsEach(string vary)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.InvokeAsync(
            "dry-run", server.Url, "--vary", vary.Replace("URL", server.Url, StringComparison.Ordinal));

        exit.ShouldBe(ExitCode.Ok, Tool.Error);
        server.RequestedPaths.Count.ShouldBe(2);
        Tool.Output.ShouldContain("a: request 1 of 2\n");
        Tool.Output.ShouldContain("b: request 2 of 2\n");
    }

    [Theory]
    [InlineData('\n', 22, "  line 20·[31m\n  …\n")]
    [InlineData(';', 300, "line 150·[31m;line 151\n  …\n")]
    public async Task DryRun_LongBody_IsShortened(char separator, int lines, string end)
    {
        var body = string.Join(separator, Enumerable.Range(1, lines).Select(i => $"line {i}\u001b[31m"));
        await using var server = await TestServer.StartAsync(context => context.Response.WriteAsync(body));

        await Tool.InvokeAsync("dry-run", "-u", server.Url);
        Tool.Output.ShouldContain(end);
    }
}

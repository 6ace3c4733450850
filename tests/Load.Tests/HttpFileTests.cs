namespace Load.Tests;

public sealed class HttpFileTests
{
    [Theory]
    [InlineData("\n")]
    [InlineData("\r\n")]
    public void Parse_CompleteRequest_AcceptsEitherLineEnding(string end)
    {
        var file = Parse(string.Join(
            end, "### an order", "# a comment", "", "PATCH /a/{{{id}}}?x=1 HTTP/1.1", "Accept: text/plain",
            "// another", "X-Empty:", "", "line 1", "# 2", ""));

        file.Method.ShouldBe("PATCH");
        file.Url!.Text.ShouldBe("/a/{{{id}}}?x=1");
        file.Headers.Select(header => $"{header.Name}={header.Value.Text}").ShouldBe(["Accept=text/plain", "X-Empty="]);
        file.Body!.Text.ShouldBe($"line 1{end}# 2");
        file.Body.GetLocation(file.Body.Text.Length).ShouldBe("req.http:10:4");
    }

    [Theory]
    [InlineData("DELETE https://h/a HTTP/2", "DELETE", "https://h/a")]
    [InlineData("Accept: a/b", null, null)]
    public void Parse_FirstLine_IsRequestLineOrHeader(string line, string? method, string? url)
    {
        var file = Parse(line + "\n\n");

        (file.Method, file.Url?.Text).ShouldBe((method, url));
        file.Headers.Count.ShouldBe(method is null ? 1 : 0);
        file.Body.ShouldBeNull();
    }

    private static HttpFile Parse(string text) => HttpFile.Parse("req.http", text);
}

namespace Load.Tests;

public sealed class HttpFileTests
{
    [Theory]
    [InlineData("\n")]
    [InlineData("\r\n")]
    public void Parse_CompleteRequest_AcceptsEitherLineEnding(string end)
    {
        var request = HttpFile.Parse("req.http", string.Join(
            end, "### an order", "# a comment", "", "PATCH /a/{{{id}}}?x=1 HTTP/1.1", "Accept: text/plain",
            "// another {{no variable}}", "X-Empty:", "", "line 1", "# 2", ""));

        (request.Method, request.Url!.Text).ShouldBe(("PATCH", "/a/{{{id}}}?x=1"));
        request.Headers.Select(header => $"{header.Name}={header.Value.Text}")
            .ShouldBe(["Accept=text/plain", "X-Empty="]);
        var body = request.Body!.Text;
        body.Text.ShouldBe($"line 1{end}# 2");
        body.Place.ShouldBe("req.http:9");
    }

    [Theory]
    [InlineData("Basic ada secret", "Basic YWRhOnNlY3JldA==")]
    [InlineData("basic ada:secret", "Basic YWRhOnNlY3JldA==")]
    [InlineData("Basic YWRhOnNlY3JldA==", "Basic YWRhOnNlY3JldA==")]
    [InlineData("Basic {{{token:RAND_STRING}}}", "Basic {{{token:RAND_STRING}}}")]
    public void Parse_Credentials_AreEncodedUnlessTheyAreAlready(string value, string expected) =>
        HttpFile.Parse("req.http", $"GET /\nAuthorization: {value}").Headers.Single().Value.Text.ShouldBe(expected);

    [Theory]
    [InlineData("DELETE https://h/a HTTP/1.1", "DELETE", "https://h/a")]
    [InlineData("https://h/a", "GET", "https://h/a")]
    [InlineData("Accept: a/b", null, null)]
    public void Parse_FirstLine_IsRequestLineOrHeader(string line, string? method, string? url)
    {
        var request = HttpFile.Parse("req.http", line + "\n\n");

        (request.Method, request.Url?.Text).ShouldBe((method, url));
        request.Headers.Count.ShouldBe(method is null ? 1 : 0);
        request.Body.ShouldBeNull();
    }

    [Fact]
    public void Read_BodyOfFile_IsThatNextToTheHttpFile()
    {
        var body = new TempFile(".json", "{\"a\":1}\n");
        var file = new TempFile(".http", $"POST http://h/\n\n< ./{Path.GetFileName(body.Path)}\n");

        HttpFile.Read(file.Path).Body!.Text.Text.ShouldBe("{\"a\":1}\n");
    }

    [Theory]
    [InlineData("GET http://h/{{id}}", "\"{{id}}\" is not supported in a template")]
    [InlineData("GET http://h/\nX-Id: {{$guid}}", "\"{{$guid}}\" is not supported in a template")]
    [InlineData("POST http://h/\n\n# {{login.response.body}}", "\"{{login.response.body}}\" is not supported")]
    [InlineData("POST http://h/\n\n{}\n\n### next\nGET http://h/", "\"### next\" is not supported in a template")]
    [InlineData("GET http://h/\n###\nGET http://h/2", "\"GET http://h/2\" is not valid; expected Name: value")]
    [InlineData("@host = http://h\nGET /", "\"@host = http://h\" is not valid; expected Name: value")]
    [InlineData("POST http://h/\n\n< ./nowhere.json", "cannot read ./nowhere.json")]
    [InlineData("POST http://h/\n\n<@ ./body.json", "\"<@ ./body.json\" is not supported in a template")]
    [InlineData("POST http://h/\n\n--x\n< ./body.json\n--x--", "\"< ./body.json\" is not supported")]
    [InlineData("POST http://h/\n\n{}\n\n> {% client.test() %}", "\"> {% client.test() %}\" is not supported")]
    [InlineData("GET http://h/\n\n>> out.json", "\">> out.json\" is not supported")]
    [InlineData("GET http://h/\n  ?page=2", "\"?page=2\" is not valid; expected Name: value")]
    [InlineData("< {% script %}\nGET http://h/", "\"< {% script %}\" is not supported")]
    [InlineData("GRAPHQL http://h/", "\"GRAPHQL http://h/\" is not valid")]
    [InlineData("POST http://h/\nX-REQUEST-TYPE: GraphQL\n\n{ a }", "\"X-REQUEST-TYPE: GraphQL\" is not supported")]
    [InlineData("GET /\nAuthorization: Digest ada secret", "load signs nothing and encodes no parameters")]
    [InlineData("GET /\nAuthorization: Basic {{{u:RAND_NAME}}}:x", "Try Basic user:password")]
    [InlineData("GET https://h/ HTTP/2", "load sends HTTP/1.1, and not HTTP/2. Try this line without a version")]
    [InlineData("# a\n###\n", "req.http contains no request")]
    public void Parse_WhatIsNotSupported_IsRefusedByName(string text, string expected) =>
        Should.Throw<FormatException>(() => HttpFile.Parse("req.http", text)).Message.ShouldContain(expected);
}

namespace ServiceDefaults.Tests;

public sealed class ProblemTests(ProblemTests.Service fixture) : IClassFixture<ProblemTests.Service>
{
    /// <summary>A response to HEAD has no body, so that its problem document is cut off.</summary>
    [Theory]
    [InlineData("GET", "/nowhere", 404)]
    [InlineData("GET", "/number/none", 404)]
    [InlineData("HEAD", "/number/1", 405)]
    [InlineData("GET", "/openapi/v1.yaml", 404)]
    public async Task CallerAcceptsHtml_NoMatchingRoute_ReturnsAProblemDocument(string method, string path, int status)
    {
        using var request = new HttpRequestMessage(new(method), path) { Headers = { { "Accept", "text/html" } } };

        using var response = await fixture.Test.Client.SendAsync(request, TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(status);
        response.Content.Headers.Allow.ShouldBe(status is 405 ? ["GET"] : []);
        (response.Content.Headers.ContentType?.MediaType).ShouldBe("application/problem+json");
    }

    [Theory]
    [InlineData("/throw", 500, "rfc9110#section-15.6.1")]
    [InlineData("/throw-413", 413, "The body is too large.")]
    public async Task Exception_Get_ReturnsItsMessageOnlyIfItIsMeantForTheCaller(string path, int status, string text)
    {
        var (actual, body) = await fixture.Test.GetAsync(path);

        actual.ShouldBe(status, body);
        body.ShouldContain(text);
        body.ShouldNotContain("secret");
        body.ShouldNotContain("   at ", Case.Sensitive);
    }

    public sealed class Service : IAsyncLifetime
    {
        internal TestService Test { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Test = await TestService.StartAsync(mapRoutes: app =>
        {
            app.MapGet("/number/{value:int}", (int value) => value);
            app.MapGet("/throw", string () => throw new NotSupportedException("a secret"));
            app.MapGet("/throw-413", string () => throw new BadHttpRequestException("The body is too large.", 413));
        });

        public ValueTask DisposeAsync() => Test.DisposeAsync();
    }
}

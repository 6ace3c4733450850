using Microsoft.AspNetCore.Builder;

namespace ServiceDefaults.Tests;

public sealed class ProblemTests
{
    [Theory]
    [InlineData("GET", "/nowhere", 404)]
    [InlineData("GET", "/number/none", 404)]
    [InlineData("GET", "/number/99999999999", 404)]
    [InlineData("DELETE", "/number/1", 405)]
    [InlineData("GET", "/openapi/x.json", 404)]
    [InlineData("GET", "/openapi/v1.yaml", 404)]
    public async Task CallerAcceptsHtml_NoMatchingRoute_ReturnsAProblemDocument(string method, string path, int status)
    {
        await using var service = await TestService.StartAsync(
            mapRoutes: app => app.MapGet("/number/{value:int}", (int value) => value));
        using var request = new HttpRequestMessage(new(method), path) { Headers = { { "Accept", "text/html" } } };

        using var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(status);
        (response.Content.Headers.ContentType?.MediaType).ShouldBe("application/problem+json");
    }

    /// <summary>A response to HEAD has no body, so that its problem document is cut off.</summary>
    [Fact]
    public async Task HeadOfRouteForGet_Returns405WithTheAllowedMethod()
    {
        await using var service = await TestService.StartAsync(mapRoutes: app => app.MapGet("/one", () => 1));
        using var request = new HttpRequestMessage(HttpMethod.Head, "/one");

        using var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(405);
        response.Content.Headers.Allow.ShouldBe(["GET"]);
        (response.Content.Headers.ContentType?.MediaType).ShouldBe("application/problem+json");
    }

    [Fact]
    public async Task UnexpectedException_Get_Returns500WithoutMessageAndStackTrace()
    {
        await using var service = await TestService.StartAsync(
            mapRoutes: app => app.MapGet("/throw", string () => throw new NotSupportedException("a secret")));

        var (status, body) = await service.GetAsync("/throw");

        status.ShouldBe(500, body);
        body.ShouldNotContain("secret");
        body.ShouldNotContain("   at ", Case.Sensitive);
    }

    [Fact]
    public async Task BadHttpRequestException_Get_ReturnsStatusAndMessageOfTheException()
    {
        await using var service = await TestService.StartAsync(mapRoutes: app => app.MapGet("/throw",
            string () => throw new BadHttpRequestException("The body is too large.", 413)));

        var (status, body) = await service.GetAsync("/throw");

        status.ShouldBe(413, body);
        body.ShouldContain("too large");
    }
}

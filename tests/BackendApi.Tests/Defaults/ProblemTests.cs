using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace BackendApi.Tests.Defaults;

public sealed class ProblemTests
{
    [Theory]
    [InlineData("GET", "/nowhere", 404)]
    [InlineData("GET", "/api/customer/nobody", 404)]
    [InlineData("GET", "/api/customer/99999999999", 404)]
    [InlineData("DELETE", "/api/customer/1", 405)]
    public async Task Answer_NotFound_IsAProblemWhateverTheCallerAccepts(string method, string path, int status)
    {
        await using var backend = new ServiceFactory<BackendApiMarker>(("Data:Customers", "1"));
        using var client = backend.Client();
        using var request = new HttpRequestMessage(new(method), path) { Headers = { { "Accept", "text/html" } } };

        using var answer = await client.SendAsync(request, TestContext.Current.CancellationToken);

        ((int)answer.StatusCode).ShouldBe(status);
        answer.Content.Headers.ContentType?.MediaType.ShouldBe("application/problem+json");
    }

    [Fact]
    public async Task Fault_OfOurOwn_Is500WithoutItsTrace()
    {
        await using var backend = new ServiceFactory<BackendApiMarker>(("Data:Customers", "1"))
        {
            ExtraServices = services => services.AddSingleton<IStartupFilter>(new Faulty()),
        };

        var (status, body) = await backend.GetAsync("/fault");

        status.ShouldBe(500, body);
        body.ShouldNotContain("secret");
        body.ShouldNotContain("   at ", Case.Sensitive);
    }

    [Fact]
    public async Task Fault_OfTheCaller_HasTheStatusThatItCarries()
    {
        await using var backend = new ServiceFactory<BackendApiMarker>(("Data:Customers", "1"))
        {
            ExtraServices = services => services.AddSingleton<IStartupFilter>(new Faulty()),
        };

        var (status, body) = await backend.GetAsync("/bad");

        status.ShouldBe(413, body);
        body.ShouldContain("too large");
    }

    /// <summary>Two routes that throw, behind the service's own error handling.</summary>
    private sealed class Faulty : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            next(app);
            app.Use((HttpContext context, RequestDelegate rest) => context.Request.Path.Value switch
            {
                "/fault" => throw new NotSupportedException("a secret"),
                "/bad" => throw new BadHttpRequestException("The body is too large.", 413),
                _ => rest(context),
            });
        };
    }
}

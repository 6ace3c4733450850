using System.Text.Json;
using Testing;

namespace FrontendApi.Tests;

/// <summary>The front-end under test, over a back-end that the test scripts.</summary>
internal sealed class Frontend(string backend, params (string Key, string Value)[] settings)
    : ServiceFactory<FrontendApiMarker>([("Backend:BaseAddress", backend), .. settings])
{
    /// <summary>A problem document, after checking that it is one.</summary>
    public async Task<JsonElement> GetProblemAsync(string path, int status)
    {
        using var client = Client();
        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        ((int)response.StatusCode).ShouldBe(status, body);
        response.Content.Headers.ContentType?.MediaType.ShouldBe("application/problem+json", body);
        body.ShouldNotContain("   at ", Case.Sensitive, "a stack trace");
        var problem = JsonDocument.Parse(body).RootElement;
        problem.GetProperty("status").GetInt32().ShouldBe(status);
        problem.GetProperty("title").GetString().ShouldNotBeNullOrEmpty();
        return problem;
    }

    public async Task<Exposition> MetricsAsync() => Exposition.Parse((await GetAsync("/metrics")).Body);
}

using System.Text.Json;
using FrontendApi.Telemetry;
using Testing;

namespace FrontendApi.Tests;

/// <summary>The front-end under test, in front of a back-end that the test controls.</summary>
internal sealed class FrontendUnderTest(string backend, params (string Key, string Value)[] settings)
    : ServiceFactory<FrontendMetrics>([("Backend:BaseAddress", backend), .. settings])
{
    /// <summary>An address at which no back-end listens.</summary>
    public const string NoBackend = "http://127.0.0.1:1";

    /// <summary>Gets a response, and asserts that it is a problem document with the given status.</summary>
    public async Task<JsonElement> GetProblemAsync(string path, int status)
    {
        using var client = CreateHttpClient();
        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        ((int)response.StatusCode).ShouldBe(status, body);
        (response.Content.Headers.ContentType?.MediaType).ShouldBe("application/problem+json", body);
        body.ShouldNotContain("   at ", Case.Sensitive, "a stack trace");
        var problem = JsonDocument.Parse(body).RootElement;
        problem.GetProperty("status").GetInt32().ShouldBe(status);
        problem.GetProperty("title").GetString().ShouldNotBeNullOrEmpty();
        return problem;
    }

    public async Task<PrometheusText> GetMetricsAsync() => PrometheusText.Parse((await GetAsync("/metrics")).Body);
}

using System.Net.Http.Headers;

namespace FrontendApi.Tests.Ingestion;

internal static class Payloads
{
    /// <summary>
    /// A payload like the one in Prodan, 2016: the text in it has single quotes, so that text is not strict JSON.
    /// </summary>
    public const string ValidPayload = """{"data":"{'job_id':'c4bb6d130003','status':'Success: é \"1\".'}"}""";

    public static async Task<(int Status, string Body)> PostAsync(
        this FrontendUnderTest frontend, string query, string body = ValidPayload)
    {
        using var client = frontend.CreateHttpClient();
        using var content = new StringContent(body, new MediaTypeHeaderValue("application/json"));
        using var response = await client.PostAsync(
            $"/ingest/event{query}", content, TestContext.Current.CancellationToken);
        var responseBody = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        if (!response.IsSuccessStatusCode)
            (response.Content.Headers.ContentType?.MediaType).ShouldBe("application/problem+json", responseBody);
        return ((int)response.StatusCode, responseBody);
    }

    public static async Task<string> ReadBodyAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body);
        return await reader.ReadToEndAsync();
    }
}

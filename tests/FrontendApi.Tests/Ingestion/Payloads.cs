using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace FrontendApi.Tests.Ingestion;

internal static class Payloads
{
    /// <summary>Of the source's kind: the text within is no strict JSON.</summary>
    public const string Good = """{"data":"{'job_id':'c4bb6d130003','status':'Success: é \"1\".'}"}""";

    public static async Task<(int Status, string Body)> PostAsync(this Frontend frontend, string query, string body = Good)
    {
        using var client = frontend.Client();
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(body))
        {
            Headers = { ContentType = new MediaTypeHeaderValue("application/json") },
        };
        using var response = await client.PostAsync($"/ingest/event{query}", content, TestContext.Current.CancellationToken);
        var answer = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        if (!response.IsSuccessStatusCode)
            response.Content.Headers.ContentType?.MediaType.ShouldBe("application/problem+json", answer);
        return ((int)response.StatusCode, answer);
    }

    public static string DataOf(string body) => JsonDocument.Parse(body).RootElement.GetProperty("data").GetString()!;

    public static async Task<string> ReadAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body);
        return await reader.ReadToEndAsync();
    }
}

namespace BackendApi.Tests;

public sealed class OpenApiTests(PlainBackend backend)
{
    [Fact]
    public async Task Routes_OpenApiDocument_HasFlagsBodyAndResponses()
    {
        var paths = JsonElement.Parse((await backend.GetAsync("/openapi/v1.json")).Body).GetProperty("paths");

        (string, string)[] documents = [("/api/customer/{id}", "Customer"), ("/api/customer/{id}/order/{orderId}", "Order")];
        foreach (var (path, schema) in documents)
        {
            var content = paths.GetProperty(path).GetProperty("get").GetProperty("responses").GetProperty("200")
                .GetProperty("content");
            content.GetProperty("application/json").GetProperty("schema").GetProperty("$ref").GetString()
                .ShouldBe($"#/components/schemas/{schema}");
        }

        var post = paths.GetProperty("/ingest/data").GetProperty("post");
        post.GetProperty("requestBody").GetProperty("content").TryGetProperty("application/json", out _).ShouldBeTrue();
        post.GetProperty("responses").EnumerateObject().Select(response => response.Name)
            .ShouldBe(["200", "400", "408", "413", "415"], ignoreOrder: true);
    }
}

using BackendApi.Ingestion;

namespace BackendApi.Tests;

public sealed class OpenApiTests
{
    [Theory]
    [InlineData("/api/customer/{id}", "Customer")]
    [InlineData("/api/customer/{id}/order/{orderId}", "Order")]
    public async Task DocumentRoute_OpenApiDocument_HasJsonAndProtobuf(string path, string schema)
    {
        await using var backend = new ServiceFactory<BackendMetrics>(("Data:Customers", "1"));

        var document = JsonElement.Parse((await backend.GetAsync("/openapi/v1.json")).Body);

        var content = document.GetProperty("paths").GetProperty(path).GetProperty("get").GetProperty("responses")
            .GetProperty("200").GetProperty("content");
        content.EnumerateObject().Select(type => type.Name).ShouldBe(
            ["application/json", "application/x-protobuf"], ignoreOrder: true);
        content.GetProperty("application/json").GetProperty("schema").GetProperty("$ref").GetString()
            .ShouldBe($"#/components/schemas/{schema}");
    }

    [Fact]
    public async Task IngestionRoute_OpenApiDocument_HasBodyAndResponses()
    {
        await using var backend = new ServiceFactory<BackendMetrics>(("Data:Customers", "1"));

        var document = JsonElement.Parse((await backend.GetAsync("/openapi/v1.json")).Body);

        var post = document.GetProperty("paths").GetProperty("/ingest/data").GetProperty("post");
        post.GetProperty("requestBody").GetProperty("content").TryGetProperty("application/json", out _).ShouldBeTrue();
        post.GetProperty("responses").EnumerateObject().Select(response => response.Name)
            .ShouldBe(["200", "400", "408", "413", "415"], ignoreOrder: true);
    }
}

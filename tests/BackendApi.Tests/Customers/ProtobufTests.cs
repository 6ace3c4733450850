using System.Net;
using BackendApi.Customers.Messages;
using BackendApi.Ingestion;

namespace BackendApi.Tests.Customers;

public sealed class ProtobufTests
{
    private const string Protobuf = "application/x-protobuf";

    [Theory]
    [InlineData(Protobuf, Protobuf)]
    [InlineData("APPLICATION/X-PROTOBUF", Protobuf)]
    [InlineData("application/json;q=0.5, application/x-protobuf", Protobuf)]
    [InlineData("application/grpc+proto", "application/json")]
    [InlineData("application/x-protobuf;q=0.5, application/json", "application/json")]
    [InlineData("application/json, application/x-protobuf", "application/json")]
    [InlineData("*/*", "application/json")]
    [InlineData("text/html", "application/json")]
    [InlineData("no media type", "application/json")]
    [InlineData("", "application/json")]
    public async Task AcceptHeader_GetCustomer_DecidesTheFormat(string accept, string mediaType)
    {
        await using var backend = Start();

        using var response = await GetAsync(backend, "/api/customer/1", accept);

        response.Content.Headers.ContentType!.MediaType.ShouldBe(mediaType);
    }

    [Fact]
    public async Task Customers_GetAsProtobuf_HaveTheContentOfTheJsonDocuments()
    {
        await using var backend = Start();
        for (var id = 1; id <= 20; id++)
        {
            var customer = JsonDocument.Parse((await backend.GetAsync($"/api/customer/{id}")).Body).RootElement;
            var message = CustomerMessage.Parser.ParseFrom(await ReadAsync(backend, $"/api/customer/{id}"));

            message.Name.ShouldBe(customer.GetProperty("name").GetString());
            message.Notes.ShouldBe(customer.GetProperty("notes").GetString());
            message.Address.Postcode.ShouldBe(customer.GetProperty("address").GetProperty("postcode").GetString());
            var registered = customer.GetProperty("registeredAt").GetDateTimeOffset();
            message.RegisteredAt.Instant.ToDateTimeOffset().ShouldBe(registered);
            message.RegisteredAt.OffsetMinutes.ShouldBe(registered.TotalOffsetMinutes);
            foreach (var orderId in message.OrderIds)
            {
                var path = $"/api/customer/{id}/order/{orderId}";
                var order = OrderMessage.Parser.ParseFrom(await ReadAsync(backend, path));
                var total = JsonDocument.Parse((await backend.GetAsync(path)).Body).RootElement.GetProperty("total");
                total.GetRawText().ShouldBe($"{order.Total.Unscaled / 100m:0.00}");
                order.Total.Scale.ShouldBe(2u);
            }
        }
    }

    [Fact]
    public async Task UnknownCustomer_GetAsProtobuf_Returns404WithProblem()
    {
        await using var backend = Start();

        using var response = await GetAsync(backend, "/api/customer/0", Protobuf);

        response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        response.Content.Headers.ContentType!.MediaType.ShouldBe("application/problem+json");
    }

    private static ServiceFactory<BackendMetrics> Start() => new(("Data:Customers", "20"));

    private static async Task<byte[]> ReadAsync(ServiceFactory<BackendMetrics> backend, string path)
    {
        using var response = await GetAsync(backend, path, Protobuf);
        return await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);
    }

    private static async Task<HttpResponseMessage> GetAsync(
        ServiceFactory<BackendMetrics> backend, string path, string accept)
    {
        using var client = backend.CreateHttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        if (accept is not "")
            request.Headers.TryAddWithoutValidation("Accept", accept).ShouldBeTrue();
        return await client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}

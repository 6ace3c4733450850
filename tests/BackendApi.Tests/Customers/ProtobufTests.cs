using BackendApi.Customers.Messages;

namespace BackendApi.Tests.Customers;

public sealed class ProtobufTests(PlainBackend backend)
{
    private const string Protobuf = "application/x-protobuf";

    [Theory]
    [InlineData("APPLICATION/X-PROTOBUF", Protobuf)]
    [InlineData("application/json;q=0.5, application/x-protobuf", Protobuf)]
    [InlineData("application/json, application/x-protobuf", "application/json")]
    [InlineData("application/grpc+proto", "application/json")]
    [InlineData("no media type", "application/json")]
    [InlineData(Protobuf, "application/problem+json", "/api/customer/0")]
    public async Task AcceptHeader_GetCustomer_DecidesTheFormat(
        string accept, string mediaType, string path = "/api/customer/1")
    {
        using var response = await GetAsync(path, accept);

        response.Content.Headers.ContentType!.MediaType.ShouldBe(mediaType);
    }

    [Fact]
    public async Task Customers_GetAsProtobuf_HaveTheContentOfTheJsonDocuments()
    {
        for (var id = 1; id <= 20; id++)
        {
            var customer = JsonElement.Parse((await backend.GetAsync($"/api/customer/{id}")).Body);
            var message = CustomerMessage.Parser.ParseFrom(await ReadAsync($"/api/customer/{id}"));

            message.Name.ShouldBe(customer.GetProperty("name").GetString());
            message.Notes.ShouldBe(customer.GetProperty("notes").GetString());
            message.Address.Postcode.ShouldBe(customer.GetProperty("address").GetProperty("postcode").GetString());
            var registered = customer.GetProperty("registeredAt").GetDateTimeOffset();
            message.RegisteredAt.Instant.ToDateTimeOffset().ShouldBe(registered);
            message.RegisteredAt.OffsetMinutes.ShouldBe(registered.TotalOffsetMinutes);
            foreach (var orderId in message.OrderIds)
            {
                var path = $"/api/customer/{id}/order/{orderId}";
                var order = OrderMessage.Parser.ParseFrom(await ReadAsync(path));
                JsonElement.Parse((await backend.GetAsync(path)).Body).GetProperty("total").GetRawText()
                    .ShouldBe($"{order.Total.Unscaled / 100m:0.00}");
                order.Total.Scale.ShouldBe(2u);
            }
        }
    }

    private async Task<byte[]> ReadAsync(string path)
    {
        using var response = await GetAsync(path, Protobuf);
        return await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);
    }

    private async Task<HttpResponseMessage> GetAsync(string path, string accept)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.TryAddWithoutValidation("Accept", accept).ShouldBeTrue();
        return await backend.Client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}

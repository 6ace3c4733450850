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
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.TryAddWithoutValidation("Accept", accept).ShouldBeTrue();

        using var response = await backend.Client.SendAsync(request, TestContext.Current.CancellationToken);

        response.Content.Headers.ContentType!.MediaType.ShouldBe(mediaType);
    }
}

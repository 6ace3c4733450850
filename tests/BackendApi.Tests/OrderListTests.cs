namespace BackendApi.Tests;

public sealed class OrderListTests(PlainBackend backend)
{
    [Fact]
    public async Task Customer_GetWithOrders_ReturnsTheBytesOfTheCustomerAndOfEachOrder()
    {
        for (var id = 1; id <= 5; id++)
        {
            var customer = (await backend.GetAsync($"/api/customer/{id}")).Body;
            var orders = new List<string>();
            foreach (var order in JsonElement.Parse(customer).GetProperty("orderIds").EnumerateArray())
                orders.Add((await backend.GetAsync($"/api/customer/{id}/order/{order}")).Body);

            (await backend.GetAsync($"/api/customer/{id}/with-orders"))
                .ShouldBe((200, $"{{\"customer\":{customer},\"orders\":[{string.Join(',', orders)}]}}"));
        }
    }

    [Theory]
    [InlineData("0", "There is no customer 0. Valid ids: 1 to 20.")]
    [InlineData("21", "There is no customer 21. Valid ids: 1 to 20.")]
    [InlineData("2/order/11", "Customer 2 has no order 11. Its orders: 21, 22.")]
    [InlineData("21/with-orders", "There is no customer 21. Valid ids: 1 to 20.")]
    public async Task UnknownId_Get_Returns404WithTheValidIds(string path, string detail)
    {
        using var response = await backend.Client.GetAsync(
            $"/api/customer/{path}", TestContext.Current.CancellationToken);

        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        ((int)response.StatusCode).ShouldBe(404, body);
        (response.Content.Headers.ContentType?.MediaType).ShouldBe("application/problem+json", body);
        JsonElement.Parse(body).GetProperty("detail").GetString().ShouldBe(detail);
    }
}

using System.Net;
using System.Net.Http.Json;
using BackendApi.Ingestion;
using Microsoft.AspNetCore.Mvc;

namespace BackendApi.Tests.Customers;

public sealed class NotFoundTests : IDisposable
{
    private readonly ServiceFactory<BackendMetrics> _factory = new(("Data:Customers", "10"));

    [Theory]
    [InlineData("/api/customer/0", "There is no customer 0. Valid ids: 1 to 10.")]
    [InlineData("/api/customer/11", "There is no customer 11. Valid ids: 1 to 10.")]
    [InlineData("/api/customer/-1/order/11", "There is no customer -1. Valid ids: 1 to 10.")]
    [InlineData("/api/customer/2/order/29", "Customer 2 has no order 29. Its orders: 21, 22.")]
    [InlineData("/api/customer/2/order/11", "Customer 2 has no order 11. Its orders: 21, 22.")]
    public async Task UnknownId_Get_Returns404WithTheValidIds(string path, string detail)
    {
        using var client = _factory.CreateHttpClient();

        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);

        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        response.StatusCode.ShouldBe(HttpStatusCode.NotFound, body);
        (response.Content.Headers.ContentType?.MediaType).ShouldBe("application/problem+json", body);
        var problem = await response.Content.ReadFromJsonAsync<ProblemDetails>(TestContext.Current.CancellationToken);
        problem!.Detail.ShouldBe(detail, body);
    }

    public void Dispose() => _factory.Dispose();
}

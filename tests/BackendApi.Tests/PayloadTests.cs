namespace BackendApi.Tests;

public sealed class PayloadTests
{
    private const string Json = "application/json";

    [Fact]
    public async Task MaxBodyBytesOption_PostData_RejectsLongerBodies()
    {
        await using var small = new ServiceFactory<CustomerStore>(
            ("Data:Customers", "1"), ("Ingestion:MaxBodyBytes", "2048"));
        using var client = small.CreateHttpClient();

        (await PostAsync(client, HostileBodies.CreatePaddedBody(2_048))).ShouldBe(200);
        (await PostAsync(client, HostileBodies.CreatePaddedBody(2_049))).ShouldBe(413);
    }

    [Fact]
    public async Task ByteOrderMark_PostData_IsNamedByTheDetail()
    {
        await using var service = new ServiceFactory<CustomerStore>(("Data:Customers", "1"));
        using var client = service.CreateHttpClient();
        using var content = new StringContent("\uFEFF{\"data\":\"{}\"}", Encoding.UTF8, Json);

        using var response = await client.PostAsync("/ingest/data", content, TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(400);
        (await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
            .ShouldContain("in UTF-8, without a byte order mark.");
    }

    [Theory]
    [InlineData("{", Json, 400)]
    [InlineData("""{"data":"{"}""", Json, 400)]
    [InlineData("""{"data":"{}"}""", "text/plain", 415)]
    public async Task RejectedPayload_NextPost_ReusesTheConnectionAndIsTheOnlyOneCounted(
        string body, string type, int status)
    {
        var connections = 0;
        await using var service = new ServiceFactory<CustomerStore>(("Data:Customers", "1"));
        using var client = new HttpClient(new SocketsHttpHandler
        {
            PlaintextStreamFilter = (connection, _) =>
            {
                connections++;
                return new(connection.PlaintextStream);
            },
        })
        { BaseAddress = service.Address };

        (await PostAsync(client, body, type)).ShouldBe(status);
        (await PostAsync(client, """{"data":"{}"}""")).ShouldBe(200);

        connections.ShouldBe(1);
        (await service.SumAsync("ingest_payloads_parsed_total")).ShouldBe(1);
    }

    private static async Task<int> PostAsync(HttpClient client, string body, string type = Json)
    {
        using var content = new StringContent(body);
        content.Headers.Remove("Content-Type");
        content.Headers.TryAddWithoutValidation("Content-Type", type);
        using var response = await client.PostAsync("/ingest/data", content, TestContext.Current.CancellationToken);
        return (int)response.StatusCode;
    }
}

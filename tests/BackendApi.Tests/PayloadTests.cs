using BackendApi.Ingestion;

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

    /// <summary>
    /// Parses copies of a valid payload text in which random characters are replaced. The random seed is fixed.
    /// </summary>
    [Fact]
    public void ManyBrokenTexts_Parse_ThrowsOnlyJsonException()
    {
        const string Valid = """{'a':[1,2.5e3,-0x1F,true,null,NaN,'\u00e9\n'],"b":{c:undefined},/*d*/'e':new Date(1)}""";
        const string Characters = "{}[]()'\":,/*\\ \n\0eEx+-.0189untNaI\ud800é";
        var random = new Random(2014);
        for (var i = 0; i < 4_000; i++)
        {
            var text = new StringBuilder(Valid);
            for (var change = 0; change <= random.Next(4); change++)
                text[random.Next(text.Length)] = Characters[random.Next(Characters.Length)];
            try
            {
                EmbeddedJson.Parse(text.ToString());
            }
            catch (Newtonsoft.Json.JsonException)
            {
                // Most of the texts are not valid.
            }
        }
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

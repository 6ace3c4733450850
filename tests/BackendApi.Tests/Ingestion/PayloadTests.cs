using System.Text;
using BackendApi.Ingestion;

namespace BackendApi.Tests.Ingestion;

public sealed class PayloadTests(PayloadTests.BackendUnderTest backend) : IClassFixture<PayloadTests.BackendUnderTest>
{
    [Theory]
    [InlineData("{'job_id':'c4bb6d130003','container_id':'ab7b85dcac72','status':'Success: process exited with code 0.'}")]
    [InlineData("""{"a":[1,2.5,-3e2,true,null,"é 😀"]}""")]
    [InlineData("42")]
    [InlineData("null")]
    [InlineData(" /* first */ {} // last")]
    [InlineData("""{"a":1,"a":2}""")]
    [InlineData("'2026-11-20T10:00:00Z'")]
    public async Task TextThatJsonNetAccepts_PostData_IsParsedAndCounted(string text)
    {
        var before = await backend.GetParsedAsync();

        (await backend.PostAsync(JsonSerializer.Serialize(new { data = text }))).ShouldBe((200, ""));

        (await backend.GetParsedAsync()).ShouldBe(before + 1);
    }

    [Theory]
    [InlineData("""{"DATA":"{}"}""", "application/json; charset=utf-8")]
    [InlineData("""{"\u0064ata":"{}"}""", "application/json; charset=\"UTF-8\"")]
    [InlineData("""{"more":{"data":1},"data":"{}","more":[]}""", "Application/JSON")]
    public async Task AnyNotationOfPayloadAndType_PostData_Returns200(string body, string type) =>
        (await backend.PostAsync(body, type)).Status.ShouldBe(200);

    [Fact]
    public async Task PayloadAtTheLimits_PostData_Returns200()
    {
        (await backend.PostAsync(HostileBodies.CreatePaddedBody(65_536))).Status.ShouldBe(200);
        (await backend.PostAsync($$"""{"data":"{}","x":{{HostileBodies.CreateNestedArrays(31)}}}""")).Status.ShouldBe(200);
        var nested = JsonSerializer.Serialize(new { data = HostileBodies.CreateNestedArrays(32) });
        (await backend.PostAsync(nested)).Status.ShouldBe(200);
    }

    [Fact]
    public async Task MaxBodyBytesOption_PostData_RejectsLongerBodies()
    {
        await using var small = new BackendUnderTest(("Ingestion:MaxBodyBytes", "2048"));

        (await small.PostAsync(HostileBodies.CreatePaddedBody(2_048))).Status.ShouldBe(200);
        (await small.PostAsync(HostileBodies.CreatePaddedBody(2_049))).Status.ShouldBe(413);
    }

    [Theory]
    [InlineData("{", "application/json", 400)]
    [InlineData("", "application/json", 400)]
    [InlineData("""{"data":""}""", "application/json", 400)]
    [InlineData("""{"data":"{"}""", "application/json", 400)]
    [InlineData("""{"data":"{} {}"}""", "application/json", 400)]
    [InlineData("""{"data":"{}"}""", "text/plain", 415)]
    public async Task RejectedPayload_NextPost_ReusesTheConnectionAndIsTheOnlyOneCounted(
        string body, string type, int status)
    {
        var connections = 0;
        var before = await backend.GetParsedAsync();
        using var client = new HttpClient(new SocketsHttpHandler
        {
            PlaintextStreamFilter = (connection, _) =>
            {
                connections++;
                return new(connection.PlaintextStream);
            },
        })
        { BaseAddress = backend.Address };

        (await BackendUnderTest.PostAsync(client, body, type)).Status.ShouldBe(status);
        (await BackendUnderTest.PostAsync(client, """{"data":"{}"}""", "application/json")).Status.ShouldBe(200);

        connections.ShouldBe(1);
        (await backend.GetParsedAsync()).ShouldBe(before + 1);
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
        var broken = 0;
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
                broken++;
            }
        }

        broken.ShouldBeInRange(200, 3_999, "Random changes should make many of the texts invalid, but not all.");
    }

    public sealed class BackendUnderTest : IDisposable, IAsyncDisposable
    {
        private readonly ServiceFactory<BackendMetrics> _service;

        public BackendUnderTest()
            : this([])
        {
        }

        internal BackendUnderTest(params (string Key, string Value)[] settings) =>
            _service = new([("Data:Customers", "1"), .. settings]);

        internal Uri Address => _service.Address;

        internal static async Task<(int Status, string Body)> PostAsync(HttpClient client, string body, string type)
        {
            using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
            content.Headers.TryAddWithoutValidation("Content-Type", type);
            using var response = await client.PostAsync("/ingest/data", content, TestContext.Current.CancellationToken);
            var responseBody = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            return ((int)response.StatusCode, responseBody);
        }

        internal async Task<(int Status, string Body)> PostAsync(string body, string type = "application/json")
        {
            using var client = _service.CreateHttpClient();
            return await PostAsync(client, body, type);
        }

        internal Task<double> GetParsedAsync() => _service.SumAsync("ingest_payloads_parsed_total");

        public void Dispose() => _service.Dispose();

        public ValueTask DisposeAsync() => _service.DisposeAsync();
    }
}

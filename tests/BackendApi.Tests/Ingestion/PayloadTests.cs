using System.Net.Sockets;
using System.Text;
using BackendApi.Ingestion;

namespace BackendApi.Tests.Ingestion;

public sealed class PayloadTests : IDisposable
{
    private readonly BackendUnderTest _backend = new();

    [Theory]
    [InlineData("{'job_id':'c4bb6d130003','container_id':'ab7b85dcac72','status':'Success: process exited with code 0.'}")]
    [InlineData("""{"a":[1,2.5,-3e2,true,null,"é 😀"]}""")]
    [InlineData("[]")]
    [InlineData("42")]
    [InlineData("null")]
    [InlineData(" /* first */ {} // last")]
    [InlineData("""{"a":1,"a":2}""")]
    [InlineData("'2026-11-20T10:00:00Z'")]
    public async Task TextThatJsonNetAccepts_PostData_IsParsedAndCounted(string text)
    {
        var before = await _backend.GetParsedAsync();

        var (status, body) = await _backend.PostAsync(JsonSerializer.Serialize(new { data = text }));

        status.ShouldBe(200, body);
        body.ShouldBeEmpty();
        (await _backend.GetParsedAsync()).ShouldBe(before + 1);
    }

    [Theory]
    [InlineData("""{"DATA":"{}"}""")]
    [InlineData("""{"\u0064ata":"{}"}""")]
    [InlineData("""{"more":{"data":1},"data":"{}","more":[]}""")]
    public async Task AnyNotationOfThePayload_PostData_Returns200(string body) =>
        (await _backend.PostAsync(body)).Status.ShouldBe(200);

    [Theory]
    [InlineData("application/json; charset=utf-8")]
    [InlineData("application/json; charset=\"UTF-8\"")]
    [InlineData("Application/JSON")]
    public async Task JsonInUtf8_PostData_Returns200(string type) =>
        (await _backend.PostAsync("""{"data":"{}"}""", type)).Status.ShouldBe(200);

    [Fact]
    public async Task PayloadAtTheLimits_PostData_Returns200()
    {
        (await _backend.PostAsync(HostileBodies.CreatePaddedBody(65_536))).Status.ShouldBe(200);
        (await _backend.PostAsync($$"""{"data":"{}","x":{{HostileBodies.CreateNestedArrays(31)}}}""")).Status.ShouldBe(200);
        var nested = JsonSerializer.Serialize(new { data = HostileBodies.CreateNestedArrays(32) });
        (await _backend.PostAsync(nested)).Status.ShouldBe(200);
    }

    [Theory]
    [InlineData(2_048, 200)]
    [InlineData(2_049, 413)]
    public async Task MaxBodyBytesOption_PostData_RejectsLongerBodies(int length, int expected)
    {
        await using var small = new BackendUnderTest(("Ingestion:MaxBodyBytes", "2048"));

        (await small.PostAsync(HostileBodies.CreatePaddedBody(length))).Status.ShouldBe(expected);
    }

    [Fact]
    public async Task InvalidText_PostData_Returns400AndIsNotCounted()
    {
        foreach (var text in (string[])["", "{", "{} {}"])
            (await _backend.PostAsync(JsonSerializer.Serialize(new { data = text }))).Status.ShouldBe(400);

        (await _backend.GetParsedAsync()).ShouldBe(0);
    }

    [Theory]
    [InlineData("{", "application/json", 400)]
    [InlineData("", "application/json", 400)]
    [InlineData("""{"data":"{"}""", "application/json", 400)]
    [InlineData("""{"data":"{}"}""", "text/plain", 415)]
    public async Task RejectedPayload_NextPost_ReusesTheConnection(string body, string type, int status)
    {
        var connections = 0;
        using var client = new HttpClient(new SocketsHttpHandler
        {
            ConnectCallback = async (context, cancellationToken) =>
            {
                connections++;
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
                return new NetworkStream(socket, ownsSocket: true);
            },
        })
        { BaseAddress = _backend.Address };

        (await PostAsync(client, body, type)).Status.ShouldBe(status);
        (await PostAsync(client, """{"data":"{}"}""", "application/json")).Status.ShouldBe(200);

        connections.ShouldBe(1);
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
        for (var i = 0; i < 20_000; i++)
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

        broken.ShouldBeInRange(1_000, 19_999, "Random changes should make many of the texts invalid, but not all.");
    }

    public void Dispose() => _backend.Dispose();

    private static async Task<(int Status, string Body)> PostAsync(HttpClient client, string body, string type)
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        content.Headers.TryAddWithoutValidation("Content-Type", type);
        using var response = await client.PostAsync("/ingest/data", content, TestContext.Current.CancellationToken);
        var responseBody = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        return ((int)response.StatusCode, responseBody);
    }

    private sealed class BackendUnderTest(params (string Key, string Value)[] settings)
        : ServiceFactory<BackendMetrics>([("Data:Customers", "1"), .. settings])
    {
        public async Task<(int Status, string Body)> PostAsync(string body, string type = "application/json")
        {
            using var client = CreateHttpClient();
            return await PayloadTests.PostAsync(client, body, type);
        }

        public async Task<double> GetParsedAsync() =>
            PrometheusText.Parse((await GetAsync("/metrics")).Body).Sum("ingest_payloads_parsed_total");
    }
}

using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using BackendApi.Ingestion;

namespace BackendApi.Tests.Faults;

/// <summary>Tests the effect of each fault from outside, and that it is gone afterwards.</summary>
public sealed class FaultTests
{
    private const string Token = "secret";
    private const string Customer = "/api/customer/1";

    private readonly FakeTime _time = new();

    public FaultTests() => _time.EndDelays();

    public static TheoryData<string, string> FaultCases => new()
    {
        { """{"latencyMs":60000}""", "latency" },
        { """{"errorShare":1,"errorStatus":503}""", "error" },
        { """{"cutBeforeShare":1}""", "cut" },
        { """{"cutWithinShare":1}""", "cut" },
        { """{"bodyDelayMs":60000}""", "drip" },
        { """{"bytesPerSecond":1000}""", "drip" },
        { """{"cpuMs":1}""", "cpu" },
    };

    [Theory]
    [MemberData(nameof(FaultCases))]
    public async Task FaultPut_GetCustomer_ShowsTheFaultUntilItIsTakenBack(string faults, string name)
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);

        await PutAsync(client, faults);

        await ShouldShowAsync(client, name);
        var metrics = await ReadMetricsAsync(backend);
        metrics.Sum("fault_active", $"fault=\"{name}\"").ShouldBe(1);
        metrics.Sum("fault_injections_total", $"fault=\"{name}\"").ShouldBe(1);
        (await backend.GetAsync("/health/ready")).Status.ShouldBe(200);
        await PutAsync(client, "{}");
        await ShouldBeHealthyAsync(backend);
    }

    [Theory]
    [MemberData(nameof(FaultCases))]
    public async Task FaultInHeader_GetCustomer_ShowsTheFaultForThatRequestOnly(string faults, string name)
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);
        client.DefaultRequestHeaders.Add("X-Faults", faults);

        await ShouldShowAsync(client, name);

        (await ReadMetricsAsync(backend)).Sum("fault_injections_total", $"fault=\"{name}\"").ShouldBe(1);
        await ShouldBeHealthyAsync(backend);
    }

    [Fact]
    public async Task NotReadyPut_GetReady_Returns503AndLiveAndMetricsReturn200()
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);

        await PutAsync(client, """{"notReady":true}""");

        (await backend.GetAsync("/health/ready")).Status.ShouldBe(503);
        (await backend.GetAsync("/health/live")).Status.ShouldBe(200);
        (await backend.GetAsync(Customer)).Status.ShouldBe(200);
        (await ReadMetricsAsync(backend)).Sum("fault_active", "fault=\"not-ready\"").ShouldBe(1);
        await PutAsync(client, "{}");
        (await backend.GetAsync("/health/ready")).Status.ShouldBe(200);
    }

    [Fact]
    public async Task MemoryPut_Process_HoldsTheMemoryUntilItIsTakenBack()
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);
        var before = GC.GetTotalMemory(forceFullCollection: true);

        await PutAsync(client, """{"memoryMb":200}""");

        GC.GetTotalMemory(forceFullCollection: true).ShouldBeGreaterThan(before + 190_000_000);
        await PutAsync(client, "{}");
        GC.GetTotalMemory(forceFullCollection: true).ShouldBeLessThan(before + 100_000_000);
    }

    [Fact]
    public async Task ErrorShare_SameRequestsTwice_FailAtTheSamePlacesInAboutThatShare()
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);

        var (first, second) = (await SendAsync(), await SendAsync());

        second.ShouldBe(first);
        first.Count(status => status == 500).ShouldBeInRange(15, 50);

        async Task<List<int>> SendAsync()
        {
            await PutAsync(client, """{"errorShare":0.1}""");
            var statuses = new List<int>();
            for (var i = 0; i < 300; i++)
                statuses.Add((await backend.GetAsync(Customer)).Status);
            return statuses;
        }
    }

    [Theory]
    [InlineData(Token)]
    [InlineData("")]
    public async Task FaultConfigured_GetCustomer_ShowsTheFaultFromTheStart(string token)
    {
        await using var backend = CreateBackend(
            token, ("Faults:Active:ErrorShare", "1"), ("Faults:Active:ErrorStatus", "429"));

        (await backend.GetAsync(Customer)).Status.ShouldBe(429);
        (await ReadMetricsAsync(backend)).Sum("fault_active", "fault=\"error\"").ShouldBe(1);
    }

    [Fact]
    public async Task FaultPut_GetFaults_ReturnsIt()
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);
        await PutAsync(client, """{"errorShare":0.5}""");

        var faults = await client.GetFromJsonAsync<Dictionary<string, object>>(
            "/faults", TestContext.Current.CancellationToken);

        $"{faults!["errorShare"]}".ShouldBe("0.5");
    }

    [Theory]
    [InlineData("""{"errorShare":2}""")]
    [InlineData("""{"errorStatus":200}""")]
    [InlineData("""{"bytesPerSecond":99}""")]
    [InlineData("""{"memoryMb":2048}""")]
    [InlineData("""{"latency":100}""")]
    [InlineData("nonsense")]
    public async Task InvalidFaults_PutOrInHeader_Return400AndChangeNothing(string faults)
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);

        using var put = await client.PutAsync("/faults", Json(faults), TestContext.Current.CancellationToken);
        client.DefaultRequestHeaders.Add("X-Faults", faults);
        using var got = await client.GetAsync(Customer, TestContext.Current.CancellationToken);

        put.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        got.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        await ShouldBeHealthyAsync(backend);
    }

    private ServiceFactory<BackendMetrics> CreateBackend(
        string token = Token, params (string Key, string Value)[] settings) =>
        new([("Data:Customers", "1"), ("Faults:Token", token), .. settings])
        {
            ExtraServices = services => services.AddSingleton<TimeProvider>(_time),
        };

    private static HttpClient CreateClient(ServiceFactory<BackendMetrics> backend)
    {
        var client = backend.CreateHttpClient();
        client.DefaultRequestHeaders.Add("X-Faults-Token", Token);
        return client;
    }

    private static async Task PutAsync(HttpClient client, string faults)
    {
        using var response = await client.PutAsync("/faults", Json(faults), TestContext.Current.CancellationToken);
        response.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    private static StringContent Json(string text) => new(text, new MediaTypeHeaderValue("application/json"));

    private async Task ShouldShowAsync(HttpClient client, string name)
    {
        if (name is "cut")
        {
            await Should.ThrowAsync<HttpRequestException>(
                () => client.GetStringAsync(Customer, TestContext.Current.CancellationToken));
            return;
        }

        using var response = await client.GetAsync(Customer, TestContext.Current.CancellationToken);
        response.StatusCode.ShouldBe(name is "error" ? HttpStatusCode.ServiceUnavailable : HttpStatusCode.OK);
        _time.Delays.IsEmpty.ShouldBe(name is not ("latency" or "drip"));
    }

    private static async Task ShouldBeHealthyAsync(ServiceFactory<BackendMetrics> backend)
    {
        var injections = (await ReadMetricsAsync(backend)).Sum("fault_injections_total");

        var (status, body) = await backend.GetAsync(Customer);

        status.ShouldBe(200, body);
        body.ShouldContain("\"orderIds\"");
        var metrics = await ReadMetricsAsync(backend);
        metrics.Sum("fault_injections_total").ShouldBe(injections);
        metrics.Sum("fault_active").ShouldBe(0);
    }

    private static async Task<PrometheusText> ReadMetricsAsync(ServiceFactory<BackendMetrics> backend) =>
        PrometheusText.Parse((await backend.GetAsync("/metrics")).Body);
}

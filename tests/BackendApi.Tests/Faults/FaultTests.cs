using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using BackendApi.Faults;
using BackendApi.Telemetry;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using Testing;

namespace BackendApi.Tests.Faults;

/// <summary>Tests the effect of each fault from outside, and that it is gone afterwards.</summary>
public sealed class FaultTests
{
    private const string Token = "a token for these tests";
    private const string Customer = "/api/customer/1";

    public static TheoryData<string, string> FaultCases => new()
    {
        { """{"latencyMs":400}""", "latency" },
        { """{"latencyMs":300,"latencyP90Ms":400,"latencyP99Ms":500}""", "latency" },
        { """{"errorShare":1,"errorStatus":503}""", "error" },
        { """{"cutBeforeShare":1}""", "cut" },
        { """{"cutWithinShare":1}""", "cut" },
        { """{"bytesPerSecond":1000}""", "drip" },
        { """{"cpuMs":2000}""", "cpu" },
    };

    [Theory]
    [MemberData(nameof(FaultCases))]
    public async Task FaultPut_GetCustomer_ShowsTheFaultUntilItIsTakenBack(string faults, string name)
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);

        await PutAsync(client, faults);

        await ShouldShowAsync(client, name, faults);
        var metrics = await ReadMetricsAsync(backend);
        metrics.Sum("fault_active", $"fault=\"{name}\"").ShouldBe(1);
        metrics.Sum("fault_injections_total", $"fault=\"{name}\"").ShouldBeGreaterThan(0);
        (await backend.GetAsync("/health/ready")).Status.ShouldBe(200);
        await PutAsync(client, "{}");
        await ShouldBeHealthyAsync(backend, client);
    }

    [Theory]
    [MemberData(nameof(FaultCases))]
    public async Task FaultInHeader_GetCustomer_ShowsTheFaultForThatRequestOnly(string faults, string name)
    {
        await using var backend = CreateBackend();
        using var client = CreateClient(backend);
        using var faulty = CreateClient(backend);
        faulty.DefaultRequestHeaders.Add("X-Faults", faults);

        await ShouldShowAsync(faulty, name, faults);

        await ShouldBeHealthyAsync(backend, client);
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

    [Fact]
    public async Task FaultConfigured_GetCustomer_ShowsTheFaultFromTheStart()
    {
        await using var backend = CreateBackend(
            isEnabled: true, ("Faults:Active:ErrorShare", "1"), ("Faults:Active:ErrorStatus", "429"));

        (await backend.GetAsync(Customer)).Status.ShouldBe(429);
    }

    [Theory]
    [InlineData("""{"errorShare":2}""")]
    [InlineData("""{"errorStatus":200}""")]
    [InlineData("""{"latencyMs":100,"latencyP90Ms":50}""")]
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
        (await backend.GetAsync(Customer)).Status.ShouldBe(200);
    }

    [Fact]
    public async Task CallerOnAnotherMachine_PutWithToken_Returns404AndChangesNothing()
    {
        var remote = new RemoteCaller();
        await using var backend = CreateBackend(services => services.AddSingleton<IStartupFilter>(remote));
        using var client = CreateClient(backend);

        using var put = await client.PutAsync(
            "/faults", Json("""{"errorShare":1}"""), TestContext.Current.CancellationToken);

        put.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await backend.GetAsync(Customer)).Status.ShouldBe(200);
        remote.Address = IPAddress.IPv6Loopback;
        await PutAsync(client, """{"errorShare":1}""");
        (await backend.GetAsync(Customer)).Status.ShouldBe(500);
    }

    [Fact]
    public async Task DisabledWithFaultsConfigured_GetCustomer_ShowsNoFault()
    {
        await using var backend = CreateBackend(isEnabled: false, ("Faults:Active:ErrorShare", "1"));

        (await backend.GetAsync(Customer)).Status.ShouldBe(200);
    }

    [Theory]
    [InlineData("")]
    [InlineData("fifteen letters")]
    public async Task EnabledWithoutLongToken_StartService_FailsWithAdvice(string token)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Configuration["Faults:Enabled"] = "true";
        builder.Configuration["Faults:Token"] = token;
        builder.Services.AddMetrics();
        builder.Services.AddSingleton(TimeProvider.System);
        builder.Services.AddFaults(builder.Configuration);
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Failures.ShouldBe(["With Faults:Enabled, set Faults:Token to a secret of 16 characters or more."]);
    }

    [Theory]
    [InlineData(true, "")]
    [InlineData(true, "a wrong token of these tests")]
    [InlineData(false, Token)]
    public async Task DisabledOrWrongToken_PutAndHeader_DoNothing(bool enabled, string token)
    {
        await using var backend = CreateBackend(enabled);
        using var client = backend.CreateHttpClient();
        client.DefaultRequestHeaders.Add("X-Faults-Token", token);

        using var put = await client.PutAsync(
            "/faults", Json("""{"errorShare":1}"""), TestContext.Current.CancellationToken);
        client.DefaultRequestHeaders.Add("X-Faults", """{"errorShare":1}""");
        using var got = await client.GetAsync(Customer, TestContext.Current.CancellationToken);

        put.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        got.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await backend.GetAsync("/faults")).Status.ShouldBe(404);
    }

    private static ServiceFactory<BackendMetrics> CreateBackend(
        bool isEnabled = true, params (string, string)[] settings) =>
        new([("Data:Customers", "1"), ("Faults:Enabled", $"{isEnabled}"), ("Faults:Token", Token), .. settings]);

    private static ServiceFactory<BackendMetrics> CreateBackend(Action<IServiceCollection> extraServices) =>
        new(("Data:Customers", "1"), ("Faults:Enabled", "true"), ("Faults:Token", Token))
        {
            ExtraServices = extraServices,
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

    /// <summary>
    /// Asserts the effect of a fault. A delay is shown by the end of another request that was sent later without a
    /// delay, and a slow body by its late end.
    /// </summary>
    private static async Task ShouldShowAsync(HttpClient client, string name, string faults)
    {
        switch (name)
        {
            case "cut":
                await Should.ThrowAsync<HttpRequestException>(
                    () => client.GetStringAsync(Customer, TestContext.Current.CancellationToken));
                break;
            case "error":
                using (var response = await client.GetAsync(Customer, TestContext.Current.CancellationToken))
                    response.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable, faults);
                break;
            default:
                var delayed = client.GetAsync(Customer, TestContext.Current.CancellationToken);
                (await client.GetStringAsync("/health/live", TestContext.Current.CancellationToken))
                    .ShouldBe("Healthy");
                delayed.IsCompleted.ShouldBeFalse("The response should be delayed.");
                (await delayed).StatusCode.ShouldBe(HttpStatusCode.OK);
                break;
        }
    }

    private static async Task ShouldBeHealthyAsync(ServiceFactory<BackendMetrics> backend, HttpClient client)
    {
        var injections = await CountInjectionsAsync(backend);

        (await client.GetFromJsonAsync<Dictionary<string, object>>(Customer, TestContext.Current.CancellationToken))!
            .ShouldContainKey("orderIds");

        (await CountInjectionsAsync(backend)).ShouldBe(injections);
        (await ReadMetricsAsync(backend)).Sum("fault_active").ShouldBe(0);
    }

    private static async Task<double> CountInjectionsAsync(ServiceFactory<BackendMetrics> backend) =>
        (await ReadMetricsAsync(backend)).Sum("fault_injections_total");

    private static async Task<PrometheusText> ReadMetricsAsync(ServiceFactory<BackendMetrics> backend) =>
        PrometheusText.Parse((await backend.GetAsync("/metrics")).Body);

    /// <summary>Makes every request seem to come from another address.</summary>
    private sealed class RemoteCaller : IStartupFilter
    {
        // An address of the documentation of TEST-NET-1 (RFC 5737).
        public IPAddress Address { get; set; } = IPAddress.Parse("192.0.2.1");

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, rest) =>
            {
                context.Connection.RemoteIpAddress = Address;
                return rest(context);
            });
            next(app);
        };
    }
}

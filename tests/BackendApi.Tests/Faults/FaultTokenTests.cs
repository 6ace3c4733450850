using System.Net;
using System.Net.Http.Headers;
using BackendApi.Ingestion;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace BackendApi.Tests.Faults;

/// <summary>Tests who may switch faults: callers on the same machine, and those who know the token.</summary>
public sealed class FaultTokenTests
{
    private const string Token = "é";
    private const string Faults = """{"errorShare":1}""";
    private const string Customer = "/api/customer/1";

    // An address of the documentation of TEST-NET-1 (RFC 5737).
    private const string Remote = "192.0.2.1";

    [Theory]
    [InlineData("127.0.0.1", null, HttpStatusCode.OK)]
    [InlineData("::1", null, HttpStatusCode.OK)]
    [InlineData("127.0.0.1", Token, HttpStatusCode.OK)]
    [InlineData("127.0.0.1", "wrong", HttpStatusCode.Unauthorized)]
    [InlineData("127.0.0.1", "", HttpStatusCode.Unauthorized)]
    [InlineData(Remote, null, HttpStatusCode.Unauthorized)]
    [InlineData(Remote, "wrong", HttpStatusCode.Unauthorized)]
    [InlineData(Remote, Token, HttpStatusCode.OK)]
    public async Task Caller_PutAndGetFaults_NeedsTheTokenUnlessOnTheSameMachine(
        string address, string? token, HttpStatusCode expected)
    {
        await using var backend = CreateBackend(address, ("Faults:Token", Token));
        using var client = CreateClient(backend, token);

        using var put = await client.PutAsync("/faults", Json(Faults), TestContext.Current.CancellationToken);
        using var got = await client.GetAsync("/faults", TestContext.Current.CancellationToken);

        put.StatusCode.ShouldBe(expected);
        got.StatusCode.ShouldBe(expected);
        (await backend.GetAsync(Customer)).Status.ShouldBe(expected is HttpStatusCode.OK ? 500 : 200);
    }

    [Theory]
    [InlineData(null, HttpStatusCode.Unauthorized)]
    [InlineData("wrong", HttpStatusCode.Unauthorized)]
    [InlineData(Token, HttpStatusCode.InternalServerError)]
    public async Task LocalCaller_GetWithHeader_AlwaysNeedsTheToken(string? token, HttpStatusCode expected)
    {
        await using var backend = CreateBackend("127.0.0.1", ("Faults:Token", Token));
        using var client = CreateClient(backend, token);
        client.DefaultRequestHeaders.Add("X-Faults", Faults);

        using var got = await client.GetAsync(Customer, TestContext.Current.CancellationToken);

        got.StatusCode.ShouldBe(expected);
        (await client.GetStringAsync("/health/ready", TestContext.Current.CancellationToken)).ShouldBe("Healthy");
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public async Task NoTokenConfigured_PutAndHeader_DoNothing(string? token)
    {
        await using var backend = CreateBackend("127.0.0.1");
        using var client = CreateClient(backend, token);
        client.DefaultRequestHeaders.Add("X-Faults", Faults);

        using var put = await client.PutAsync("/faults", Json(Faults), TestContext.Current.CancellationToken);
        using var got = await client.GetAsync(Customer, TestContext.Current.CancellationToken);

        put.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        got.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task FaultsWithoutToken_GetWithHeader_Returns401()
    {
        await using var backend = CreateBackend("127.0.0.1", ("Faults:Active:CpuMs", "1"));
        using var client = CreateClient(backend, "");
        client.DefaultRequestHeaders.Add("X-Faults", Faults);

        using var got = await client.GetAsync(Customer, TestContext.Current.CancellationToken);

        got.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    private static ServiceFactory<BackendMetrics> CreateBackend(
        string address, params (string Key, string Value)[] settings) =>
        new([("Data:Customers", "1"), .. settings])
        {
            ExtraServices = services => services.AddSingleton<IStartupFilter>(new CallerAddress(address)),
        };

    private static HttpClient CreateClient(ServiceFactory<BackendMetrics> backend, string? token)
    {
        var handler = new SocketsHttpHandler { RequestHeaderEncodingSelector = (_, _) => System.Text.Encoding.UTF8 };
        var client = new HttpClient(handler) { BaseAddress = backend.Address };
        if (token is not null)
            client.DefaultRequestHeaders.Add("X-Faults-Token", token);
        return client;
    }

    private static StringContent Json(string text) => new(text, new MediaTypeHeaderValue("application/json"));

    /// <summary>Makes every request seem to come from an address.</summary>
    private sealed class CallerAddress(string address) : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, rest) =>
            {
                context.Connection.RemoteIpAddress = IPAddress.Parse(address);
                return rest(context);
            });
            next(app);
        };
    }
}

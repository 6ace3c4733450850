using System.Collections.Concurrent;
using System.Text;
using FrontendApi.Strategies;

namespace FrontendApi.Tests.Backend;

public sealed class FaultHeaderTests
{
    public static TheoryData<string, bool> StrategiesAndSettings
    {
        get
        {
            var cases = new MatrixTheoryData<string, bool>(StrategyCatalog.Names, [true, false]);
            return new(cases.Select(row => row.Data));
        }
    }

    [Theory]
    [MemberData(nameof(StrategiesAndSettings))]
    public async Task FaultHeaders_GetCustomer_ArePassedOnOnlyIfAllowed(string strategy, bool passOn)
    {
        var headers = new ConcurrentQueue<string>();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            headers.Enqueue($"{context.Request.Headers["X-Faults"]} {context.Request.Headers["X-Faults-Token"]}");
            return BackendDocuments.SendAsync(context);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Faults:PassOn", $"{passOn}"));
        using var client = frontend.CreateHttpClient();
        client.DefaultRequestHeaders.Add("X-Faults", "{}");
        client.DefaultRequestHeaders.Add("X-Faults-Token", "secret");

        (await client.GetStringAsync($"/api/customer/1?strategy={strategy}", TestContext.Current.CancellationToken))
            .ShouldNotBeEmpty();

        headers.Count.ShouldBe(StrategyData.CountCalls(strategy));
        headers.Distinct().ShouldBe([passOn ? "{} secret" : " "]);
    }

    [Theory]
    [InlineData("factory")]
    [InlineData("shared")]
    [InlineData("per-request")]
    public async Task FaultHeaders_GetCustomerWithEachLifetime_ArePassedOn(string lifetime)
    {
        var faults = new ConcurrentQueue<string>();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            faults.Enqueue(context.Request.Headers["X-Faults"].ToString());
            return BackendDocuments.SendAsync(context);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Faults:PassOn", "true"));
        using var client = frontend.CreateHttpClient();
        client.DefaultRequestHeaders.Add("X-Faults", "{}");

        await client.GetStringAsync($"/api/customer/1?client={lifetime}", TestContext.Current.CancellationToken);

        faults.ShouldBe(["{}", "{}", "{}", "{}"]);
    }

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task FaultHeaderThatIsNotAscii_GetCustomer_IsNotPassedOn(string strategy)
    {
        var faults = new ConcurrentQueue<string>();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            faults.Enqueue(context.Request.Headers["X-Faults"].ToString());
            return BackendDocuments.SendAsync(context);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Faults:PassOn", "true"));
        using var client = new HttpClient(new SocketsHttpHandler
        {
            RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,
        })
        {
            BaseAddress = frontend.Address,
        };
        client.DefaultRequestHeaders.TryAddWithoutValidation("X-Faults", "{\"é\":\"Ā\"}").ShouldBeTrue();

        await client.GetStringAsync($"/api/customer/1?strategy={strategy}", TestContext.Current.CancellationToken);

        faults.Distinct().ShouldBe([""]);
    }
}

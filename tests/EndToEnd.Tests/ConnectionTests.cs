using FrontendApi.Strategies;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Counts the connections that a front-end opens to the back-end for ten sequential requests. Each test runs the
/// front-end in a new process, because the first WebClient call of a process decides which kind of WebClient can reuse
/// connections.
/// </summary>
public sealed class ConnectionTests
{
    private const int Requests = 10;

    public static TheoryData<string> Strategies => [.. StrategyCatalog.Names];

    public static TheoryData<string> HttpClientStrategies =>
        [.. StrategyCatalog.All.OfType<HttpClientStrategy>().Select(strategy => strategy.Name)];

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task OnlyStrategyInProcess_TenRequests_OpenOneConnection(string strategy) =>
        (await CountConnectionsAsync($"strategy={strategy}")).ShouldBe(1);

    [Theory]
    [MemberData(nameof(HttpClientStrategies))]
    public async Task SharedClient_TenRequests_OpenOneConnection(string strategy) =>
        (await CountConnectionsAsync($"strategy={strategy}&client=shared")).ShouldBe(1);

    [Theory]
    [MemberData(nameof(HttpClientStrategies))]
    public async Task ClientPerRequest_TenRequests_OpenTenConnections(string strategy) =>
        (await CountConnectionsAsync($"strategy={strategy}&client=per-request")).ShouldBe(Requests);

    [Theory]
    [InlineData("webclient-sync", "webclient-async")]
    [InlineData("webclient-async", "webclient-sync")]
    public async Task SecondKindOfWebClientInProcess_TenRequests_OpenOneConnectionPerCall(string first, string second)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartFrontend(backend);
        await SendRequestsAsync(frontend, $"strategy={first}", 1);
        var (calls, connections) = (backend.Calls, backend.Connections);

        await SendRequestsAsync(frontend, $"strategy={second}", Requests);

        (backend.Connections - connections).ShouldBe(backend.Calls - calls);
    }

    private static async Task<int> CountConnectionsAsync(string flags)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartFrontend(backend);
        await SendRequestsAsync(frontend, flags, Requests);
        return backend.Connections;
    }

    private static Task<ServiceProcess> StartFrontend(CountingBackend backend) => ServiceProcess.StartAsync(
        "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], TestContext.Current.CancellationToken);

    private static async Task SendRequestsAsync(ServiceProcess frontend, string flags, int requests)
    {
        using var client = new HttpClient { BaseAddress = frontend.Address };
        for (var id = 1; id <= requests; id++)
            await client.GetStringAsync($"/api/customer/{id}?{flags}", TestContext.Current.CancellationToken);
    }
}

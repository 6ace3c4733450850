using Benchmarks.Layers;
using Microsoft.Extensions.Http;
using Microsoft.Extensions.Logging;

namespace Benchmarks.Tests;

/// <summary>
/// Every layer of the benchmark reads the same bytes, and does what it is there for: a layer that is not in the path of
/// the call would be measured as free.
/// </summary>
public sealed class CallLayerTests : IAsyncLifetime
{
    private const int Calls = 3;

    private readonly RecordingHandlerFilter _factory = new();
    private StubServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await StubServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    /// <summary>A layer has the effects of itself and of all layers below it, and no others.</summary>
    [Theory]
    [InlineData("socket")]
    [InlineData("HttpClient")]
    [InlineData("hedging")]
    [InlineData("tracing")]
    public async Task Effects_OfLayer_AreThoseOfItAndTheLayersBelow(string layer)
    {
        await using var session = CreateSession(layer);
        for (var i = 0; i < Calls; i++)
            (await session.Reader.ReadAsync(TestContext.Current.CancellationToken)).ShouldBe(StubServer.Document);
        _server.TraceParents.Count.ShouldBe(Calls);
        _server.Connections.Count.ShouldBe(1);
        var metrics = await ScrapeAsync(session);

        List<string> effects = ["socket"];
        AddIf(session.Reader is not SocketReader, "HttpMessageInvoker");
        AddIf(session.Reader is not (SocketReader or InvokerReader { Invoker: not HttpClient }), "HttpClient");
        AddIf(session.Reader is FrontendReader { Attempts: Calls }, "handlers");
        AddIf(_factory.Names.Any(name => name.StartsWith("backend-", StringComparison.Ordinal)), "IHttpClientFactory");
        AddIf(_factory.Handlers.Contains("LoggingHttpMessageHandler"), "logging");
        AddIf(_factory.Names.Contains("backend-1.1-standard"), "standard");
        AddIf(_factory.Names.Contains("backend-1.1-hedging"), "hedging");
        AddIf(metrics.Contains("http_client_request_duration_seconds_count{", StringComparison.Ordinal), "metrics");
        AddIf(_server.TraceParents.Last().EndsWith("-01", StringComparison.Ordinal), "tracing");

        effects.ShouldBe(GetNamesUpTo(CallLayer.Get(layer)));

        void AddIf(bool isThere, string effect)
        {
            if (isThere)
                effects.Add(effect);
        }
    }

    /// <summary>The settings of a layer and of the one below differ in one of them only.</summary>
    [Fact]
    public void Settings_OfEachLayer_DifferInOneFromThoseBelow()
    {
        foreach (var layer in CallLayer.All.Where(layer => layer.Base is not null))
        {
            typeof(CallSettings).GetProperties()
                .Count(setting => !Equals(setting.GetValue(layer.Settings), setting.GetValue(layer.Base!.Settings)))
                .ShouldBe(1, layer.Name);
        }
    }

    private CallSession CreateSession(string layer) => CallLayer.Get(layer).CreateSession(_server.Address, builder =>
    {
        builder.Logging.ClearProviders();
        // The first filter is the outermost: it sees what the others have added.
        builder.Services.Insert(0, ServiceDescriptor.Singleton<IHttpMessageHandlerBuilderFilter>(_factory));
    });

    private static string[] GetNamesUpTo(CallLayer layer) =>
        layer.Base is null ? [layer.Name] : [.. GetNamesUpTo(layer.Base), layer.Name];

    private static async Task<string> ScrapeAsync(CallSession session)
    {
        await session.Frontend.StartAsync(TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = new Uri(session.Frontend.Urls.Single()) };
        using var response = await client.GetAsync("/metrics", TestContext.Current.CancellationToken);
        return await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>Records the names and handlers of the clients that IHttpClientFactory builds.</summary>
    private sealed class RecordingHandlerFilter : IHttpMessageHandlerBuilderFilter
    {
        public ConcurrentBag<string> Names { get; } = [];

        public ConcurrentBag<string> Handlers { get; } = [];

        public Action<HttpMessageHandlerBuilder> Configure(Action<HttpMessageHandlerBuilder> next) => builder =>
        {
            next(builder);
            Names.Add(builder.Name!);
            foreach (var handler in builder.AdditionalHandlers)
                Handlers.Add(handler.GetType().Name);
        };
    }
}

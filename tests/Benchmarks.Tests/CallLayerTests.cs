using Benchmarks.Layers;
using Microsoft.Extensions.Http;
using Microsoft.Extensions.Logging;

namespace Benchmarks.Tests;

/// <summary>A layer that is not in the path of the call would be measured as free.</summary>
public sealed class CallLayerTests
{
    private const int Calls = 3;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>A layer has the effects of itself and of all layers below it, and no others.</summary>
    [Theory]
    [InlineData("socket")]
    [InlineData("HttpClient")]
    [InlineData("hedging")]
    [InlineData("tracing")]
    public async Task Effects_OfLayer_AreThoseOfItAndTheLayersBelow(string layer)
    {
        var factory = new RecordingHandlerFilter();
        await using var server = await StubServer.StartAsync();
        await using var session = CallLayer.Get(layer).CreateSession(server.Address, builder =>
        {
            builder.Logging.ClearProviders();
            // The first filter is the outermost: it sees what the others have added.
            builder.Services.Insert(0, ServiceDescriptor.Singleton<IHttpMessageHandlerBuilderFilter>(factory));
        });
        for (var i = 0; i < Calls; i++)
            (await session.Reader.ReadAsync(Token)).ShouldBe(StubServer.Document);
        server.TraceParents.Count.ShouldBe(Calls);
        server.Connections.Count.ShouldBe(1);
        await session.Frontend.StartAsync(Token);
        using var client = new HttpClient { BaseAddress = new Uri(session.Frontend.Urls.Single()) };
        using var response = await client.GetAsync("/metrics", Token);
        var metrics = await response.Content.ReadAsStringAsync(Token);

        List<string> effects = ["socket"];
        AddIf(session.Reader is not SocketReader, "HttpMessageInvoker");
        AddIf(session.Reader is not (SocketReader or InvokerReader { Invoker: not HttpClient }), "HttpClient");
        AddIf(session.Reader is FrontendReader { Attempts: Calls }, "handlers");
        AddIf(!factory.Names.IsEmpty, "IHttpClientFactory");
        AddIf(factory.Handlers.Contains("LoggingHttpMessageHandler"), "logging");
        AddIf(factory.Names.Contains("backend-1.1-standard"), "standard");
        AddIf(factory.Names.Contains("backend-1.1-hedging"), "hedging");
        AddIf(metrics.Contains("http_client_request_duration_seconds_count{", StringComparison.Ordinal), "metrics");
        AddIf(server.TraceParents.Last().EndsWith("-01", StringComparison.Ordinal), "tracing");

        effects.ShouldBe(GetNamesUpTo(CallLayer.Get(layer)));

        void AddIf(bool isThere, string effect)
        {
            if (isThere)
                effects.Add(effect);
        }
    }

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

    private static string[] GetNamesUpTo(CallLayer layer) =>
        layer.Base is null ? [layer.Name] : [.. GetNamesUpTo(layer.Base), layer.Name];

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

using FrontendApi.Backend;
using Microsoft.AspNetCore.Builder;

namespace Benchmarks.Layers;

/// <summary>The client that sends the request of a call.</summary>
internal enum CallClient
{
    /// <summary>A socket and a parser that understands this one response.</summary>
    Socket,

    /// <summary>HttpMessageInvoker over SocketsHttpHandler: HTTP, and a pool of connections.</summary>
    Invoker,

    /// <summary>HttpClient over SocketsHttpHandler.</summary>
    HttpClient,

    /// <summary>
    /// The shared HttpClient of the front-end, with its handler, and what the front-end makes for each incoming
    /// request.
    /// </summary>
    Handlers,

    /// <summary>A client of IHttpClientFactory for each call, with the same handler.</summary>
    Factory,
}

/// <summary>The parts of .NET and of the front-end that a call passes through.</summary>
/// <param name="Client">The client that sends the request.</param>
/// <param name="Logs">Whether IHttpClientFactory adds its logging, at the levels that the front-end sets.</param>
/// <param name="Resilience">The value of the front-end's query flag <c>resilience</c>.</param>
/// <param name="RecordsMetrics">Whether the metrics exporter of the front-end listens.</param>
/// <param name="Traces">Whether every call is traced. The spans are not exported.</param>
internal sealed record CallSettings(
    CallClient Client,
    bool Logs = false,
    string Resilience = ResilienceMode.None,
    bool RecordsMetrics = false,
    bool Traces = false);

/// <summary>A layer of a call. It differs in one setting from the layer that it is added to.</summary>
/// <param name="Name">The name of the layer, of at most 20 characters: BenchmarkDotNet shortens longer ones.</param>
/// <param name="Base">The layer that it is added to; null for the first one.</param>
/// <param name="Settings">The parts that a call with this layer and those below it passes through.</param>
internal sealed record CallLayer(string Name, CallLayer? Base, CallSettings Settings)
{
    private static readonly CallLayer Socket = new("socket", null, new(CallClient.Socket));

    private static readonly CallLayer Invoker = Socket.Add("HttpMessageInvoker", new(CallClient.Invoker));

    private static readonly CallLayer HttpClient = Invoker.Add("HttpClient", new(CallClient.HttpClient));

    private static readonly CallLayer Handlers = HttpClient.Add("handlers", new(CallClient.Handlers));

    private static readonly CallLayer Factory = Handlers.Add("IHttpClientFactory", new(CallClient.Factory));

    private static readonly CallLayer Logging = Factory.Add("logging", Factory.Settings with { Logs = true });

    private static readonly CallLayer Standard =
        Logging.Add("standard", Logging.Settings with { Resilience = ResilienceMode.Standard });

    private static readonly CallLayer Hedging =
        Logging.Add("hedging", Logging.Settings with { Resilience = ResilienceMode.Hedging });

    private static readonly CallLayer Metrics =
        Standard.Add("metrics", Standard.Settings with { RecordsMetrics = true });

    private static readonly CallLayer Tracing = Metrics.Add("tracing", Metrics.Settings with { Traces = true });

    /// <summary>All layers, from the bottom to the top. Hedging is added in place of the standard pipeline.</summary>
    public static IReadOnlyList<CallLayer> All { get; } =
        [Socket, Invoker, HttpClient, Handlers, Factory, Logging, Standard, Hedging, Metrics, Tracing];

    public static CallLayer Get(string name) => All.Single(layer => layer.Name == name);

    /// <summary>Creates what is needed to call with this layer and all layers below it.</summary>
    /// <param name="document">The address of the document to read.</param>
    /// <param name="configure">A function that changes the services of the front-end, for tests.</param>
    public CallSession CreateSession(Uri document, Action<WebApplicationBuilder>? configure = null) =>
        CallSession.Create(Settings, document, configure);

    private CallLayer Add(string name, CallSettings settings) => new(name, this, settings);
}

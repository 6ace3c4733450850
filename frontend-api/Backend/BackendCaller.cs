using System.Collections.Concurrent;
using Microsoft.Extensions.Http;
using Microsoft.Extensions.ObjectPool;

namespace FrontendApi.Backend;

/// <summary>
/// Provides each incoming request with what it needs to call the back-end. HttpClients of all lifetimes have the
/// settings and handlers of IHttpClientFactory.
/// </summary>
internal sealed class BackendCaller(
    IHttpClientFactory factory, IServiceProvider services, IOptionsMonitor<HttpClientFactoryOptions> registrations,
    WebClientProvider webClients, FrontendMetrics metrics, IOptions<BackendOptions> options,
    IOptions<ClientOptions> clients, TimeProvider time)
{
    private readonly SemaphoreSlim? _blocking =
        clients.Value.MaxBlocking is { } most ? new(most) : null;

    // A shared client keeps the handlers that the factory had when it was made.
    private readonly ConcurrentDictionary<(string Name, string Owner), HttpClient> _sharedClients = new();

    public WebClientProvider WebClients => webClients;
    public FrontendMetrics Metrics => metrics;
    public TimeProvider Time => time;
    public TimeSpan Timeout { get; } = options.Value.Timeout;

    /// <summary>The sources that cancel calls. Each has a timer, which the next call uses again.</summary>
    public ObjectPool<CancellationTokenSource> Deadlines { get; } =
        new DefaultObjectPoolProvider().Create(new DeadlinePolicy(time));

    /// <summary>Begins the calls for one incoming request. Dispose the result at the end of the request.</summary>
    /// <exception cref="BackendException">As many requests block a thread as may.</exception>
    public BackendCalls Begin(CallFlags flags, CancellationToken requestAborted)
    {
        if (flags.IsBlocking && _blocking?.Wait(0, CancellationToken.None) is false)
            throw new BackendException(BackendFailure.TooManyBlocking, default);
        var name = BackendClients.GetName(flags.Http, flags.Resilience);
        var client = flags.Client switch
        {
            ClientLifetime.Factory => factory.CreateClient(name),
            ClientLifetime.Shared => _sharedClients.GetOrAdd(
                (name, flags.Owner), static (key, factory) => factory.CreateClient(key.Name), factory),
            ClientLifetime.PerRequest => Create(name),
            _ => null,
        };
        return new(this, flags, client, requestAborted);
    }

    public void EndBlocking() => _blocking?.Release();

    // The factory would pool the handlers.
    private HttpClient Create(string name)
    {
        var builder = services.GetRequiredService<HttpMessageHandlerBuilder>();
        builder.Name = name;
        foreach (var configure in registrations.Get(name).HttpMessageHandlerBuilderActions)
            configure(builder);
        var client = new HttpClient(builder.Build());
        foreach (var configure in registrations.Get(name).HttpClientActions)
            configure(client);
        return client;
    }

    private sealed class DeadlinePolicy(TimeProvider time) : PooledObjectPolicy<CancellationTokenSource>
    {
        public override CancellationTokenSource Create() => new(System.Threading.Timeout.InfiniteTimeSpan, time);

        public override bool Return(CancellationTokenSource deadline) => deadline.TryReset();
    }
}

using System.Diagnostics;
using FrontendApi.Backend;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using ServiceDefaults;

namespace Benchmarks.Layers;

/// <summary>
/// The client of a benchmark, and the services and listeners that it needs. The services are those that the front-end
/// registers, so that the benchmark measures the configuration that the front-end has.
/// </summary>
internal sealed class CallSession : IAsyncDisposable
{
    // The sources of a call's spans to which the front-end listens if it exports traces.
    private static readonly string[] Sources = ["System.Net.Http", "Experimental.System.Net.Http.Connections"];

    private readonly ActivityListener? _listener;

    private CallSession(IDocumentReader reader, WebApplication frontend, ActivityListener? listener) =>
        (Reader, Frontend, _listener) = (reader, frontend, listener);

    public IDocumentReader Reader { get; }

    /// <summary>The front-end whose services are used. It is not started.</summary>
    public WebApplication Frontend { get; }

    public static CallSession Create(CallSettings settings, Uri document, Action<WebApplicationBuilder>? configure)
    {
        var frontend = BuildFrontend(settings, new Uri(document.GetLeftPart(UriPartial.Authority)), configure);
        if (settings.RecordsMetrics)
        {
            // The front-end creates its exporter, which listens to the instruments, when it maps the route of it.
            frontend.MapServiceDefaults();
        }

        var reader = CreateReader(settings, document, frontend.Services);
        return new CallSession(reader, frontend, settings.Traces ? ListenToSpans() : null);
    }

    public async ValueTask DisposeAsync()
    {
        Reader.Dispose();
        _listener?.Dispose();
        await Frontend.DisposeAsync();
    }

    private static WebApplication BuildFrontend(
        CallSettings settings, Uri backend, Action<WebApplicationBuilder>? configure)
    {
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions
        {
            ApplicationName = typeof(BackendCaller).Assembly.GetName().Name,
            EnvironmentName = "Production",
            // Not the working directory, whose subfolders would be watched for changes of the settings.
            ContentRootPath = AppContext.BaseDirectory,
        });
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Configuration.AddInMemoryCollection(
            new Dictionary<string, string?> { ["Backend:BaseAddress"] = backend.OriginalString });
        configure?.Invoke(builder);
        builder.AddServiceDefaults(port: 0);
        builder.Services.AddBackend(builder.Configuration);
        if (!settings.Logs)
            builder.Services
                .AddHttpClient(HttpClientProvider.GetName(HttpMode.Http11, settings.Resilience)).RemoveAllLoggers();
        return builder.Build();
    }

    private static IDocumentReader CreateReader(CallSettings settings, Uri document, IServiceProvider frontend)
    {
        var (address, path) = (document.AbsoluteUri, document.PathAndQuery);
        return settings.Client switch
        {
            CallClient.Socket => new SocketReader(document),
            CallClient.Invoker => new InvokerReader(new HttpMessageInvoker(CreateHandler()), address),
            CallClient.HttpClient => new InvokerReader(CreateClient(document), path),
            CallClient.Handlers => CreateFrontendReader(ClientLifetime.Shared),
            _ => CreateFrontendReader(ClientLifetime.Factory),
        };

        FrontendReader CreateFrontendReader(string lifetime) =>
            new(frontend.GetRequiredService<BackendCaller>(), lifetime, settings.Resilience, path);
    }

    /// <summary>Creates a client that is configured as the front-end's are, but has none of their handlers.</summary>
    private static HttpClient CreateClient(Uri document) => new(CreateHandler())
    {
        BaseAddress = new Uri(document, "/"),
        MaxResponseContentBufferSize = new BackendOptions().MaxResponseBytes,
        Timeout = Timeout.InfiniteTimeSpan,
    };

    private static SocketsHttpHandler CreateHandler() => new()
    {
        AllowAutoRedirect = false,
        PooledConnectionLifetime = new ClientOptions().PooledConnectionLifetime,
    };

    private static ActivityListener ListenToSpans()
    {
        var listener = new ActivityListener
        {
            ShouldListenTo = static source => Sources.Contains(source.Name),
            Sample = static (ref _) => ActivitySamplingResult.AllDataAndRecorded,
        };
        ActivitySource.AddActivityListener(listener);
        return listener;
    }
}

using System.Net.Sockets;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace TwoTier.Load.Cli.Events;

/// <summary>The body of <c>POST /control</c>: one thing that somebody who shows the run wants.</summary>
internal sealed record ControlRequest(
    string? Note, bool? Stop, string? Variant, int? Connections, bool? Proof, bool? Again);

/// <summary>
/// The HTTP server of the load tool, which runs while load is sent: the events of the run as server-sent events, the
/// tool's metrics, and the control of the run, which needs a token. On other addresses than loopback there is no
/// control: the token is sent in clear text, so anybody on the network path could use it.
/// </summary>
internal sealed class EventServer : IAsyncDisposable
{
    /// <summary>The variable that sets the token, for a program that starts the load tool and its reader.</summary>
    public const string TokenVariable = "LOAD_TOKEN";

    private const int MaxBodyBytes = 10_000;
    private const string MissingTokenMessage = "The token is missing. It is part of the address that the load tool printed.";
    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);
    private static readonly string[] LoopbackHosts = ["localhost", "127.0.0.1", "[::1]"];
    private readonly WebApplication _app;
    private readonly string? _token;

    private EventServer(
        string url, EventFeed feed, ToolMetrics metrics, Func<ControlRequest, (int, string)?> change, TimeProvider time)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls(url).ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = MaxBodyBytes;
        });
        builder.Logging.ClearProviders();
        // On a loopback address, only requests for loopback host names are accepted. Otherwise a malicious web page
        // could have its own host name resolve to this machine (DNS rebinding), and so pass as a page of this server.
        var isLoopback = ListeningAddress.IsLoopback(url);
        builder.Services.AddRoutingCore()
            .AddHostFiltering(filter => filter.AllowedHosts = isLoopback ? LoopbackHosts : ["*"]);
        _app = builder.Build();
        _app.UseHostFiltering();
        _app.MapGet("/events", (CancellationToken aborted) =>
            TypedResults.ServerSentEvents(feed.ReadAsync(KeepAliveInterval, time, aborted)));
        _app.MapGet("/metrics", () => TypedResults.Text(metrics.Format(), ToolMetrics.ContentType));
        if (!isLoopback)
            return;
        _token = Environment.GetEnvironmentVariable(TokenVariable) is { Length: > 0 } given
            ? given
            : RandomNumberGenerator.GetHexString(32, lowercase: true);
        _app.MapPost("/control", (ControlRequest wanted) =>
            change(wanted) is var (status, detail) ? (IResult)Reject(status, detail) : TypedResults.NoContent())
            .AddEndpointFilter((context, next) =>
                IsFromNoOtherSite(context.HttpContext.Request) && HasToken(context.HttpContext.Request)
                    ? next(context)
                    : ValueTask.FromResult<object?>(Reject(StatusCodes.Status403Forbidden, MissingTokenMessage)));
    }

    public bool CanControl => _token is not null;

    /// <summary>The address, with the port that was chosen if port 0 was requested, and with the token.</summary>
    public string Url => _app.Urls.Single() + (_token is null ? "" : $"/#token={_token}");

    public static async Task<EventServer> StartAsync(
        string url, EventFeed feed, ToolMetrics metrics, Func<ControlRequest, (int, string)?> change, TimeProvider time)
    {
        var server = new EventServer(url, feed, metrics, change, time);
        try
        {
            await server._app.StartAsync();
            return server;
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            await server._app.DisposeAsync();
            throw new UserErrorException(
                $"--events: error: cannot listen on {url}: {e.Message}. Try --events {ListeningAddress.AnyPort}");
        }
    }

    /// <summary>Stops the server after the responses that are being sent have ended, or after 2 seconds.</summary>
    public async ValueTask DisposeAsync()
    {
        using var timeout = new CancellationTokenSource(ShutdownTimeout);
        await _app.StopAsync(timeout.Token);
        await _app.DisposeAsync();
    }

    private static ProblemHttpResult Reject(int status, string detail) =>
        TypedResults.Problem(statusCode: status, detail: detail);

    // A browser names the site of the page that sends a request. Other programs name none.
    private static bool IsFromNoOtherSite(HttpRequest request) =>
        request.Headers.Origin.Count == 0 || request.Headers.Origin == $"{request.Scheme}://{request.Host}";

    private bool HasToken(HttpRequest request) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(request.Headers.Authorization.ToString()), Encoding.UTF8.GetBytes($"Bearer {_token}"));
}

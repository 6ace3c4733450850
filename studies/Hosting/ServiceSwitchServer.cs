using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Studies.Hosting;

/// <summary>Kills a service and starts it again when show asks for it (its option --kill).</summary>
internal sealed class ServiceSwitchServer : IAsyncDisposable
{
    private static readonly string[] LoopbackHosts = ["localhost", "127.0.0.1"];
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);
    private readonly string _token = RandomNumberGenerator.GetHexString(32, lowercase: true);
    private readonly ServiceSwitch _service;
    private readonly WebApplication _app;

    private ServiceSwitchServer(ServiceSwitch service)
    {
        _service = service;
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        // A page of another site could have its own host name resolve to this computer (DNS rebinding).
        builder.Services.AddRoutingCore().AddHostFiltering(filter => filter.AllowedHosts = LoopbackHosts);
        _app = builder.Build();
        _app.UseHostFiltering();
        _app.MapPost($"/{_token}", (HttpRequest request, SwitchRequest wanted) => SetAsync(request, wanted.Running));
    }

    /// <summary>
    /// The address that takes {"running": false} to kill the service, and true to start it. It contains a token.
    /// </summary>
    public Uri Address => new(new Uri(_app.Urls.Single()), _token);

    public static async Task<ServiceSwitchServer> StartAsync(ServiceSwitch service)
    {
        var server = new ServiceSwitchServer(service);
        await server._app.StartAsync();
        return server;
    }

    public async ValueTask DisposeAsync()
    {
        using var timeout = new CancellationTokenSource(ShutdownTimeout);
        await _app.StopAsync(timeout.Token);
        await _app.DisposeAsync();
    }

    // A browser names the site of the page that sends a request. The program show is no browser.
    private async Task<IResult> SetAsync(HttpRequest request, bool isRunning)
    {
        if (request.Headers.Origin.Count > 0)
            return TypedResults.StatusCode(StatusCodes.Status403Forbidden);
        try
        {
            await _service.SetAsync(isRunning);
            return TypedResults.NoContent();
        }
        catch (Exception failure) when (failure is SocketException || StudyException.IsExpected(failure))
        {
            return TypedResults.Problem(failure.Message, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }

    /// <summary>The state in which the service is wanted.</summary>
    internal sealed record SwitchRequest(bool Running);
}

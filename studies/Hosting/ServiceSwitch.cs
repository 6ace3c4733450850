using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Studies.Hosting;

/// <summary>
/// Kills a service, and starts it again at the same address. Only the process that the environment itself has started
/// is killed.
/// </summary>
internal sealed class ServiceSwitch(TestbedEnvironment environment, Uri service, Func<Task> start) : IAsyncDisposable
{
    private readonly SemaphoreSlim _gate = new(1);
    private bool _isRunning = true;

    /// <summary>Kills the service, or starts it and waits until it is ready. Does nothing if it is as wanted.</summary>
    /// <exception cref="StudyException">The service did not start.</exception>
    public async Task SetAsync(bool isRunning)
    {
        await _gate.WaitAsync(environment.StopToken);
        try
        {
            if (isRunning != _isRunning)
                await (isRunning ? start() : KillAsync());
            _isRunning = isRunning;
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>Waits until a service that is being started runs, so that the environment can stop it.</summary>
    public async ValueTask DisposeAsync()
    {
        await _gate.WaitAsync(CancellationToken.None);
        _gate.Dispose();
    }

    private async Task KillAsync()
    {
        environment.GetProcess(service).Kill();
        await environment.StopAsync(service);
    }
}

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

    internal sealed record SwitchRequest(bool Running);
}

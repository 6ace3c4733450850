using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Studies.Hosting;

/// <summary>
/// Kills a service, and starts it again at the same address, when show asks for it (its option --kill). Only
/// the process that the environment itself has started is killed.
/// </summary>
internal sealed class ServiceSwitch : IAsyncDisposable
{
    private static readonly string[] LoopbackHosts = ["localhost", "127.0.0.1"];
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);
    private readonly string _token = RandomNumberGenerator.GetHexString(32, lowercase: true);
    private readonly SemaphoreSlim _gate = new(1);
    private readonly TestbedEnvironment _environment;
    private readonly Uri _service;
    private readonly Func<Task> _start;
    private readonly WebApplication _app;
    private bool _isRunning = true;

    private ServiceSwitch(TestbedEnvironment environment, Uri service, Func<Task> start)
    {
        (_environment, _service, _start) = (environment, service, start);
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

    public static async Task<ServiceSwitch> CreateAsync(TestbedEnvironment environment, Uri service, Func<Task> start)
    {
        var created = new ServiceSwitch(environment, service, start);
        await created._app.StartAsync(environment.StopToken);
        return created;
    }

    /// <summary>Waits until a service that is being started runs, so that the environment can stop it.</summary>
    public async ValueTask DisposeAsync()
    {
        using var timeout = new CancellationTokenSource(ShutdownTimeout);
        await _app.StopAsync(timeout.Token);
        await _gate.WaitAsync(CancellationToken.None);
        await _app.DisposeAsync();
        _gate.Dispose();
    }

    // A browser names the site of the page that sends a request. The program show is no browser.
    private async Task<IResult> SetAsync(HttpRequest request, bool isRunning)
    {
        if (request.Headers.Origin.Count > 0)
            return TypedResults.StatusCode(StatusCodes.Status403Forbidden);
        await _gate.WaitAsync(_environment.StopToken);
        try
        {
            if (isRunning != _isRunning)
                await (isRunning ? _start() : KillAsync());
            _isRunning = isRunning;
            return TypedResults.NoContent();
        }
        catch (Exception failure) when (failure is SocketException || StudyException.IsExpected(failure))
        {
            return TypedResults.Problem(failure.Message, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
        finally
        {
            _gate.Release();
        }
    }

    private async Task KillAsync()
    {
        _environment.GetProcess(_service).Kill();
        await _environment.StopAsync(_service);
    }

    /// <summary>The state in which the service is wanted.</summary>
    internal sealed record SwitchRequest(bool Running);
}

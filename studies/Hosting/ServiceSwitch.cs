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

    /// <summary>
    /// Serves an address that takes {"running": false} to kill the service, and true to start it. It contains a token,
    /// which only show gets (its option --kill).
    /// </summary>
    public async Task<(WebApplication Server, Uri Address)> ServeAsync()
    {
        var token = RandomNumberGenerator.GetHexString(32, lowercase: true);
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRoutingCore();
        var app = builder.Build();
        app.MapPost($"/{token}", (SwitchRequest wanted) => TrySetAsync(wanted.Running));
        await app.StartAsync(environment.StopToken);
        return (app, new(new Uri(app.Urls.Single()), token));
    }

    private async Task KillAsync()
    {
        environment.GetProcess(service).Kill();
        await environment.StopAsync(service);
    }

    private async Task<IResult> TrySetAsync(bool isRunning)
    {
        try
        {
            await SetAsync(isRunning);
            return TypedResults.NoContent();
        }
        catch (Exception failure) when (failure is SocketException || StudyException.IsExpected(failure))
        {
            return TypedResults.Problem(failure.Message, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }

    internal sealed record SwitchRequest(bool Running);
}

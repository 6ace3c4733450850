using System.Net.Sockets;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;

namespace Experiments.Hosting;

/// <summary>
/// Kills a service, and starts it again at the same address, when show asks for it (its option --kill). Only the
/// process that the environment itself has started is killed.
/// </summary>
internal sealed class ServiceSwitch : IAsyncDisposable
{
    private readonly string _path = $"/{RandomNumberGenerator.GetHexString(32, lowercase: true)}";
    private readonly TestbedEnvironment _environment;
    private readonly Uri _service;
    private readonly Func<Task> _start;
    private readonly WebApplication _app;
    private bool _isRunning = true;

    public ServiceSwitch(TestbedEnvironment environment, Uri service, Func<Task> start)
    {
        (_environment, _service, _start) = (environment, service, start);
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        _app.Run(AnswerAsync);
        _app.Start();
    }

    /// <summary>Takes {"running": false} to kill the service, and true to start it. Only show gets its token.</summary>
    public Uri Address => new(new Uri(_app.Urls.Single()), _path);

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private async Task AnswerAsync(HttpContext context) =>
        context.Response.StatusCode = context.Request.Path == _path
            ? await SetAsync(
                (await context.Request.ReadFromJsonAsync<JsonElement>()).GetProperty("running").GetBoolean())
            : StatusCodes.Status404NotFound;

    // The program show waits for an answer before it asks again.
    private async Task<int> SetAsync(bool isRunning)
    {
        try
        {
            if (isRunning && !_isRunning)
                await _start();
            if (!isRunning && _isRunning)
            {
                _environment.GetProcess(_service).Kill();
                await _environment.StopAsync(_service);
            }

            _isRunning = isRunning;
            return StatusCodes.Status204NoContent;
        }
        catch (Exception failure) when (failure is SocketException || StudyException.IsExpected(failure))
        {
            Console.Error.WriteLine($"studies: {failure.Message}");
            return StatusCodes.Status503ServiceUnavailable;
        }
    }
}

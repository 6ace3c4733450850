using System.Net;
using System.Security.Cryptography;

namespace Experiments.Hosting;

/// <summary>
/// Kills a service, and starts it again at the same address, when show asks for it (its option --kill). Only the
/// process that the environment itself has started is killed.
/// </summary>
internal sealed class ServiceSwitch : IDisposable
{
    private readonly HttpListener _listener = new();

    public ServiceSwitch(TestbedEnvironment environment, Uri service, Func<Task> start)
    {
        _listener.Prefixes.Add($"{Address}");
        _listener.Start();
        _ = AnswerAsync(environment, service, start);
    }

    /// <summary>Takes {"running": false} to kill the service, and true to start it. Only show gets its token.</summary>
    public Uri Address { get; } =
        new(FreePort.FindAddress(), $"/{RandomNumberGenerator.GetHexString(32, lowercase: true)}/");

    public void Dispose() => _listener.Close();

    // Show asks for one thing and then for the other, and waits for each answer. After the listener is closed, the
    // exception of the last call is observed by nobody.
    private async Task AnswerAsync(TestbedEnvironment environment, Uri service, Func<Task> start)
    {
        while (true)
        {
            var context = await _listener.GetContextAsync();
            try
            {
                var wanted = await JsonSerializer.DeserializeAsync<JsonElement>(context.Request.InputStream);
                if (wanted.GetProperty("running").GetBoolean())
                    await start();
                else
                {
                    environment.GetProcess(service).Kill();
                    await environment.StopAsync(service);
                }
            }
            catch (Exception failure) when (failure is InvalidOperationException || StudyException.IsExpected(failure))
            {
                Console.Error.WriteLine($"studies: {failure.Message}");
                context.Response.StatusCode = (int)HttpStatusCode.ServiceUnavailable;
            }

            context.Response.Close();
        }
    }
}

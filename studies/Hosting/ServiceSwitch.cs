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

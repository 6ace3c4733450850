namespace Studies.Studies;

/// <summary>A service that a drill stops, pauses, kills and starts again at the same address.</summary>
internal sealed class DrillTier(string assembly, string variable, string value, CancellationToken stop)
{
    private ServiceProcess? _service;
    private bool _isPaused;

    public Uri Address { get; } = FreePort.FindAddress();

    /// <summary>Whether the service does not run as it does without an incident.</summary>
    public bool IsChanged { get; private set; } = true;

    /// <summary>
    /// Starts the service, again if it runs, with environment variables. In their values, {prometheus} stands for the
    /// address of Prometheus, which answers every request of a front-end with 404.
    /// </summary>
    public async Task StartAsync(IReadOnlyDictionary<string, JsonElement> settings, Uri? prometheus)
    {
        await StopAsync();
        var variables = settings.ToDictionary(setting => setting.Key, setting =>
            $"{setting.Value}".Replace("{prometheus}", $"{prometheus}", StringComparison.Ordinal));
        variables.TryAdd(variable, value);
        _service = await ServiceProcess.StartAsync(assembly, [$"--urls={Address}"], stop, variables);
        IsChanged = settings.Count > 0;
    }

    public async Task StopAsync(bool isKilled = false)
    {
        // A process that is paused cannot end by itself.
        if (isKilled || _isPaused)
            _service?.Process.Kill();
        await (_service?.DisposeAsync() ?? default);
        (_service, _isPaused, IsChanged) = (null, false, true);
    }

    public Task PauseAsync()
    {
        _isPaused = IsChanged = true;
        return _service is not null && ProcessRunner.TryPause(_service.Process) ? Task.CompletedTask
            : throw new StudyException($"{assembly} cannot be paused.");
    }
}

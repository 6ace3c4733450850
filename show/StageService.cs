using System.Net.Http.Json;

namespace TwoTier.Show;

/// <summary>
/// A service that the page kills and starts again. Another program has started it, and does so when it is asked. What
/// is asked while the service changes is left out, so that a key may be pressed as often as one likes.
/// </summary>
internal sealed class StageService(ServiceAddress service) : IDisposable
{
    /// <summary>The state of a service that answers, as far as the page has a say in it.</summary>
    public const string Running = "running";

    /// <summary>The state of a service that was killed.</summary>
    public const string Killed = "killed";

    /// <summary>The state of a service that was asked to start, and does not answer yet.</summary>
    public const string Starting = "starting";

    private readonly Lock _gate = new();
    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false });
    private string _state = Running;
    private bool _isChanging;

    /// <summary>Raised after each change of the state, with the new one.</summary>
    public event Action<string>? Changed;

    public string Name => service.Name;

    public string State
    {
        get
        {
            lock (_gate)
                return _state;
        }
    }

    /// <summary>Kills the service or starts it again, and waits until that has happened.</summary>
    public async Task<bool> TryChangeAsync(bool isRunning)
    {
        var (before, after) = isRunning ? (Killed, Running) : (Running, Killed);
        lock (_gate)
        {
            if (_isChanging || _state != before)
                return true;
            _isChanging = true;
        }

        if (isRunning)
            Enter(Starting);
        var isDone = await TryAskAsync(isRunning);
        lock (_gate)
            _isChanging = false;
        Enter(isDone ? after : before);
        return isDone;
    }

    public void Dispose() => _http.Dispose();

    private async Task<bool> TryAskAsync(bool isRunning)
    {
        try
        {
            using var content = JsonContent.Create(new ServiceRequest(isRunning));
            using var response = await _http.PostAsync(service.Url, content);
            return response.IsSuccessStatusCode;
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }

    private void Enter(string state)
    {
        lock (_gate)
        {
            if (_state == state)
                return;
            _state = state;
        }

        Changed?.Invoke(state);
    }
}

/// <summary>A request to kill a service, or to start it again.</summary>
internal sealed record ServiceRequest(bool Running);

/// <summary>A service that another program kills and starts when it is asked to.</summary>
internal sealed record ServiceAddress(string Name, Uri Url);

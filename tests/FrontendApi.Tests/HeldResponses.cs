namespace FrontendApi.Tests;

/// <summary>
/// Holds references to all responses that the clients of this process receive, WebClient included. Otherwise, the
/// garbage collector would close a response that the front-end forgets, and no test could see that for sure.
/// </summary>
internal sealed class HeldResponses
    : IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>, IDisposable
{
    private readonly ConcurrentBag<object?> _responses = [];
    private readonly ConcurrentBag<IDisposable> _subscriptions = [];

    public HeldResponses() => _subscriptions.Add(DiagnosticListener.AllListeners.Subscribe(this));

    public void OnNext(DiagnosticListener value)
    {
        if (value.Name is "HttpHandlerDiagnosticListener")
            _subscriptions.Add(value.Subscribe(this));
    }

    public void OnNext(KeyValuePair<string, object?> value) => _responses.Add(value.Value);

    public void OnCompleted()
    {
    }

    public void OnError(Exception error)
    {
    }

    public void Dispose()
    {
        foreach (var subscription in _subscriptions)
            subscription.Dispose();
    }
}

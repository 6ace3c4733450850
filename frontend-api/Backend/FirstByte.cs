namespace FrontendApi.Backend;

/// <summary>
/// Tells a call that its answer's headers are there, which no client API tells its caller. The runtime's own metric of that,
/// http.client.request.duration, knows no strategy.
/// </summary>
internal static class FirstByte
{
    // Flows with the call, and ends with it: a strategy makes its own request messages, and a client may be anybody's.
    private static readonly AsyncLocal<Action?> Watcher = new();

    /// <summary>For the calls that are made from here on in this method.</summary>
    public static void Watch(Action came) => Watcher.Value = came;

    public static void Came() => Watcher.Value?.Invoke();

    /// <summary>For a client's innermost handler.</summary>
    internal sealed class Handler : DelegatingHandler
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var response = await base.SendAsync(request, cancellationToken);
            Came();
            return response;
        }
    }
}

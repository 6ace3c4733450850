namespace FrontendApi.Telemetry;

/// <summary>
/// Measures the time until the headers of a response arrive, which the client APIs do not report. The built-in metric
/// http.client.request.duration measures the same time, but has no label for the strategy.
/// </summary>
internal sealed class TimeToFirstByteHandler : DelegatingHandler
{
    // The action is stored in an AsyncLocal and not as an option of the request message, because strategies create the
    // request messages.
    private static readonly AsyncLocal<Action?> FirstByteCallback = new();

    /// <summary>
    /// Sets the action that runs when the headers of a response arrive. The action applies to all later calls of the
    /// current asynchronous method.
    /// </summary>
    public static void SetCallback(Action firstByteReceived) => FirstByteCallback.Value = firstByteReceived;

    /// <summary>
    /// Runs the action that the current asynchronous method has set for the arrival of response headers.
    /// </summary>
    public static void ReportFirstByte() => FirstByteCallback.Value?.Invoke();

    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var response = await base.SendAsync(request, cancellationToken);
        ReportFirstByte();
        return response;
    }
}

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Sends one request of each kind to each variant before anything is measured, so that a wrong URL is noticed at once.
/// </summary>
internal sealed class TargetProbe(HttpSender sender, TextWriter error, TimeSpan timeout)
{
    private const int MaxBodyLength = 2000;

    /// <summary>Formats the advice for the user if the target does not respond.</summary>
    public static string FormatAdvice(TransportError error, string uri) =>
        $"{error.GetAdvice()} Try curl -i '{uri}'";

    /// <summary>Tells the user why no request was answered, and what to do about each cause.</summary>
    public static void ReportFailures(TextWriter error, RequestMix requests, Measurement measurement)
    {
        var counts = measurement.Counters.FormatFailures();
        error.WriteLine($"No response from {requests.BaseUrl}: {counts}.");
        var uri = requests.Redactor.RedactUrl($"{requests.GetRequest(0).Uri}");
        foreach (var (kind, messages) in measurement.Failures.GetAll())
        {
            error.WriteLine($"{kind.GetName()}: {messages[0].Text}");
            error.WriteLine($"  {FormatAdvice(kind, uri)}");
        }
    }

    /// <returns>True if each response has an expected status code.</returns>
    public async Task<bool> ProbeAllAsync(IReadOnlyList<Variant> variants, CancellationToken stop)
    {
        var allAnswer = true;
        foreach (var variant in variants)
        {
            foreach (var index in variant.Requests.GetFirstIndices())
                allAnswer &= await ProbeAsync(variant, variant.Requests.GetRequest(index), stop);
        }

        if (!allAnswer)
            await error.WriteLineAsync("Nothing was measured.");
        return allAnswer;
    }

    private async Task<bool> ProbeAsync(Variant variant, PlannedRequest planned, CancellationToken stop)
    {
        using var request = planned.CreateMessage();
        var redactor = variant.Requests.Redactor;
        var uri = redactor.RedactUrl($"{request.RequestUri}");
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(timeout);
        using var result = await sender.ProbeAsync(request, limit.Token);
        if (result.Failure is { } failure)
            await ReportAsync(failure, $"{variant.Name}: {request.Method} {uri}", uri, stop);
        if (result.Response is not { } response)
            return false;
        var status = (int)response.StatusCode;
        if (planned.Kind.Expectations.IsExpectedStatus(status))
            return true;
        var body = await response.Content.ReadAsStringAsync(limit.Token);
        await error.WriteLineAsync($"{variant.Name}: {request.Method} {uri} answered {status}");
        await error.WriteLineAsync(redactor.RedactBody(body[..Math.Min(body.Length, MaxBodyLength)]));
        return false;
    }

    private async Task ReportAsync(RequestFailure failure, string request, string uri, CancellationToken stop)
    {
        if (stop.IsCancellationRequested)
            return;
        await error.WriteLineAsync($"{request} got no response: {failure.Kind.GetName()}: {failure.Message}");
        await error.WriteLineAsync($"  {FormatAdvice(failure.Kind, uri)}");
    }
}

using Load.Experiment;
using Load.Http;

namespace Load.Cli;

/// <summary>
/// Sends one request of each kind to each variant before anything is measured, so that a wrong URL is noticed at once.
/// </summary>
/// <param name="sender">The HTTP client that sends the requests.</param>
/// <param name="error">Receives a message about each request that failed.</param>
/// <param name="timeout">The time limit for one request.</param>
internal sealed class Probe(HttpSender sender, TextWriter error, TimeSpan timeout)
{
    private const int MaxBodyLength = 2000;

    /// <summary>Formats the advice for the user if the target does not respond.</summary>
    public static string FormatAdvice(Uri uri) => $"Is the service running, and on this port? Try curl -i '{uri}'";

    /// <returns>True if each response has an expected status code.</returns>
    public async Task<bool> AllAnswerAsync(IReadOnlyList<Variant> variants, CancellationToken stop)
    {
        var allAnswer = true;
        foreach (var variant in variants)
        {
            foreach (var index in variant.Requests.GetFirstIndices())
                allAnswer &= await AnswersAsync(variant, variant.Requests.GetRequest(index), stop);
        }

        if (!allAnswer)
            await error.WriteLineAsync("Nothing was measured.");
        return allAnswer;
    }

    private async Task<bool> AnswersAsync(Variant variant, PlannedRequest planned, CancellationToken stop)
    {
        using var request = planned.CreateMessage();
        var uri = request.RequestUri!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(timeout);
        try
        {
            using var response = await sender.ProbeAsync(request, limit.Token);
            var status = (int)response.StatusCode;
            if (planned.Kind.Expectations.IsExpectedStatus(status))
                return true;
            var body = await response.Content.ReadAsStringAsync(limit.Token);
            await error.WriteLineAsync($"{variant.Name}: {request.Method} {uri} answered {status}");
            await error.WriteLineAsync(body[..Math.Min(body.Length, MaxBodyLength)]);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            if (stop.IsCancellationRequested)
                return false;
            var kind = TransportErrors.Classify(e).GetName();
            await error.WriteLineAsync($"{variant.Name}: {request.Method} {uri} got no response: {kind}");
            await error.WriteLineAsync($"  {FormatAdvice(uri)}");
        }

        return false;
    }
}

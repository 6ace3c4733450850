using Load.Experiment;
using Load.Http;

namespace Load.Cli;

/// <summary>One request of each kind to each variant before anything is measured: a minute of 404 is no comparison.</summary>
internal sealed class Probe(HttpSender sender, TextWriter error, TimeSpan timeout)
{
    private const int LongestBody = 2000;

    public async Task<bool> AllAnswerAsync(IReadOnlyList<Variant> variants, CancellationToken stop)
    {
        var all = true;
        foreach (var variant in variants)
        {
            foreach (var index in variant.Requests.GetFirstIndices())
                all &= await AnswersAsync(variant, variant.Requests.GetRequest(index), stop);
        }

        if (!all)
            await error.WriteLineAsync("Nothing was measured.");
        return all;
    }

    private async Task<bool> AnswersAsync(Variant variant, PlannedRequest planned, CancellationToken stop)
    {
        using var request = planned.CreateMessage();
        var uri = request.RequestUri;
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
            await error.WriteLineAsync(body[..Math.Min(body.Length, LongestBody)]);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            if (stop.IsCancellationRequested)
                return false;
            var kind = TransportErrors.Classify(e).GetName();
            await error.WriteLineAsync($"{variant.Name}: {request.Method} {uri} got no response: {kind}");
            await error.WriteLineAsync($"  Is it running, and on this port? Try curl -i '{uri}'");
        }

        return false;
    }
}

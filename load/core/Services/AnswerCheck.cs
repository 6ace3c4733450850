namespace TwoTier.Load.Services;

/// <summary>
/// Checks before the first measurement that both services answer every kind of request with an expected status, and
/// with the same body.
/// </summary>
internal sealed class AnswerCheck(HttpSender sender, bool mayDiffer, TimeSpan readyLimit)
{
    private const int ServiceUnavailable = 503;
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(100);

    public async Task CheckAsync(StartedServices services, RequestMix[] requests, CancellationToken stop)
    {
        foreach (var (first, second) in requests[0].GetFirstRequests().Zip(requests[1].GetFirstRequests()))
        {
            var a = await GetBodyAsync(services, 0, first, stop);
            var b = await GetBodyAsync(services, 1, second, stop);
            if (mayDiffer || a.AsSpan().SequenceEqual(b))
                continue;
            // What differs from itself, such as the time, is no difference.
            var again = first.Template.Method == HttpMethod.Get ? await GetBodyAsync(services, 0, first, stop) : a;
            if (!a.AsSpan().SequenceEqual(again))
                continue;
            throw new ServiceException(
                $"A and B answer {UrlText.HideValues(first.Uri.PathAndQuery)} differently: "
                + $"{a.Length} and {b.Length} bytes, the first difference at byte {a.AsSpan().CommonPrefixLength(b)}. "
                + "If that is intended, add --different");
        }
    }

    // A service may listen before it can answer, so that each request is repeated for as long as it may take to start.
    private async Task<byte[]> GetBodyAsync(
        StartedServices services, int side, PlannedRequest planned, CancellationToken stop)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(readyLimit);
        while (true)
        {
            var answer = await sender.ProbeAsync(planned, readyLimit, limit.Token);
            if (answer.Failure is null && planned.Kind.Expectations.IsExpectedStatus(answer.Status))
                return answer.Body;
            stop.ThrowIfCancellationRequested();
            var canCome = answer.Failure is null ? answer.Status == ServiceUnavailable : !services.HasEnded(side);
            if (!canCome || limit.IsCancellationRequested)
            {
                var problem = $"answered {planned.Template.Method} "
                    + $"{UrlText.HideValues(planned.Uri.PathAndQuery)} with "
                    + (answer.Failure?.Message ?? $"{answer.Status}");
                throw answer.Failure is null && answer.Status < 500
                    ? new ServiceException(
                        $"{services.GetName(side)} {problem}. Nothing was measured. {GetAdvice(answer)}")
                    : await services.FailAsync(side, problem, "before anything was measured");
            }

            await Task.Delay(RetryInterval, stop);
        }
    }

    private static string GetAdvice(ProbeResult answer) => answer.Status switch
    {
        401 or 403 => "It answers only known callers: add -H 'Authorization: …'",
        >= 300 and < 400 =>
            "It redirects: start the service without redirection to HTTPS, or use the path behind it",
        _ => "Check the path (--path).",
    };
}

namespace TwoTier.Load.Cli.Ab;

/// <summary>
/// Checks before the first measurement that both services answer every kind of request with an expected status, and
/// with the same body.
/// </summary>
internal sealed class AnswerCheck(HttpSender sender, Scenario scenario)
{
    private const int ServiceUnavailable = 503;
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(100);

    public async Task CheckAsync(Side[] sides, RequestMix[] requests, CancellationToken stop)
    {
        foreach (var index in requests[0].GetFirstIndices())
        {
            var bodies = new List<byte[]>();
            foreach (var (side, mix) in sides.Zip(requests))
                bodies.Add(await GetBodyAsync(side, mix.GetRequest(index), stop));
            if (!scenario.Ab.Different && !bodies[0].AsSpan().SequenceEqual(bodies[1]))
            {
                throw new ServiceException(
                    $"A and B answer {requests[0].GetRequest(index).Uri.PathAndQuery} differently: "
                    + $"{bodies[0].Length} and {bodies[1].Length} bytes{FindDifference(bodies[0], bodies[1])}. "
                    + "If they should, add --different");
            }
        }
    }

    // A service may listen before it can answer, so that each request is repeated for as long as it may take to start.
    private async Task<byte[]> GetBodyAsync(Side side, PlannedRequest planned, CancellationToken stop)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(scenario.Ab.Ready);
        while (true)
        {
            var answer = await sender.ProbeAsync(planned, limit.Token);
            if (answer.Failure is null && planned.Kind.Expectations.IsExpectedStatus(answer.Status))
                return answer.Body;
            stop.ThrowIfCancellationRequested();
            var canCome = answer.Failure is not null || answer.Status == ServiceUnavailable;
            if (!canCome || limit.IsCancellationRequested)
            {
                throw new ServiceException(
                    $"{side.Name} answered {planned.Template.Method} {planned.Uri.PathAndQuery} with "
                    + (answer.Failure?.Message ?? $"{answer.Status}") + ". Nothing was measured. Is --path right?");
            }

            await Task.Delay(RetryInterval, stop);
        }
    }

    private static string FindDifference(byte[] a, byte[] b)
    {
        var at = a.AsSpan().CommonPrefixLength(b);
        return $", the first difference at byte {at}: \"{Excerpt(a, at)}\" and \"{Excerpt(b, at)}\"";
    }

    private static string Excerpt(byte[] body, int at)
    {
        var from = Math.Max(0, at - 10);
        return PlainText.ReplaceControlsAndLineFeeds(
            Encoding.UTF8.GetString(body.AsSpan(from, Math.Min(30, body.Length - from))));
    }
}

namespace TwoTier.Load.Measuring;

/// <summary>
/// Sends one request of each kind to each variant before anything is measured, so that a wrong URL is noticed at once.
/// </summary>
internal sealed class TargetProbe(HttpSender sender, TimeSpan timeout)
{
    private const int MaxBodyLength = 2000;
    private readonly StringBuilder _problems = new();

    /// <summary>Describes why no request was answered, and what to do about each cause.</summary>
    public static TargetUnreachableException CreateException(RequestMix requests, Measurement measurement)
    {
        var counts = measurement.Counters.FormatFailures();
        var uri = UrlText.HideValues($"{requests.GetRequest(0).Uri}");
        return new TargetUnreachableException(string.Join(
            Environment.NewLine,
            [
                $"No response from {requests.BaseUrl}: {counts}.",
                .. measurement.Failures.GetAll().SelectMany(failure => new[]
                {
                    $"{failure.Kind.GetName()}: {failure.Messages[0].Text}",
                    FormatAdvice(failure.Kind, uri),
                }),
            ]));
    }

    public async Task ProbeAllAsync(IReadOnlyList<Variant> variants, CancellationToken stop)
    {
        var allAnswer = true;
        foreach (var variant in variants)
        {
            foreach (var request in variant.Requests.GetFirstRequests())
                allAnswer &= await ProbeAsync(variant, request, stop);
        }

        if (allAnswer)
            return;
        var message = _problems.Append("Nothing was measured.").ToString();
        if (stop.IsCancellationRequested)
            throw new OperationCanceledException(message, stop);
        throw new TargetUnreachableException(message);
    }

    private async Task<bool> ProbeAsync(Variant variant, PlannedRequest planned, CancellationToken stop)
    {
        var uri = UrlText.HideValues($"{planned.Uri}");
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(timeout);
        var result = await sender.ProbeAsync(planned, limit.Token);
        var name = $"{variant.Name}: {planned.Template.Method} {uri}";
        if (result.Failure is { } failure)
        {
            if (stop.IsCancellationRequested)
                return false;
            _problems.AppendLine($"{name} got no response: {failure.Kind.GetName()}: {failure.Message}");
            _problems.AppendLine(FormatAdvice(failure.Kind, uri));
            return false;
        }

        if (planned.Kind.Expectations.IsExpectedStatus(result.Status))
            return true;
        var body = Encoding.UTF8.GetString(result.Body);
        _problems.AppendLine($"{name} answered {result.Status}");
        _problems.AppendLine(body[..Math.Min(body.Length, MaxBodyLength)]);
        return false;
    }

    private static string FormatAdvice(TransportError error, string uri) =>
        $"  {error.GetAdvice()} Try curl -i '{uri}'";
}

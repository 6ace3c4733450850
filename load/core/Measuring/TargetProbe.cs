namespace TwoTier.Load.Measuring;

/// <summary>
/// Sends one request of each kind to each variant before anything is measured, so that a wrong URL is noticed at once.
/// </summary>
internal sealed class TargetProbe(HttpSender sender, TimeSpan timeout)
{
    private const int MaxBodyLength = 2000;

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
        var problems = new List<string>();
        foreach (var variant in variants)
        {
            foreach (var request in variant.Requests.GetFirstRequests())
                problems.AddRange(await ProbeAsync(variant, request, stop));
        }

        if (problems is [])
            return;
        const string end = "Nothing was measured.";
        throw stop.IsCancellationRequested ? new OperationCanceledException(end, stop)
            : new TargetUnreachableException(string.Join('\n', [.. problems, end]));
    }

    private async Task<string[]> ProbeAsync(Variant variant, PlannedRequest planned, CancellationToken stop)
    {
        var uri = UrlText.HideValues($"{planned.Uri}");
        var result = await sender.ProbeAsync(planned, timeout, stop);
        var name = $"{variant.Name}: {planned.Template.Method} {uri}";
        if (result.Failure is { } failure)
        {
            return
            [
                $"{name} got no response: {failure.Kind.GetName()}: {failure.Message}", FormatAdvice(failure.Kind, uri),
            ];
        }

        var body = Encoding.UTF8.GetString(result.Body);
        return planned.Kind.Expectations.IsExpectedStatus(result.Status) ? []
            : [$"{name} answered {result.Status}", body[..Math.Min(body.Length, MaxBodyLength)]];
    }

    private static string FormatAdvice(TransportError error, string uri) =>
        $"  {error.GetAdvice()} Try curl -i '{uri}'";
}

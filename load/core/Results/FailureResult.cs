namespace TwoTier.Load.Results;

/// <summary>A kind of transport error, with its most frequent causes; all others are counted together.</summary>
internal sealed record FailureResult(
    string Kind, long Count, string Advice, IReadOnlyList<FailureResult.Cause> Messages)
{
    internal static IReadOnlyList<FailureResult> Create(Measurement measurement)
    {
        var messages = measurement.Failures.GetAll().ToDictionary(kind => kind.Kind, kind => kind.Messages);
        return
        [
            .. measurement.Counters.GetTransportErrors().OrderByDescending(error => error.Count).Select(error =>
                new FailureResult(
                    error.Kind.GetName(),
                    error.Count,
                    error.Kind.GetAdvice(),
                    [.. (messages.GetValueOrDefault(error.Kind) ?? [])
                        .Select(message => new Cause(message.Text, message.Count))])),
        ];
    }

    public sealed record Cause(string Text, long Count);
}

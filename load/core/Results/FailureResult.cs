namespace TwoTier.Load.Results;

/// <summary>One kind of transport error: why requests got no complete response.</summary>
/// <param name="Kind">The kind of transport error, such as "closed early".</param>
/// <param name="Count">The number of requests that ended in it.</param>
/// <param name="Advice">A sentence that says what the user can do about it.</param>
/// <param name="Messages">The most frequent causes first; all others are counted together.</param>
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

    /// <summary>The cause of a transport error in words.</summary>
    /// <param name="Text">The cause, on one line.</param>
    /// <param name="Count">The number of requests that failed for this cause.</param>
    public sealed record Cause(string Text, long Count);
}

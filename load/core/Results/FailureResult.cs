namespace TwoTier.Load.Results;

/// <summary>Why requests got no complete response: one kind of transport error, with its causes in words.</summary>
/// <param name="Kind">The kind of transport error, such as "closed early".</param>
/// <param name="Count">The number of requests that ended in this kind of transport error.</param>
/// <param name="Advice">A sentence that says what the user can do about this kind of transport error.</param>
/// <param name="Messages">
/// The most frequent causes, in descending order of their counts. All other causes are counted together.
/// </param>
public sealed record FailureResult(
    string Kind, long Count, string Advice, IReadOnlyList<FailureResult.Cause> Messages)
{
    /// <summary>Creates the list of transport errors with their causes; empty if there were none.</summary>
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

namespace TwoTier.Load.Reports.Earlier;

/// <summary>Adds up the causes of transport errors of several results.</summary>
internal static class MergedFailures
{
    /// <summary>Adds up the transport errors of each kind, and within each kind the errors of each cause.</summary>
    public static IReadOnlyList<FailureResult> Sum(IEnumerable<FailureResult> failures) =>
    [
        .. failures.GroupBy(failure => failure.Kind)
            .Select(kind => kind.First() with
            {
                Count = kind.Sum(failure => failure.Count),
                Messages = [.. Sum(kind.SelectMany(failure => failure.Messages))],
            })
            .OrderByDescending(failure => failure.Count),
    ];

    private static IEnumerable<FailureResult.Cause> Sum(IEnumerable<FailureResult.Cause> messages)
    {
        FailureResult.Cause[] all =
        [
            .. messages.GroupBy(message => message.Text)
                .Select(same => new FailureResult.Cause(same.Key, same.Sum(message => message.Count)))
                .OrderByDescending(message => message.Count),
        ];
        FailureResult.Cause[] kept =
            [.. all.Where(message => message.Text != FailureMessages.OtherMessages).Take(FailureMessages.MaxPerKind)];
        var others = all.Except(kept).Sum(message => message.Count);
        return others > 0 ? kept.Append(new FailureResult.Cause(FailureMessages.OtherMessages, others)) : kept;
    }
}

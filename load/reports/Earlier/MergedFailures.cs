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

    private static IEnumerable<FailureMessage> Sum(IEnumerable<FailureMessage> messages)
    {
        FailureMessage[] all =
        [
            .. messages.GroupBy(message => message.Text)
                .Select(same => new FailureMessage(same.Key, same.Sum(message => message.Count)))
                .OrderByDescending(message => message.Count),
        ];
        FailureMessage[] kept =
            [.. all.Where(message => message.Text != FailureMessages.OtherMessages).Take(FailureMessages.MaxPerKind)];
        var others = all.Except(kept).Sum(message => message.Count);
        return others > 0 ? kept.Append(new FailureMessage(FailureMessages.OtherMessages, others)) : kept;
    }
}

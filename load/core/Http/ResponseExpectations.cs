namespace TwoTier.Load.Http;

internal enum ResponseOutcome
{
    Expected,
    UnexpectedStatus,

    /// <summary>The HTTP status was expected, but the body failed a check.</summary>
    CheckFailed,
}

internal interface IBodyCheck
{
    /// <summary>Whether the check may take longer than to hand it over to another thread: some 7 µs.</summary>
    bool IsSlow(long bytes);

    bool Passes(ReadOnlySpan<byte> body);

    string Describe(ReadOnlySpan<byte> body);
}

internal sealed record ResponseExpectations(
    IReadOnlyCollection<int>? Statuses, params IReadOnlyList<IBodyCheck> BodyChecks)
{
    public static ResponseExpectations Success { get; } = new(Statuses: null);

    public bool NeedsBody => BodyChecks.Count > 0;

    public bool IsSlow(long bytes) => BodyChecks.Any(check => check.IsSlow(bytes));

    public ResponseOutcome GetOutcome(int status, ReadOnlySpan<byte> body)
    {
        if (!IsExpectedStatus(status))
            return ResponseOutcome.UnexpectedStatus;
        for (var i = 0; i < BodyChecks.Count; i++)
        {
            if (!BodyChecks[i].Passes(body))
                return ResponseOutcome.CheckFailed;
        }

        return ResponseOutcome.Expected;
    }

    public bool IsExpectedStatus(int status) => Statuses?.Contains(status) ?? status is >= 200 and < 300;

    public IEnumerable<(bool Passed, string Text)> Evaluate(int status, byte[] body)
    {
        var expected = Statuses is null ? "2xx" : string.Join(" or ", Statuses);
        yield return IsExpectedStatus(status)
            ? (true, $"status {status}")
            : (false, $"status {status}, expected {expected}");
        foreach (var check in BodyChecks)
            yield return (check.Passes(body), check.Describe(body));
    }
}

namespace TwoTier.Load.Http.ResponseChecks;

/// <summary>The outcome of a complete response: whether it met the expectations.</summary>
internal enum ResponseOutcome
{
    Expected,

    UnexpectedStatus,

    /// <summary>The HTTP status was expected, but the body failed a check.</summary>
    CheckFailed,
}

/// <summary>A condition on the body of a response.</summary>
internal interface IBodyCheck
{
    /// <summary>Whether the check may take longer than to hand it over to another thread: some 7 µs.</summary>
    bool IsSlow(long bytes);

    bool Passes(ReadOnlySpan<byte> body);

    string Describe(ReadOnlySpan<byte> body);
}

/// <summary>The conditions that make a response a success.</summary>
internal sealed record ResponseExpectations(
    IReadOnlyCollection<int>? Statuses, params IReadOnlyList<IBodyCheck> BodyChecks)
{
    public static ResponseExpectations Success { get; } = new(Statuses: null);

    /// <summary>Whether the response body must be kept so that it can be checked.</summary>
    public bool NeedsBody => BodyChecks.Count > 0;

    public bool IsSlow(long bytes) => BodyChecks.Any(check => check.IsSlow(bytes));

    /// <summary>Determines the outcome of a response during a measurement.</summary>
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

    /// <summary>Returns whether an HTTP status is one of the expected statuses.</summary>
    public bool IsExpectedStatus(int status) => Statuses?.Contains(status) ?? status is >= 200 and < 300;

    /// <summary>Evaluates each expectation for a response, and describes the result of each in words.</summary>
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

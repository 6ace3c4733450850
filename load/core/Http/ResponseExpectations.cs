namespace TwoTier.Load.Http;

internal enum ResponseOutcome
{
    Expected,
    UnexpectedStatus,

    /// <summary>The HTTP status was expected, but the body did not match.</summary>
    CheckFailed,
}

internal sealed record ResponseExpectations(IReadOnlyCollection<int>? Statuses, Regex? Pattern = null)
{
    public static ResponseExpectations Success { get; } = new(Statuses: null);

    public bool NeedsBody => Pattern is not null;

    public ResponseOutcome GetOutcome(int status, ReadOnlySpan<byte> body) =>
        !IsExpectedStatus(status) ? ResponseOutcome.UnexpectedStatus
        : Matches(body) ? ResponseOutcome.Expected
        : ResponseOutcome.CheckFailed;

    public bool IsExpectedStatus(int status) => Statuses?.Contains(status) ?? status is >= 200 and < 300;

    public IEnumerable<(bool Passed, string Text)> Evaluate(int status, byte[] body)
    {
        var expected = Statuses is null ? "2xx" : string.Join(" or ", Statuses);
        yield return IsExpectedStatus(status)
            ? (true, $"status {status}")
            : (false, $"status {status}, expected {expected}");
        if (Pattern is not null)
            yield return Matches(body) ? (true, $"body matches \"{Pattern}\"") : (false, $"body does not match \"{Pattern}\"");
    }

    // The pattern is that of the text, without a byte order mark.
    private bool Matches(ReadOnlySpan<byte> body)
    {
        try
        {
            return Pattern is null || Pattern.IsMatch(Encoding.UTF8.GetString(body).TrimStart('\uFEFF'));
        }
        catch (RegexMatchTimeoutException)
        {
            return false;
        }
    }
}

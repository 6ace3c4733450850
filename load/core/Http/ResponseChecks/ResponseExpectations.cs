using System.Text;
using System.Text.RegularExpressions;

namespace TwoTier.Load.Http.ResponseChecks;

/// <summary>The outcome of a complete response: whether it met the expectations.</summary>
internal enum ResponseOutcome
{
    Expected,

    UnexpectedStatus,

    /// <summary>The HTTP status was expected, but the body failed a check.</summary>
    CheckFailed,
}

/// <summary>The conditions that make a response a success.</summary>
internal sealed record ResponseExpectations(IReadOnlyCollection<int>? Statuses, Regex? Pattern, JsonPathCount? Json)
{
    // Some 10 µs of reading JSON.
    private const int LongestQuickBody = 8 * 1024;

    /// <summary>The default expectations: a 2xx status and any body.</summary>
    public static ResponseExpectations Success { get; } = new(null, null, null);

    /// <summary>Whether the response body must be kept so that it can be checked.</summary>
    public bool NeedsBody => Pattern is not null || Json is not null;

    /// <summary>
    /// Whether the check of a body may take longer than to hand it over to another thread, which takes some 7 µs.
    /// </summary>
    public bool IsSlow(long bytes) => Pattern is not null || bytes > LongestQuickBody;

    /// <summary>Determines the outcome of a response during a measurement.</summary>
    public ResponseOutcome GetOutcome(int status, ReadOnlySpan<byte> body) =>
        !IsExpectedStatus(status) ? ResponseOutcome.UnexpectedStatus
        : IsExpectedBody(body) ? ResponseOutcome.Expected
        : ResponseOutcome.CheckFailed;

    /// <summary>Returns whether an HTTP status is one of the expected statuses.</summary>
    public bool IsExpectedStatus(int status) => Statuses?.Contains(status) ?? status is >= 200 and < 300;

    /// <summary>Evaluates each expectation for a response, and describes the result of each in words.</summary>
    public IEnumerable<(bool Passed, string Text)> Evaluate(int status, ReadOnlyMemory<byte> body)
    {
        var expected = Statuses is null ? "2xx" : string.Join(" or ", Statuses);
        yield return IsExpectedStatus(status)
            ? (true, $"status {status}")
            : (false, $"status {status}, expected {expected}");
        foreach (var check in EvaluateBody(body))
            yield return check;
    }

    private bool IsExpectedBody(ReadOnlySpan<byte> body) =>
        (Pattern is null || MatchesPattern(body)) && (Json is null || Json.IsSatisfiedBy(Json.Count(body)));

    private IEnumerable<(bool Passed, string Text)> EvaluateBody(ReadOnlyMemory<byte> body)
    {
        if (Pattern is not null)
        {
            yield return MatchesPattern(body.Span)
                ? (true, $"body matches \"{Pattern}\"")
                : (false, $"body does not match \"{Pattern}\"");
        }

        if (Json is null)
            yield break;
        var count = Json.Count(body.Span);
        var found = count is null ? "the body is not JSON" : $"found {count}";
        yield return (Json.IsSatisfiedBy(count), $"{Json.Text}: {found}");
    }

    private bool MatchesPattern(ReadOnlySpan<byte> body)
    {
        try
        {
            return Pattern!.IsMatch(Encoding.UTF8.GetString(body));
        }
        catch (RegexMatchTimeoutException)
        {
            return false;
        }
    }
}

using System.Text;
using System.Text.RegularExpressions;

namespace Load.Http.ResponseChecks;

/// <summary>Whether a complete response met the expectations.</summary>
internal enum ResponseOutcome
{
    Expected,

    UnexpectedStatus,

    /// <summary>The status was expected, but the body failed a check.</summary>
    CheckFailed,
}

/// <summary>The conditions that make a response a success.</summary>
/// <param name="Statuses">The expected statuses; null for any 2xx status.</param>
/// <param name="Pattern">The pattern that the body must match; null for any body.</param>
/// <param name="Json">The values that the body must have; null for any body.</param>
internal sealed record ResponseExpectations(IReadOnlyCollection<int>? Statuses, Regex? Pattern, JsonPathCount? Json)
{
    /// <summary>Expects a 2xx status and any body.</summary>
    public static ResponseExpectations Success { get; } = new(null, null, null);

    /// <summary>Whether the body must be kept to be checked.</summary>
    public bool NeedsBody => Pattern is not null || Json is not null;

    /// <summary>Evaluates a response while it is counted.</summary>
    /// <param name="status">The HTTP status code.</param>
    /// <param name="body">The body; empty unless <see cref="NeedsBody"/>.</param>
    public ResponseOutcome GetOutcome(int status, ReadOnlySpan<byte> body) =>
        !IsExpectedStatus(status) ? ResponseOutcome.UnexpectedStatus
        : IsExpectedBody(body) ? ResponseOutcome.Expected
        : ResponseOutcome.CheckFailed;

    /// <summary>Whether the status is one of the expected ones.</summary>
    public bool IsExpectedStatus(int status) => Statuses?.Contains(status) ?? status is >= 200 and < 300;

    /// <summary>Evaluates each condition for a response, and describes the result.</summary>
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
                ? (true, $"body matches {Pattern}")
                : (false, $"body does not match {Pattern}");
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

using System.Text;
using System.Text.RegularExpressions;

namespace Load.Http.ResponseChecks;

/// <summary>What makes a reply a success.</summary>
/// <param name="Statuses">Null for any 2xx.</param>
/// <param name="Pattern">To be found in the body; null for no matter.</param>
/// <param name="Json">To be counted in the body; null for no matter.</param>
internal sealed record ResponseExpectations(IReadOnlyCollection<int>? Statuses, Regex? Pattern, JsonPathCount? Json)
{
    public static ResponseExpectations Success { get; } = new(null, null, null);

    public bool NeedsBody => Pattern is not null || Json is not null;

    /// <param name="status">Of the reply.</param>
    /// <param name="body">Empty unless <see cref="NeedsBody"/>.</param>
    public ResponseOutcome GetOutcome(int status, ReadOnlySpan<byte> body) =>
        !IsExpectedStatus(status) ? ResponseOutcome.UnexpectedStatus
        : IsExpectedBody(body) ? ResponseOutcome.Expected
        : ResponseOutcome.CheckFailed;

    public bool IsExpectedStatus(int status) => Statuses?.Contains(status) ?? status is >= 200 and < 300;

    /// <summary>Each check of a reply, as it reads.</summary>
    public IEnumerable<(bool Passed, string Text)> Evaluate(int status, ReadOnlyMemory<byte> body)
    {
        var expected = Statuses is null ? "2xx" : string.Join(" or ", Statuses);
        yield return IsExpectedStatus(status) ? (true, $"status {status}") : (false, $"status {status}, expected {expected}");
        foreach (var check in EvaluateBody(body))
            yield return check;
    }

    private bool IsExpectedBody(ReadOnlySpan<byte> body) =>
        (Pattern is null || MatchesPattern(body)) && (Json is null || Json.IsSatisfiedBy(Json.Count(body)));

    private IEnumerable<(bool Passed, string Text)> EvaluateBody(ReadOnlyMemory<byte> body)
    {
        if (Pattern is not null)
            yield return MatchesPattern(body.Span) ? (true, $"body matches {Pattern}") : (false, $"body does not match {Pattern}");
        if (Json is null)
            yield break;
        var count = Json.Count(body.Span);
        yield return (Json.IsSatisfiedBy(count), $"{Json.Text}: {(count is null ? "the body is no JSON" : $"found {count}")}");
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

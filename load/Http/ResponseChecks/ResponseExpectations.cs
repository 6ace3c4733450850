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

    public bool ReadBody => Pattern is not null || Json is not null;

    /// <param name="status">Of the reply.</param>
    /// <param name="body">Empty unless <see cref="ReadBody"/>.</param>
    public ResponseOutcome OutcomeOf(int status, ReadOnlySpan<byte> body) =>
        !IsExpected(status) ? ResponseOutcome.UnexpectedStatus
        : IsMetBy(body) ? ResponseOutcome.Expected
        : ResponseOutcome.CheckFailed;

    public bool IsExpected(int status) => Statuses?.Contains(status) ?? status is >= 200 and < 300;

    /// <summary>Each check of a reply, as it reads.</summary>
    public IEnumerable<(bool Passed, string Text)> Evaluate(int status, ReadOnlyMemory<byte> body)
    {
        var expected = Statuses is null ? "2xx" : string.Join(" or ", Statuses);
        yield return IsExpected(status) ? (true, $"status {status}") : (false, $"status {status}, expected {expected}");
        foreach (var check in Bodies(body))
            yield return check;
    }

    private bool IsMetBy(ReadOnlySpan<byte> body) =>
        (Pattern is null || IsFoundIn(body)) && (Json is null || Json.IsMetBy(Json.CountIn(body)));

    private IEnumerable<(bool Passed, string Text)> Bodies(ReadOnlyMemory<byte> body)
    {
        if (Pattern is not null)
            yield return IsFoundIn(body.Span) ? (true, $"body matches {Pattern}") : (false, $"body does not match {Pattern}");
        if (Json is null)
            yield break;
        var count = Json.CountIn(body.Span);
        yield return (Json.IsMetBy(count), $"{Json.Text}: {(count is null ? "the body is no JSON" : $"found {count}")}");
    }

    private bool IsFoundIn(ReadOnlySpan<byte> body)
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

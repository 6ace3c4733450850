using System.Text.RegularExpressions;

namespace TwoTier.Load.Cli.Config;

/// <summary>A condition of a successful response: on the status, the text or the JSON of the body.</summary>
internal sealed record ResponseExpectation(int[]? Statuses, IBodyCheck? Check)
{
    public static ResponseExpectation Parse(string text) => text switch
    {
        ['$', ..] => new(null, JsonPathCount.Parse(text)),
        ['/', .. var pattern, '/'] => new(null, BodyPattern.Parse(pattern)),
        _ => new(ParseStatuses(text), null),
    };

    public static ResponseExpectations Combine(
        IReadOnlyList<ResponseExpectation> ofAll, IReadOnlyList<ResponseExpectation> ofRequest)
    {
        int[] statuses = [.. ofRequest.SelectMany(one => one.Statuses ?? [])];
        if (statuses.Length == 0)
            statuses = [.. ofAll.SelectMany(one => one.Statuses ?? [])];
        IBodyCheck[] checks = [.. ofAll.Concat(ofRequest).Select(one => one.Check).OfType<IBodyCheck>()];
        return new ResponseExpectations(
            statuses.Length == 0 ? null : statuses,
            [.. checks.OfType<BodyPattern>().TakeLast(1), .. checks.OfType<JsonPathCount>().TakeLast(1)]);
    }

    private static int[] ParseStatuses(string text)
    {
        var statuses = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0)
            .ToArray();
        return statuses.All(status => status is >= 200 and <= 599)
            ? statuses
            : throw ParseException.CreateForUnexpectedText(
                text,
                "status codes from 200 to 599, /a regular expression/, or a JSONPath that begins with $",
                "200,404");
    }
}

internal sealed class BodyPattern(Regex pattern) : IBodyCheck
{
    private static readonly TimeSpan TimeLimit = TimeSpan.FromSeconds(1);

    public static BodyPattern Parse(string text)
    {
        try
        {
            return new BodyPattern(new Regex(text, RegexOptions.CultureInvariant, TimeLimit));
        }
        catch (ArgumentException e)
        {
            throw ParseException.CreateForUnexpectedText(text, $"a regular expression: {e.Message}");
        }
    }

    public bool IsSlow(long bytes) => true;

    public bool Passes(ReadOnlySpan<byte> body)
    {
        try
        {
            return pattern.IsMatch(Encoding.UTF8.GetString(body));
        }
        catch (RegexMatchTimeoutException)
        {
            return false;
        }
    }

    public string Describe(ReadOnlySpan<byte> body) =>
        $"body {(Passes(body) ? "matches" : "does not match")} \"{pattern}\"";
}

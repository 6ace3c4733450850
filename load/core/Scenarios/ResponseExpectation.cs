namespace TwoTier.Load.Scenarios;

/// <summary>A condition of a successful response: on the status, or on the text of the body.</summary>
internal sealed record ResponseExpectation(int[]? Statuses, Regex? Pattern)
{
    private static readonly TimeSpan TimeLimit = TimeSpan.FromSeconds(1);

    public static ResponseExpectation Parse(string text) => text is ['/', .. var pattern, '/']
        ? new(null, ParsePattern(pattern))
        : new(ParseStatuses(text), null);

    public static ResponseExpectations Combine(
        IReadOnlyList<ResponseExpectation> ofAll, IReadOnlyList<ResponseExpectation> ofRequest)
    {
        int[] statuses = [.. ofRequest.SelectMany(one => one.Statuses ?? [])];
        if (statuses.Length == 0)
            statuses = [.. ofAll.SelectMany(one => one.Statuses ?? [])];
        return new ResponseExpectations(
            statuses.Length == 0 ? null : statuses,
            ofAll.Concat(ofRequest).LastOrDefault(one => one.Pattern is not null)?.Pattern);
    }

    private static int[] ParseStatuses(string text)
    {
        var statuses = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0)
            .ToArray();
        return statuses.All(status => status is >= 200 and <= 599)
            ? statuses
            : throw ParseException.CreateForUnexpectedText(
                text, "status codes from 200 to 599, or /a regular expression/", "200,404");
    }

    private static Regex ParsePattern(string text)
    {
        try
        {
            return new Regex(text, RegexOptions.CultureInvariant, TimeLimit);
        }
        catch (ArgumentException e)
        {
            throw ParseException.CreateForUnexpectedText(text, $"a regular expression: {e.Message}");
        }
    }
}

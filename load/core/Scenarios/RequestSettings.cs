namespace TwoTier.Load.Scenarios;

/// <summary>A request of a mix, or what all requests have in common.</summary>
internal sealed class RequestSettings
{
    private static readonly TimeSpan TimeLimitOfPattern = TimeSpan.FromSeconds(1);

    /// <summary>The place of the request in YAML; null for the options of all requests.</summary>
    public SourceSpan? Place { get; init; }

    public string? Name { get; set; }
    public int Weight { get; set; } = 1;
    public string? Method { get; private set; }

    /// <summary>The path, or the absolute URL, of a request of a mix.</summary>
    public SourceSpan? Path { get; private set; }

    public List<HeaderLine> Headers { get; } = [];
    public BodyText? Body { get; set; }
    public HttpFile? Template { get; set; }
    public ResponseExpectations Expected { get; set; } = ResponseExpectations.Success;

    public void SetMethod(string text) => Method = text.Length > 0 && text.All(char.IsAsciiLetter)
        ? text.ToUpperInvariant()
        : throw ParseException.CreateForUnexpectedText(text, "an HTTP method such as POST");

    public void SetPath(string method, SourceSpan path)
    {
        if (Path is not null)
            throw ParseException.Create($"{method} cannot be combined with {Method!.ToLowerInvariant()}");
        (Method, Path) = (method.ToUpperInvariant(), path);
    }

    /// <summary>Adds what makes a response a success: status codes, or a /regular expression/ for its body.</summary>
    public void Expect(string text)
    {
        if (text is ['/', .. var pattern, '/'])
        {
            Expected = Expected with { Pattern = ParsePattern(pattern) };
            return;
        }

        int[] statuses =
        [
            .. text.Split(',', StringSplitOptions.TrimEntries).Select(part =>
                int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var status) ? status : 0),
        ];
        Expected = statuses.All(status => status is >= 200 and <= 599)
            ? Expected with { Statuses = [.. Expected.Statuses ?? [], .. statuses] }
            : throw ParseException.CreateForUnexpectedText(
                text, "status codes from 200 to 599, or /a regular expression/",
                text.StartsWith('$') ? "/\"name\": *2/" : "200,404");
    }

    private static Regex ParsePattern(string text)
    {
        try
        {
            return new Regex(text, RegexOptions.CultureInvariant, TimeLimitOfPattern);
        }
        catch (ArgumentException e)
        {
            throw ParseException.CreateForUnexpectedText(text, $"a regular expression: {e.Message}");
        }
    }
}

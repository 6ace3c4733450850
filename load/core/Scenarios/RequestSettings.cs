namespace TwoTier.Load.Scenarios;

/// <summary>A request of a mix, or what all requests have in common.</summary>
internal sealed class RequestSettings
{
    /// <summary>The place of the request in YAML; null for the options of all requests.</summary>
    public SourceSpan? Place { get; init; }

    public string? Name { get; set; }
    public int Weight { get; set; } = 1;
    public string? Method { get; private set; }

    /// <summary>The path, or the absolute URL, of a request of a mix.</summary>
    public SourceSpan? Path { get; private set; }

    public List<HeaderLine> Headers { get; } = [];
    public BodyText? Body { get; set; }
    public IReadOnlyList<HttpFileRequest> Template { get; set; } = [];
    public List<ResponseExpectation> Expectations { get; } = [];

    public void SetMethod(string text) => Method = text.Length > 0 && text.All(char.IsAsciiLetter)
        ? text.ToUpperInvariant()
        : throw ParseException.CreateForUnexpectedText(text, "an HTTP method such as POST");

    public void SetPath(string method, SourceSpan path)
    {
        if (Path is not null)
            throw ParseException.Create($"{method} cannot be combined with {Method!.ToLowerInvariant()}");
        (Method, Path) = (method.ToUpperInvariant(), path);
    }
}

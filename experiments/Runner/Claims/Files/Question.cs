namespace Experiments.Claims.Files;

/// <summary>What a reader of a thread asks for, in words. The numbers come from the measurement.</summary>
internal sealed record Question
{
    public string? Quantity { get; init; }
    public string? Than { get; init; }
    public double? SmallestEffect { get; init; }
    public double? Calls { get; init; }
    public IReadOnlyDictionary<string, string> Counted { get; init; } = new Dictionary<string, string>();
    public QuestionConditions Conditions { get; init; } = new();

    public IEnumerable<string> FindErrors()
    {
        var isCount = Counted.Count > 0;
        if (isCount ? SmallestEffect is not null : SmallestEffect is not (> 0 and < 10))
            yield return "question.smallest_effect is a share above zero, such as 0.05, and a count has none.";
        if (!isCount && new[] { Quantity, Than }.Contains(null))
            yield return "question needs quantity and than, or counted.";
        if (isCount && !Counted.Keys.Order().SequenceEqual(["no", "yes"]))
            yield return "question.counted needs yes and no.";
    }
}

internal sealed record QuestionConditions
{
    public string Tls { get; init; } = "no";
    public string RoundTrip { get; init; } = "loopback";
    public string Dotnet { get; init; } = "10";
}

using System.ComponentModel;

namespace Studies.Claims.Files;

/// <summary>What a reader of a thread asks for, in words. The numbers come from the measurement.</summary>
internal sealed record Question
{
    public const string Yes = "yes";
    public const string No = "no";
    public const string Open = "open";
    private static readonly string[] OfRatios = ["more", "less", "none", Open];
    private static readonly string[] OfCounts = [Yes, No, Open];

    [Description("The subject of the answer, such as HTTP/2 over one connection. A count has none.")]
    public string? Subject { get; init; }

    [Description("The quantity of which there is more or less, such as throughput. A count has none.")]
    public string? Quantity { get; init; }

    [Description("What the subject is compared with, such as HTTP/1.1. A count has nothing.")]
    public string? Than { get; init; }

    [Description("The smallest effect that matters to a reader, as a share: 0.05 is 5 %. A count has none.")]
    public double? SmallestEffect { get; init; }

    [Description("The calls of a request on average, by which an absolute cost is divided.")]
    public double? Calls { get; init; }

    [Description("The answers yes and no in words, if the row is a count: the criterion decides it.")]
    public IReadOnlyDictionary<string, string> Counted { get; init; } = new Dictionary<string, string>();

    [Description("The conditions under which the row is measured. The number of cores is in the measurement.")]
    public QuestionConditions Conditions { get; init; } = new();

    [Description("What to do after each answer: more, less, none and open, or yes, no and open if the row is a count.")]
    public required IReadOnlyDictionary<string, string> Advice { get; init; }

    public IEnumerable<string> FindErrors()
    {
        var isCount = Counted.Count > 0;
        if (isCount ? SmallestEffect is not null : SmallestEffect is not (> 0 and < 10))
            yield return "question.smallest_effect is a share above zero, such as 0.05, and a count has none.";
        if (!isCount && new[] { Subject, Quantity, Than }.Contains(null))
            yield return "question needs subject, quantity and than, or counted.";
        if (isCount && !Counted.Keys.Order().SequenceEqual([No, Yes]))
            yield return "question.counted needs yes and no.";
        if (!Advice.Keys.Order().SequenceEqual((isCount ? OfCounts : OfRatios).Order()))
            yield return $"question.advice needs {string.Join(", ", isCount ? OfCounts : OfRatios)}.";
    }
}

internal sealed record QuestionConditions
{
    [Description("Whether the calls are encrypted, and how.")]
    public string Tls { get; init; } = "no";

    [Description("The round-trip time between the services.")]
    public string RoundTrip { get; init; } = "loopback";

    [Description("The version of .NET that is measured.")]
    public string Dotnet { get; init; } = "10";
}

using System.Text.Json.Nodes;

namespace Experiments.Talk;

/// <summary>
/// Finds the figures of an act in the result of its run, or in the counts of the ledger. The place of a figure is a
/// path, such as <c>variants/0/errors</c>; an element of a list has a number or a name. A whole number is itself. One
/// place <c>per</c> another is their quotient, one <c>times</c> another their product, and <c>+</c> adds. What follows
/// from a figure without an interval has none either.
/// </summary>
internal sealed class ActFigures(JsonNode results)
{
    public ActFigure Read(string place) => place.Split(" per ") is [var dividend, var divisor]
        ? Divide(Read(dividend), Read(divisor))
        : place.Split(" + ").Select(ReadProduct).Aggregate((one, other) =>
            new(one.Value + other.Value, one.Lo + other.Lo, one.Hi + other.Hi));

    private ActFigure ReadProduct(string place) => place.Split(" times ").Select(Find).Aggregate((one, other) =>
        new(one.Value * other.Value, one.Lo * other.Lo, one.Hi * other.Hi));

    private static ActFigure Divide(ActFigure above, ActFigure below) =>
        new(above.Value / below.Value, above.Lo / below.Hi, above.Hi / below.Lo);

    // A ratio without a figure: the load tool has not compared the two, or does not tell.
    private ActFigure Find(string place) =>
        double.TryParse(place, NumberStyles.None, CultureInfo.InvariantCulture, out var given)
            ? ActFigure.Exact(given)
            : place.Split('/').Aggregate((JsonNode?)results, GetChild) switch
            {
                JsonObject ratio when ratio["value"] is { } value
                    && (string?)ratio["verdict"] is not ("cannot tell" or "withheld") =>
                    new((double)value, (double?)ratio["lo"], (double?)ratio["hi"]),
                JsonValue number when number.TryGetValue<double>(out var value) => ActFigure.Exact(value),
                _ when place.EndsWith("ratio", StringComparison.Ordinal) => new(0, null, null),
                _ => throw new StudyException($"There is no figure at {place}."),
            };

    private static JsonNode? GetChild(JsonNode? node, string step) => node switch
    {
        JsonObject parent => parent[step],
        JsonArray list when int.TryParse(step, out var place) => list.ElementAtOrDefault(place),
        JsonArray list => list.FirstOrDefault(one => (string?)one?["name"] == step),
        _ => null,
    };
}

/// <summary>A figure with its interval, whose ends are equal for a count, and null if it cannot be told.</summary>
internal sealed record ActFigure(double Value, double? Lo, double? Hi)
{
    /// <summary>The value as the room sees it: a count as it is, and anything else with three digits.</summary>
    public string Number => IsExact && double.IsInteger(Value) ? $"{Value:0}" : LedgerNumbers.Format(Value);

    /// <summary>The value with its interval, for the speaker.</summary>
    public string Interval => LedgerNumbers.Format(ToMetric());

    /// <summary>Whether the figure may be told. An interval with 1 in it does not say which of two is more.</summary>
    [JsonIgnore]
    public bool CanBeTold => IsExact || Lo > 1 || Hi < 1;

    private bool IsExact => Lo == Value && Hi == Value;

    public static ActFigure Exact(double value) => new(value, value, value);

    public Metric ToMetric() => new(Value, Lo, Hi) { IsExact = IsExact };
}

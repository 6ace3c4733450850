using System.Text.Json.Nodes;

namespace Experiments.Talk;

/// <summary>
/// Finds the figures of an act in the result of its run, or in the counts of the ledger. The place of a figure is a
/// path, such as <c>variants/0/errors</c>; an element of a list has a number or a name. A whole number is itself. One
/// place <c>per</c> another is their quotient, one <c>times</c> another their product, and <c>+</c> adds.
/// </summary>
internal sealed class ActFigures(JsonNode results)
{
    public ActFigure Read(string place)
    {
        if (place.Split(" per ") is [var dividend, var divisor])
        {
            var (above, below) = (Read(dividend), Read(divisor));
            return Combine(above, below, above.Value / below.Value, above.Lo / below.Hi, above.Hi / below.Lo);
        }

        return place.Split(" + ").Select(ReadProduct).Aggregate((one, other) =>
            Combine(one, other, one.Value + other.Value, one.Lo + other.Lo, one.Hi + other.Hi));
    }

    private ActFigure ReadProduct(string place) => place.Split(" times ").Select(Find).Aggregate((one, other) =>
        Combine(one, other, one.Value * other.Value, one.Lo * other.Lo, one.Hi * other.Hi));

    // What follows from a figure that cannot be told cannot be told either.
    private static ActFigure Combine(ActFigure one, ActFigure other, double value, double? low, double? high) =>
        new(value, low, high, one.CanBeTold ? other.Verdict : one.Verdict);

    private ActFigure Find(string place) =>
        double.TryParse(place, NumberStyles.None, CultureInfo.InvariantCulture, out var given)
            ? ActFigure.Exact(given)
            : place.Split('/').Aggregate((JsonNode?)results, GetChild) switch
            {
                JsonObject ratio when ratio["value"] is { } value =>
                    new ActFigure((double)value, (double?)ratio["lo"], (double?)ratio["hi"], (string?)ratio["verdict"]),
                JsonValue number when number.TryGetValue<double>(out var value) => ActFigure.Exact(value),
                _ when place.EndsWith("/ratio", StringComparison.Ordinal) => ActFigure.NotCompared,
                _ => throw new StudyException($"There is no figure at {place}."),
            };

    private static JsonNode? GetChild(JsonNode? node, string step) => node switch
    {
        JsonObject parent => parent[step],
        JsonArray list when int.TryParse(step, out var place) => place < list.Count ? list[place] : null,
        JsonArray list => list.FirstOrDefault(one => (string?)one?["name"] == step),
        _ => null,
    };
}

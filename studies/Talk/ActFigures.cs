using System.Text.Json.Nodes;
using Studies.Claims.Criteria;
using Studies.Hosting;

namespace Studies.Talk;

/// <summary>
/// Finds the figures of an act. The place of a figure is a path into the result of a run, such as
/// <c>run/variants/0/errors</c>; an element of a list has a number or a name. The path <c>requests/service</c> is the
/// number of requests that a service has counted. One place <c>per</c> another is their quotient, and <c>1</c> is the
/// number one.
/// </summary>
/// <param name="results">The results of the runs by name, and the counts of requests under requests.</param>
internal sealed class ActFigures(JsonObject results)
{
    /// <exception cref="StudyException">There is no such figure.</exception>
    public Metric Read(string place)
    {
        if (place.Split(" per ") is not [var dividend, var divisor])
            return Find(place);
        var (above, below) = (Find(dividend), Find(divisor));
        return new Metric(above.Value / below.Value, above.Lo / below.Hi, above.Hi / below.Lo)
        {
            IsExact = above.IsExact && below.IsExact,
        };
    }

    private Metric Find(string place)
    {
        if (place is "1")
            return Metric.Exact(1);
        JsonNode? node = results;
        foreach (var step in place.Split('/'))
            node = GetChild(node, step);
        return node switch
        {
            JsonObject ratio when ratio["value"] is { } value =>
                new Metric((double)value, (double?)ratio["lo"], (double?)ratio["hi"]),
            JsonValue number when number.TryGetValue<double>(out var value) => Metric.Exact(value),
            _ => throw new StudyException($"There is no figure at {place}."),
        };
    }

    private static JsonNode? GetChild(JsonNode? node, string step) => node switch
    {
        JsonObject parent => parent[step],
        JsonArray list when int.TryParse(step, out var place) => place < list.Count ? list[place] : null,
        JsonArray list => list.FirstOrDefault(one => (string?)one?["name"] == step),
        _ => null,
    };
}

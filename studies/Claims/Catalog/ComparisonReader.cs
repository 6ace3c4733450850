using System.Text.Json;

namespace Studies.Claims.Catalog;

/// <summary>Two variants of a comparison, as a claim reads them.</summary>
internal static class Compared
{
    /// <summary>Successes a second, against the baseline, and both variants' figures.</summary>
    public static Now Throughput(JsonElement result) => Ratio(result, "ratio", Speed);

    /// <summary>The baseline by itself, which others are held against.</summary>
    public static Now Yardstick(JsonElement result) => new()
    {
        Ratio = Estimate.Exactly(1),
        Figures = Speed(Variant(result, result.GetProperty("baseline").GetString()!)),
    };

    public static JsonElement Variant(JsonElement result, string name) =>
        result.GetProperty("variants").EnumerateArray().Single(variant => variant.GetProperty("name").GetString() == name);

    /// <param name="result">Of a comparison with two variants.</param>
    /// <param name="name">Of the ratio in the result.</param>
    /// <param name="figures">Of a variant.</param>
    public static Now Ratio(JsonElement result, string name, Func<JsonElement, string> figures)
    {
        var baseline = result.GetProperty("baseline").GetString();
        var variants = result.GetProperty("variants").EnumerateArray().ToArray();
        var (first, other) = (
            variants.Single(variant => variant.GetProperty("name").GetString() == baseline),
            variants.Single(variant => variant.GetProperty("name").GetString() != baseline));
        var ratio = other.GetProperty(name);
        return new Now
        {
            Ratio = new Estimate(Number(ratio, "value"), Number(ratio, "lo"), Number(ratio, "hi")),
            Figures = $"{figures(other)}, against {figures(first)}",
        };
    }

    /// <summary>Of the front-end, the highest that was seen: a level has no interval.</summary>
    public static Now Level(JsonElement result, string name, string unit)
    {
        var baseline = result.GetProperty("baseline").GetString();
        var levels = result.GetProperty("variants").EnumerateArray().ToLookup(
            variant => variant.GetProperty("name").GetString() == baseline,
            variant => Number(variant.GetProperty("tiers").GetProperty("front-end"), name));
        var (first, other) = (levels[true].Single(), levels[false].Single());
        return new Now
        {
            Ratio = Estimate.Exactly(other / first),
            Figures = $"{Figures.Of(other)} {unit}, against {Figures.Of(first)}",
        };
    }

    private static string Speed(JsonElement variant) =>
        $"{Figure(variant, "throughput", "median")} req/s · {Figure(variant, "latency", "p50")} · {Figure(variant, "latency", "p99")} ms";

    private static double Number(JsonElement element, string name) => element.GetProperty(name).GetDouble();

    private static string Figure(JsonElement variant, string group, string name) =>
        Figures.Of(Number(variant.GetProperty(group), name));
}

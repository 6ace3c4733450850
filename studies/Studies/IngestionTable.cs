using System.Globalization;
using System.Text.Json;

namespace Studies.Studies;

/// <summary>What was measured, beside what the source published.</summary>
internal static class IngestionTable
{
    public const string PerRequest = "per-request-sync";
    public const string PerRequestAsync = "per-request-async";
    public const string SharedSync = "shared-sync";
    public const string Shared = "shared-async";
    public const string SmallHeap = "shared-async-small-heap";
    public const string Go = "go";
    public const string Backend = "back-end";
    public const string GoBackend = "go-back-end";

    private const string Source = "S. Prodan, \"ASP.NET Core vs Go data ingestion benchmark\", 2016-10-17";
    private const string None = "–";

    /// <summary>Claim, words, requests a second and memory during and after, in MB, where the source has them.</summary>
    private static readonly Dictionary<string, (string Claim, string Words, double? Rate, string Memory)> Published = new()
    {
        [PerRequest] = ("B1", ".NET, a client for each, blocking", 319, None),
        [PerRequestAsync] = ("", ".NET, a client for each, async", null, None),
        [SharedSync] = ("", ".NET, one client, blocking", null, None),
        [Shared] = ("B2", ".NET, one client, async", 936, "224, 105 after"),
        [SmallHeap] = ("", "the same, set to take little memory", null, None),
        [Go] = ("B5", "Go", 3_213, "9.1"),
        [Backend] = ("B4", ".NET back-end alone", 4_000, "134, 55 after"),
        [GoBackend] = ("", "Go back-end alone", null, "6.7"),
    };

    /// <returns>Whether it is what is asked of the pair.</returns>
    public static bool Print(IEnumerable<JsonElement> variants)
    {
        var byName = variants.ToDictionary(variant => variant.GetProperty("name").GetString()!);
        string[] headings =
        [
            "", "", "source req/s", "× B1", "today req/s [95 %]", "× [95 %]", "p50 ms", "p99", "CPU ms", "source MB",
            "working set MB", "after", "anonymous MB", "after", "connections/s",
        ];
        string[][] rows = [headings, .. Published.Keys.Where(byName.ContainsKey).Select(name => Row(name, byName[name]))];
        var widths = headings.Select((_, column) => rows.Max(row => row[column].Length)).ToArray();
        Console.WriteLine($"\n  Beside {Source}: another machine, so compare the ratios, not the requests.\n");
        foreach (var row in rows)
            Console.WriteLine("  " + string.Join("  ", row.Select((cell, column) => Padded(cell, column, widths[column]))).TrimEnd());
        Console.WriteLine();
        return Claims(byName);
    }

    // Words to the left, figures to the right.
    private static string Padded(string cell, int column, int width) => column < 2 ? cell.PadRight(width) : cell.PadLeft(width);

    private static string[] Row(string name, JsonElement variant)
    {
        var (claim, words, rate, memory) = Published[name];
        var (throughput, latency) = (variant.GetProperty("throughput"), variant.GetProperty("latency"));
        var tier = variant.GetProperty("tiers").GetProperty("front-end");
        return
        [
            claim, words, rate is { } published ? $"{published:0}" : None,
            rate is { } one ? Short(one / Published[PerRequest].Rate) : None,
            $"{Short(Of(throughput, "median"))} [{Short(Of(throughput, "lo"))}, {Short(Of(throughput, "hi"))}]",
            Ratio(variant), Short(Of(latency, "p50")), Short(Of(latency, "p99")), Short(Of(tier, "cpu_ms")), memory,
            Short(Of(tier, "working_set_mb")), Short(Of(tier, "working_set_after_mb")),
            Short(Of(tier, "anonymous_mb")), Short(Of(tier, "anonymous_after_mb")), Short(Of(tier, "connections_per_s")),
        ];
    }

    // As far as it was measured.
    private static bool Claims(Dictionary<string, JsonElement> byName)
    {
        var holds = Claim("requests of one client, async, by those of a client for each, blocking", 2.9, atLeast: true,
            Of(byName[Shared].GetProperty("ratio"), "value"));
        if (!byName.TryGetValue(Go, out var go))
            return holds;
        foreach (var (name, words) in new[] { (Shared, "one client, async"), (SmallHeap, "the same with a small heap") })
        {
            holds &= Claim($"requests of a CPU second of {words}, by Go's", 0.95, atLeast: true,
                Of(Tier(go), "cpu_ms") / Of(Tier(byName[name]), "cpu_ms"));
        }

        // As it comes it takes what it is given: the heap's limit is what bounds it.
        return holds & Claim("anonymous memory of one client, async, with a small heap, by Go's", 4, atLeast: false,
            Of(Tier(byName[SmallHeap]), "anonymous_mb") / Of(Tier(go), "anonymous_mb"));
    }

    private static bool Claim(string what, double limit, bool atLeast, double? ratio)
    {
        var holds = atLeast ? ratio >= limit : ratio <= limit;
        Console.WriteLine($"  {(holds ? "✓" : "✗")} {Short(ratio)} × {what}; {(atLeast ? "at least" : "at most")} {Short(limit)} wanted");
        return holds;
    }

    private static JsonElement Tier(JsonElement variant) => variant.GetProperty("tiers").GetProperty("front-end");

    private static string Ratio(JsonElement variant) => variant.GetProperty("ratio") is { ValueKind: JsonValueKind.Object } ratio
        ? $"{Short(Of(ratio, "value"))} [{Short(Of(ratio, "lo"))}, {Short(Of(ratio, "hi"))}]"
        : "1";

    private static double? Of(JsonElement element, string name) =>
        element.ValueKind is JsonValueKind.Object && element.GetProperty(name) is { ValueKind: JsonValueKind.Number } figure
            ? figure.GetDouble()
            : null;

    private static string Short(double? figure) => figure is not { } value ? None
        : value.ToString(value >= 100 ? "0" : value >= 10 ? "0.0" : value >= 0.1 ? "0.00" : "0.000", CultureInfo.InvariantCulture);
}

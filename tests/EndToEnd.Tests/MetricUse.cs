using Studies.Claims.Files;

namespace EndToEnd.Tests;

/// <summary>A place where a query reads a metric.</summary>
internal sealed partial record MetricUse(string Name, string Kind, string Place)
{
    public static IEnumerable<MetricUse> FindAll() =>
        [.. FindInDashboards(), .. FindInRules(), .. FindInScenarios()];

    public static IEnumerable<string> FindNames(string query) =>
        NamePattern().Matches(IgnoredTextPattern().Replace(LabelValuesPattern().Replace(query, "$1"), " "))
            .Select(name => name.Value).Distinct();

    private static IEnumerable<MetricUse> FindInDashboards() =>
        from path in Directory.EnumerateFiles(ProgramLocator.GetPath("grafana", "dashboards"), "*.json")
        let board = JsonElement.Parse(File.ReadAllText(path))
        let title = board.GetProperty("title").GetString()!.Split(" / ")[^1]
        from query in FindQueries(board)
        from name in FindNames(query)
        select new MetricUse(name, "dashboard", title);

    private static IEnumerable<string> FindQueries(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Array => element.EnumerateArray().SelectMany(FindQueries),
        // A variable with fixed choices.
        JsonValueKind.Object when element.TryGetProperty("type", out var type) && type.ValueEquals("custom") => [],
        JsonValueKind.Object => element.EnumerateObject().SelectMany(property =>
            property is { Name: "expr" or "query", Value.ValueKind: JsonValueKind.String }
                ? [property.Value.GetString()!]
                : FindQueries(property.Value)),
        _ => [],
    };

    private static IEnumerable<MetricUse> FindInRules() =>
        from path in Directory.EnumerateFiles(ProgramLocator.GetPath("prometheus", "rules"), "*.yml")
        from @group in StrictYaml.ReadFile<JsonElement>(path).GetProperty("groups").EnumerateArray()
        from rule in @group.GetProperty("rules").EnumerateArray()
        let kind = rule.TryGetProperty("record", out _) ? "rule" : "alert"
        let place = $"{rule.GetProperty(kind is "rule" ? "record" : "alert")}"
        from name in FindNames($"{rule.GetProperty("expr")}").Concat(kind is "rule" ? [place] : [])
        select new MetricUse(name, kind, place);

    private static IEnumerable<MetricUse> FindInScenarios() =>
        from path in Directory.EnumerateFiles(ProgramLocator.GetPath("load", "scenarios"), "*.yaml")
        from entry in StrictYaml.ReadFile<JsonElement>(path).EnumerateObject()
        where entry.Name is "metric" or "reconcile"
        from metric in entry.Value.EnumerateObject()
        select new MetricUse($"{metric.Value}", "scenario", Path.GetFileNameWithoutExtension(path));

    [GeneratedRegex(@"label_values\((.*), ?\w+\)")]
    private static partial Regex LabelValuesPattern();

    /// <summary>Matches label selectors, texts, ranges, lists of labels and comments.</summary>
    [GeneratedRegex(
        """\{("[^"]*"|[^"}])*\}|"[^"]*"|\[[^\]]*\]|\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)|#.*""")]
    private static partial Regex IgnoredTextPattern();

    /// <summary>Matches words that are neither functions nor operators.</summary>
    [GeneratedRegex(@"(?<![\w.:$])(?!(and|or|unless|bool|offset|by|inf|nan)\b)[a-z_:][\w:]*(?![\w:]|\s*\()",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex NamePattern();
}

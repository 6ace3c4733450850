using YamlDotNet.RepresentationModel;

namespace Studies.Metrics;

/// <summary>A place where a query reads a metric.</summary>
internal sealed partial record MetricUse(string Name, string Kind, string Place)
{
    public static IEnumerable<MetricUse> FindAll() =>
        [.. FindInDashboards(), .. FindInRules(), .. FindInScenarios()];

    public static IEnumerable<string> FindNames(string query)
    {
        var text = LabelValuesPattern().Replace(query, "$1");
        text = IgnoredTextPattern().Replace(TextPattern().Replace(text, ""), " ");
        return NamePattern().Matches(text).Select(name => name.Value).Distinct();
    }

    private static IEnumerable<MetricUse> FindInDashboards() =>
        from path in Directory.EnumerateFiles(ProgramLocator.GetPath("grafana", "dashboards"), "*.json")
        let board = JsonDocument.Parse(File.ReadAllText(path)).RootElement
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
        from @group in (YamlSequenceNode)ReadYaml(path)["groups"]
        from rule in (YamlSequenceNode)@group["rules"]
        let kind = ((YamlMappingNode)rule).Children.ContainsKey("record") ? "rule" : "alert"
        let place = $"{rule[kind is "rule" ? "record" : "alert"]}"
        from name in FindNames($"{rule["expr"]}").Concat(kind is "rule" ? [place] : [])
        select new MetricUse(name, kind, place);

    private static IEnumerable<MetricUse> FindInScenarios() =>
        from path in Directory.EnumerateFiles(ProgramLocator.GetPath("load", "scenarios"), "*.yaml")
        from entry in ReadYaml(path).Children
        where $"{entry.Key}" is "metric" or "reconcile"
        from value in ((YamlMappingNode)entry.Value).Children.Values
        select new MetricUse($"{value}", "scenario", Path.GetFileNameWithoutExtension(path));

    private static YamlMappingNode ReadYaml(string path)
    {
        var yaml = new YamlStream();
        yaml.Load(new StringReader(File.ReadAllText(path)));
        return (YamlMappingNode)yaml.Documents[0].RootNode;
    }

    [GeneratedRegex(@"label_values\((.*), ?\w+\)")]
    private static partial Regex LabelValuesPattern();

    [GeneratedRegex("\"[^\"]*\"")]
    private static partial Regex TextPattern();

    /// <summary>Matches label selectors, ranges, lists of labels and comments.</summary>
    [GeneratedRegex(@"\{[^}]*\}|\[[^\]]*\]|\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)|#.*")]
    private static partial Regex IgnoredTextPattern();

    /// <summary>Matches words that are neither functions nor operators.</summary>
    [GeneratedRegex(@"(?<![\w.:$])(?!(and|or|unless|bool|offset|by|inf|nan)\b)[a-z_:][\w:]*(?![\w:]|\s*\()",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex NamePattern();
}

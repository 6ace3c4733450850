namespace TwoTier.Load.Cli.Config;

/// <summary>
/// The values of a scenario file, in which options of the command line have replaced the keys of the same name.
/// </summary>
internal sealed record ParsedScenario(ScenarioFile? File, OptionValues Values)
{
    public static ParsedScenario Create(
        ScenarioFile? file,
        IReadOnlyDictionary<string, ConfigNode> options,
        IReadOnlyList<OptionKey> known,
        DiagnosticList diagnostics)
    {
        var nodes = new Dictionary<string, ConfigNode>(options);
        if (file is not null)
        {
            var inFile = OptionValues.Create(file.Root, OptionCatalog.All, diagnostics);
            foreach (var key in OptionCatalog.All.Where(
                key => inFile.IsGiven(key) && !IsReplacedByOption(key, options)))
                nodes[key.Name] = inFile.GetNode(key)!;
        }

        var values = new OptionValues(nodes, known, file?.Root.Span, diagnostics);
        MutuallyExclusiveKeys.CheckCombinations(values);
        return new ParsedScenario(file, values);
    }

    private static bool IsReplacedByOption(OptionKey key, IReadOnlyDictionary<string, ConfigNode> options)
    {
        return IsOption(key) || MutuallyExclusiveKeys.Alternatives.Any(pair =>
            (pair.Key == key && IsOption(pair.Other)) || (pair.Other == key && IsOption(pair.Key)));

        bool IsOption(OptionKey other) => options.ContainsKey(other.Name);
    }
}

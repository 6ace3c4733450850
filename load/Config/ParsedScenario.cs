using Load.Config.Keys;
using Load.Config.Options;
using Load.Config.Readers;
using Load.Diagnostics;
using Load.Engine;
using Load.Validity;

namespace Load.Config;

/// <summary>What a command was given: a scenario file, options, or both.</summary>
internal sealed class ParsedScenario
{
    public ParsedScenario(ScenarioFile? file, Dictionary<string, ConfigNode> options, IReadOnlyList<OptionKey> known, DiagnosticList diagnostics)
    {
        File = file;
        var nodes = new Dictionary<string, ConfigNode>(options);
        if (file is not null)
        {
            var ofFile = OptionValues.Create(file.Root, OptionCatalog.All, diagnostics);
            foreach (var key in OptionCatalog.All.Where(key => ofFile.Has(key) && !IsReplaced(key, options)))
                nodes[key.Name] = ofFile.GetNode(key)!;
        }

        Values = new OptionValues(nodes, known, file?.Root.Span, diagnostics);
        Exclusions.Check(Values);
        var requests = new RequestReader(Values);
        var rows = requests.ReadDataSource();
        Requests = new RequestSet(requests.ReadKinds(rows), rows, Values.GetValue(RunKeys.Seed));
    }

    public ScenarioFile? File { get; }

    public OptionValues Values { get; }

    public RequestSet Requests { get; }

    public TimeSpan Timeout => Values.GetValue(RunKeys.Timeout)!.Value;

    public IReadOnlyList<Stage> Phases => new LoadProfileReader(Values, Requests.Seed).ReadStages();

    /// <summary>Of an open loop.</summary>
    public OpenLoopLimits Limits => new(Values.GetValue(RunKeys.MinSent)!.Value, Values.GetValue(RunKeys.MaxLateness)!.Value);

    /// <summary>Of the run and its files.</summary>
    public string GetName(string standard) => Values.GetValue(RunKeys.Name) ?? File?.Name ?? standard;

    private static bool IsReplaced(OptionKey key, Dictionary<string, ConfigNode> options)
    {
        return IsOption(key) || Exclusions.Alternatives.Any(pair =>
            (pair.Key == key && IsOption(pair.Other)) || (pair.Other == key && IsOption(pair.Key)));

        bool IsOption(OptionKey other) => options.ContainsKey(other.Name);
    }
}

using Load.Config.Keys;
using Load.Config.Options;
using Load.Config.Readers;
using Load.Diagnostics;
using Load.Engine;
using Load.Validity;

namespace Load.Config;

/// <summary>What a command was given: a scenario file, options, or both.</summary>
internal sealed class RunOptions
{
    public RunOptions(ScenarioFile? file, Dictionary<string, ConfigNode> options, IReadOnlyList<OptionKey> known, DiagnosticList mistakes)
    {
        File = file;
        var nodes = new Dictionary<string, ConfigNode>(options);
        if (file is not null)
        {
            var ofFile = OptionValues.Create(file.Root, OptionCatalog.All, mistakes);
            foreach (var key in OptionCatalog.All.Where(key => ofFile.Has(key) && !IsReplaced(key, options)))
                nodes[key.Name] = ofFile.NodeOf(key)!;
        }

        Values = new OptionValues(nodes, known, file?.Root.Piece, mistakes);
        Exclusions.Refuse(Values);
        var requests = new RequestReader(Values);
        var rows = requests.Rows();
        Requests = new RequestSet(requests.Kinds(rows), rows, Values.ValueOf(RunKeys.Seed));
    }

    public ScenarioFile? File { get; }

    public OptionValues Values { get; }

    public RequestSet Requests { get; }

    public TimeSpan Timeout => Values.ValueOf(RunKeys.Timeout)!.Value;

    public IReadOnlyList<Stage> Phases => new LoadProfileReader(Values, Requests.Seed).Phases();

    /// <summary>Of an open loop.</summary>
    public OpenLoopLimits Limits => new(Values.ValueOf(RunKeys.MinSent)!.Value, Values.ValueOf(RunKeys.MaxLateness)!.Value);

    /// <summary>Of the run and its files.</summary>
    public string NameOr(string standard) => Values.ValueOf(RunKeys.Name) ?? File?.Name ?? standard;

    private static bool IsReplaced(OptionKey key, Dictionary<string, ConfigNode> options)
    {
        return IsOption(key) || Exclusions.Alternatives.Any(pair =>
            (pair.Key == key && IsOption(pair.Other)) || (pair.Other == key && IsOption(pair.Key)));

        bool IsOption(OptionKey other) => options.ContainsKey(other.Name);
    }
}

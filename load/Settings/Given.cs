using Load.Checking;
using Load.Reading;

namespace Load.Settings;

/// <summary>What a command was given: a scenario file, options, or both.</summary>
internal sealed class Given
{
    public Given(ScenarioFile? file, Dictionary<string, Node> options, IReadOnlyList<Key> known, MistakeList mistakes)
    {
        File = file;
        var nodes = new Dictionary<string, Node>(options);
        if (file is not null)
        {
            var ofFile = Fields.Of(file.Root, Keys.All, mistakes);
            foreach (var key in Keys.All.Where(key => ofFile.Has(key) && !IsReplaced(key, options)))
                nodes[key.Name] = ofFile.NodeOf(key)!;
        }

        Fields = new Fields(nodes, known, file?.Root.Piece, mistakes);
        Exclusions.Refuse(Fields);
        var requests = new RequestReader(Fields);
        var rows = requests.Rows();
        Requests = new Requests(requests.Kinds(rows), rows, Fields.ValueOf(RunKeys.Seed));
    }

    public ScenarioFile? File { get; }

    public Fields Fields { get; }

    public Requests Requests { get; }

    public TimeSpan Timeout => Fields.ValueOf(RunKeys.Timeout)!.Value;

    public IReadOnlyList<Running.Phase> Phases => new WorkloadReader(Fields, Requests.Seed).Phases();

    /// <summary>Of an open loop.</summary>
    public OpenLimits Limits => new(Fields.ValueOf(RunKeys.MinSent)!.Value, Fields.ValueOf(RunKeys.MaxLateness)!.Value);

    /// <summary>Of the run and its files.</summary>
    public string NameOr(string standard) => Fields.ValueOf(RunKeys.Name) ?? File?.Name ?? standard;

    private static bool IsReplaced(Key key, Dictionary<string, Node> options)
    {
        return IsOption(key) || Exclusions.Alternatives.Any(pair =>
            (pair.Key == key && IsOption(pair.Other)) || (pair.Other == key && IsOption(pair.Key)));

        bool IsOption(Key other) => options.ContainsKey(other.Name);
    }
}

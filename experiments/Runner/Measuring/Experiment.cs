namespace Experiments.Measuring;

/// <summary>
/// What is measured, as a file says it: variants under the same load in each cell of a grid of conditions, or what a
/// script says. In all texts, the name of a condition in braces stands for its value. The condition rtt (the milliseconds
/// of a round trip to the back-end) also makes what it says.
/// </summary>
internal record Experiment
{
    /// <summary>The name of the only load of an experiment that has one.</summary>
    private const string OnlyLoad = "load";

    /// <summary>The rounds of a comparison in each start; null if each variant is loaded alone.</summary>
    public int? Rounds { get; init; }
    public IReadOnlyDictionary<string, IReadOnlyList<JsonElement>> Conditions { get; init; } =
        new Dictionary<string, IReadOnlyList<JsonElement>>();

    /// <summary>What other names in braces stand for, by the value of a condition.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Where { get; init; } =
        new Dictionary<string, IReadOnlyDictionary<string, string>>();

    /// <summary>Settings of the back-end.</summary>
    public IReadOnlyList<string> BackEnd { get; init; } = [];

    /// <summary>Whether the back-end speaks HTTP/2, too, on an address that the variants are told.</summary>
    public bool Http2 { get; init; }

    /// <summary>Whether it has https, too. In settings, {back-end} is the plain address, {port} a free one.</summary>
    public bool Tls { get; init; }

    /// <summary>Whether all services share one CPU core, and the load has another one (Linux, taskset).</summary>
    public bool SeparateCores { get; init; }

    /// <summary>Whether programs with equal settings are one process for each variant.</summary>
    public bool OwnProcesses { get; init; }

    /// <summary>Whether the first answers and the memory of each build are measured in a process of its own.</summary>
    public bool MeasuresStarts { get; init; }

    /// <summary>How often a thousand of the first requests of a variant are sent, and the seconds after each.</summary>
    public int FirstParts { get; init; }
    public int FirstPauseS { get; init; } = 3;

    /// <summary>The scenario whose requests are sent, without its folder and extension; null for customers.</summary>
    public string? Scenario { get; init; }
    public IReadOnlyList<RunVariant> Variants { get; init; } = [];

    /// <summary>
    /// Keys of a scenario, as its only load or by the name of each load. With a count, a duration or a burst, each
    /// variant is loaded alone; without, all are compared in rounds. A rate such as 2× is twice that of the first load.
    /// </summary>
    public IReadOnlyDictionary<string, JsonElement> Load { get; init; } = new Dictionary<string, JsonElement>();

    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, JsonElement>> Loads
    {
        get => field ?? new Dictionary<string, IReadOnlyDictionary<string, JsonElement>> { [OnlyLoad] = Load };
        init;
    }

    /// <summary>A program of experiments/scripts that measures a start, and its arguments.</summary>
    public string? Script { get; init; }
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>The class of benchmarks, and which of their parameters are run; null for all.</summary>
    public string? Benchmarks { get; init; }
    public string? Parameters { get; init; }

    /// <summary>Whether a process that ends or answers nothing is a result.</summary>
    [JsonIgnore]
    public virtual bool MayFail => false;

    /// <summary>Whether the variants must give the same answers, whose calls to the back-end are counted.</summary>
    [JsonIgnore]
    public virtual bool ComparesAnswers => false;

    /// <summary>Whether a service that still compiles is measured again.</summary>
    [JsonIgnore]
    public virtual bool NeedsWarm => false;

    /// <summary>Whether a load is sent to each variant alone.</summary>
    public static bool IsAlone(IReadOnlyDictionary<string, JsonElement> load) =>
        load.ContainsKey("count") || load.ContainsKey("duration") || load.ContainsKey("burst");

    /// <summary>Whether no load compares the variants, so that each has processes of its own, one after another.</summary>
    [JsonIgnore]
    public bool IsOneByOne => MeasuresMemoryOnly || Loads.Values.All(IsAlone);

    /// <summary>Whether nothing is sent but the first requests of a build.</summary>
    [JsonIgnore]
    public bool MeasuresMemoryOnly => MeasuresStarts && Rounds is null;

    /// <summary>Gets the cells of the grid, each with a value of every condition.</summary>
    public IReadOnlyList<Cell> GetCells(Func<string, IReadOnlyList<string>?>? getGiven = null)
    {
        IEnumerable<Cell> cells = [new([])];
        foreach (var (name, values) in Conditions)
        {
            var all = getGiven?.Invoke(name) ?? [.. values.Select(value => $"{value}")];
            cells = cells.SelectMany(_ => all, (cell, value) => new Cell([.. cell.Values, new(name, value)]));
        }

        return [.. cells];
    }

    /// <summary>Replaces the names of conditions by their values.</summary>
    public Experiment Fill(Cell cell)
    {
        var text = JsonSerializer.Serialize(this, GetType(), StrictYaml.Options);
        var texts = cell.Values.Concat(
            cell.Values.Where(one => Where.ContainsKey(one.Value)).SelectMany(one => Where[one.Value]));
        foreach (var (name, value) in texts)
            text = text.Replace($"{{{name}}}", $"{JsonEncodedText.Encode(value)}", StringComparison.Ordinal);
        return (Experiment)JsonSerializer.Deserialize(text, GetType(), StrictYaml.Options)!;
    }

    public bool IsKnown(string figure) => Figures.Parse(figure) is var (load, name, _)
        && (load is null || Loads.ContainsKey(load)) && Figures.Names.Contains(name);
}

/// <summary>A process that is loaded, and how requests to it differ.</summary>
internal sealed record RunVariant
{
    public const string FrontEnd = "front-end";
    public const string BackEnd = "back-end";
    public const string IngestGo = "ingest-go";

    public required string Name { get; init; }
    public string Program { get; init; } = FrontEnd;
    public string? Path { get; init; }
    public string? Query { get; init; }
    public IReadOnlyList<string> Settings { get; init; } = [];
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();
    public bool SendsTelemetry { get; init; }

    /// <summary>The path of its first requests, which make it warm.</summary>
    public string? First { get; init; }
}

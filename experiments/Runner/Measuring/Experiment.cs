namespace Experiments.Grids;

/// <summary>
/// A study as data (experiments/studies/*.yaml): variants under the same load, in each cell of a grid of conditions. In all
/// texts of the file, the name of an axis in braces stands for its value. The axes rtt (the milliseconds of a round
/// trip to the back-end), cores and memory (MiB of the loaded program) also make what they say.
/// </summary>
internal sealed record GridFile
{
    /// <summary>The heading under which the list of studies shows it.</summary>
    public required string Question { get; init; }
    public required string Summary { get; init; }

    /// <summary>How often all processes are started.</summary>
    public required int Starts { get; init; }

    /// <summary>The rounds of a comparison in each start; null if each variant is loaded alone.</summary>
    public int? Rounds { get; init; }
    public IReadOnlyDictionary<string, IReadOnlyList<JsonElement>> Axes { get; init; } =
        new Dictionary<string, IReadOnlyList<JsonElement>>();

    /// <summary>What other names in braces stand for, by the value of an axis.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Where { get; init; } =
        new Dictionary<string, IReadOnlyDictionary<string, string>>();

    /// <summary>Settings of the back-end.</summary>
    public IReadOnlyList<string> BackEnd { get; init; } = [];

    /// <summary>Whether the back-end speaks HTTP/2, too, on an address that the variants are told.</summary>
    public bool Http2 { get; init; }

    /// <summary>Whether it has https, too. In settings, {back-end} is the plain address, {port} a free one.</summary>
    public bool Tls { get; init; }

    /// <summary>Whether all services share one CPU core, and the load tool has another one (Linux, taskset).</summary>
    public bool SeparateCores { get; init; }

    /// <summary>Whether programs with equal settings are one process for each variant.</summary>
    public bool OwnProcesses { get; init; }

    /// <summary>Whether the first answers and the memory of each build are measured in a process of its own.</summary>
    public bool MeasuresStarts { get; init; }

    /// <summary>The scenario of the load tool, without its folder and extension.</summary>
    public string? Scenario { get; init; }
    public required IReadOnlyList<RunVariant> Variants { get; init; }

    /// <summary>
    /// Options of the load tool without the dashes, by the name of the load. With a count or a duration, each variant
    /// is loaded alone; without, all are compared in rounds. A rate such as 2× is twice that of the first load.
    /// </summary>
    public required IReadOnlyDictionary<string, IReadOnlyDictionary<string, JsonElement>> Loads { get; init; }

    /// <summary>
    /// The columns: names of <see cref="GridFigures"/>, after the name of a load unless it is the last, and before the
    /// sign × for the ratio to the first variant.
    /// </summary>
    public required IReadOnlyList<string> Figures { get; init; }

    /// <summary>
    /// Shares of the median response time, in percent: what the second of two variants saves of the time of the first,
    /// or of several, the difference between the slowest and the fastest, of the slowest.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Shares { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();
    public IReadOnlyList<GridCheck> Checks { get; init; } = [];

    /// <summary>Whether a process that ends or answers nothing is a result.</summary>
    [JsonIgnore]
    public bool MayFail => Figures.Contains(GridFigures.Otherwise);

    public static IReadOnlyList<GridStudy> ReadAll() =>
    [
        .. Directory.GetFiles(ProgramLocator.GetPath("experiments", "studies"), "*.yaml").Order(StringComparer.Ordinal)
            .Select(path => new GridStudy(Path.GetFileNameWithoutExtension(path), Parse(path, File.ReadAllText(path)))),
    ];

    /// <exception cref="FormatException">The text is no study.</exception>
    public static GridFile Parse(string name, string text)
    {
        var grid = StrictYaml.Read<GridFile>(name, text);
        return grid.FindErrors().FirstOrDefault() is { } error ? throw new FormatException($"{name}: {error}") : grid;
    }

    /// <summary>Gets the cells of the grid, each with a value of every axis.</summary>
    public IReadOnlyList<GridCell> GetCells(Func<string, IReadOnlyList<string>?> getGiven)
    {
        IEnumerable<GridCell> cells = [new([])];
        foreach (var (name, values) in Axes)
        {
            var all = getGiven(name) ?? [.. values.Select(value => $"{value}")];
            cells = cells.SelectMany(_ => all, (cell, value) => new GridCell([.. cell.Values, new(name, value)]));
        }

        return [.. cells];
    }

    public GridFile Fill(GridCell cell)
    {
        var text = JsonSerializer.Serialize(this, StrictYaml.Options);
        var texts = cell.Values.Concat(
            cell.Values.Where(axis => Where.ContainsKey(axis.Value)).SelectMany(axis => Where[axis.Value]));
        foreach (var (name, value) in texts)
            text = text.Replace($"{{{name}}}", $"{JsonEncodedText.Encode(value)}", StringComparison.Ordinal);
        return JsonSerializer.Deserialize<GridFile>(text, StrictYaml.Options)!;
    }

    private IEnumerable<string> FindErrors()
    {
        var names = Variants.Select(variant => variant.Name).ToHashSet();
        foreach (var figure in Figures.Concat(Checks.Select(check => check.Figure)).Where(one => !IsKnown(one)))
            yield return $"unknown figure '{figure}'. Known figures: {string.Join(", ", GridFigures.All.Keys)}.";
        foreach (var name in Shares.Values.SelectMany(share => share).Concat(Checks.Select(check => check.Variant))
            .Concat(Checks.Select(check => check.Of).OfType<string>()).Where(name => !names.Contains(name)))
        {
            yield return $"unknown variant '{name}'. Known variants: {string.Join(", ", names)}.";
        }

        if (Rounds is null != Loads.Values.All(GridLoad.IsOfOne))
            yield return "rounds need a load without a count or a duration; other loads need no rounds.";
    }

    private bool IsKnown(string figure) => GridFigures.Parse(figure) is var (load, name, _)
        && (load is null || Loads.ContainsKey(load)) && GridFigures.All.ContainsKey(name);
}

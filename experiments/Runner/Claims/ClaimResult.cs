namespace Experiments.Claims;

/// <summary>
/// What was measured of the rows that share an experiment, on one machine. A file of experiments/results/claims has
/// those of a publication; the next measurement on a machine of the same name replaces its own.
/// </summary>
internal sealed record ClaimResult
{
    /// <summary>The id of the row that describes the experiment.</summary>
    public required string Experiment { get; init; }
    public required DateOnly Date { get; init; }
    public required string Commit { get; init; }
    public required MachineRecord Machine { get; init; }

    /// <summary>The state of the machine, in the words of who measured.</summary>
    public required string Note { get; init; }

    /// <summary>The rows of each start, with the figures that rows of the ledger need.</summary>
    public required IReadOnlyList<IReadOnlyList<Row>> Starts { get; init; }

    public static string Folder => ProgramLocator.GetPath("experiments", "results", "claims");

    public static IReadOnlyList<ClaimResult> ReadAll() =>
        [.. Directory.CreateDirectory(Folder).GetFiles("*.json").OrderBy(file => file.Name).SelectMany(file => Read(file.FullName))];

    /// <summary>Writes it to its file. Of the figures, it keeps those that rows of the experiment compare.</summary>
    /// <returns>The path of the file.</returns>
    public string Write()
    {
        var claims = ClaimCatalog.Library.Claims.Where(claim => claim.File.Run.Id == Experiment).ToArray();
        var figures = claims.Select(claim => claim.File.Run.Figure).ToHashSet();
        var kept = this with
        {
            Starts =
            [
                .. from start in Starts
                   select start.Select(row => figures.Contains(null) ? row : row with
                   {
                       Figures = row.Figures.Where(figure => figures.Contains(figure.Key)).ToDictionary(),
                   }).ToArray(),
            ],
        };
        var path = Path.Combine(Folder, $"{claims[0].Publication.Id}.{MachineRecord.Current.Slug}.json");
        var others = Read(path).Where(other => other.Experiment != Experiment);
        ClaimResult[] all = [.. others.Append(kept).OrderBy(one => one.Experiment, StringComparer.Ordinal)];
        File.WriteAllText(path, JsonSerializer.Serialize(all, StrictYaml.Indented) + "\n");
        return path;
    }

    private static ClaimResult[] Read(string path) =>
        File.Exists(path) ? JsonSerializer.Deserialize<ClaimResult[]>(File.ReadAllText(path), StrictYaml.Options)! : [];
}

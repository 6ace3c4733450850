namespace Experiments.Claims;

/// <summary>
/// What was measured of the rows that share an experiment, on one machine: a file of experiments/results/claims, which
/// the next measurement on a machine of the same name replaces.
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

    private static string Folder => ProgramLocator.GetPath("experiments", "results", "claims");

    public static IReadOnlyList<ClaimResult> ReadAll() => !Directory.Exists(Folder) ? [] :
    [
        .. from file in Directory.GetFiles(Folder, "*.json").Order(StringComparer.Ordinal)
           select JsonSerializer.Deserialize<ClaimResult>(File.ReadAllText(file), StrictYaml.Options),
    ];

    /// <summary>Writes the file. Of the figures, it keeps those that rows of the experiment compare.</summary>
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
        var name = claims.Single(claim => claim.Id == Experiment).Slug;
        var path = Path.Combine(Directory.CreateDirectory(Folder).FullName, $"{name}.{MachineRecord.Current.Slug}.json");
        File.WriteAllText(path, JsonSerializer.Serialize(kept, StrictYaml.Indented) + "\n");
        return path;
    }
}

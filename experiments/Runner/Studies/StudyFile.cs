
namespace Experiments.Studies;

/// <summary>A study as data (experiments/studies/*.yaml): an experiment with the columns of its table.</summary>
internal sealed record StudyFile : Experiment
{
    /// <summary>The heading under which the list of studies shows it.</summary>
    public required string Question { get; init; }
    public required string Summary { get; init; }

    /// <summary>How often all processes are started.</summary>
    public required int Starts { get; init; }

    /// <summary>
    /// The columns: names of <see cref="Figures"/>, or of what a script measures, after the name of a load unless it is
    /// the last, and before the sign × for the ratio to the first variant.
    /// </summary>
    public required IReadOnlyList<string> Figures { get; init; }

    /// <summary>
    /// Shares of the median response time, in percent: what the second of two variants saves of the time of the first,
    /// or of several, the difference between the slowest and the fastest, of the slowest.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Shares { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();
    public IReadOnlyList<StudyCheck> Checks { get; init; } = [];

    public override bool MayFail => Figures.Contains(Measuring.Figures.Otherwise);

    public override bool ComparesAnswers => Scenario is null;

    public static IReadOnlyList<Study> ReadAll() =>
    [
        .. Directory.GetFiles(ProgramLocator.GetPath("experiments", "studies"), "*.yaml").Order(StringComparer.Ordinal)
            .Select(path => new Study(Path.GetFileNameWithoutExtension(path), Parse(path, File.ReadAllText(path)))),
    ];

    /// <exception cref="FormatException">The text is no study.</exception>
    public static StudyFile Parse(string name, string text)
    {
        var study = StrictYaml.Read<StudyFile>(name, text);
        return study.FindErrors().FirstOrDefault() is { } error ? throw new FormatException($"{name}: {error}") : study;
    }

    private IEnumerable<string> FindErrors()
    {
        if (Script is null == Variants is [])
            yield return "a study needs variants or a script, and not both.";
        if (Script is not null)
            yield break;
        var names = Variants.Select(variant => variant.Name).ToHashSet();
        foreach (var figure in Figures.Concat(Checks.Select(check => check.Figure)).Where(one => !IsKnown(one)))
            yield return $"unknown figure '{figure}'. Known figures: {string.Join(", ", Measuring.Figures.Names)}.";
        foreach (var name in Shares.Values.SelectMany(share => share)
            .Concat(Checks.SelectMany(check => new[] { check.Variant, check.Of }).OfType<string>())
            .Where(name => !names.Contains(name)))
        {
            yield return $"unknown variant '{name}'. Known variants: {string.Join(", ", names)}.";
        }

        if (Rounds is null != Loads.Values.All(IsAlone))
            yield return "rounds need a load without a count, a duration or a burst; other loads need no rounds.";
    }
}

/// <summary>
/// What the mean of a figure over the starts must be, or the interval of its ratio to another variant of the same cell.
/// </summary>
internal sealed record StudyCheck
{
    public required string Figure { get; init; }

    /// <summary>The variant whose figure it is; null for each.</summary>
    public string? Variant { get; init; }
    public string? Of { get; init; }
    public double? AtLeast { get; init; }
    public double? AtMost { get; init; }

    /// <summary>Words of the rows for which it must be so; null for all.</summary>
    public IReadOnlyList<string>? In { get; init; }
}

namespace Studies.Talk;

/// <summary>The outcome of an act. It is kept beside the recording of the act.</summary>
internal sealed partial record ActOutcome
{
    /// <summary>The state of an act that runs nothing, and shows published figures.</summary>
    public const string PublishedState = "valid";

    private static readonly JsonSerializerOptions Options = new(StrictYaml.Options) { WriteIndented = true };

    /// <summary>The day on which the act was performed, as 2026-11-21.</summary>
    public required string Date { get; init; }

    /// <summary>The state of the last run: valid, limited, invalid, cut-short or failed-as-planned.</summary>
    public required string State { get; init; }

    /// <summary>The checks that the last run failed, for a run that is not valid.</summary>
    public required IReadOnlyList<string> FailedChecks { get; init; }

    public required IReadOnlyDictionary<string, ActFigure> Figures { get; init; }

    public static ActOutcome Create(
        ActFile act, string state, IReadOnlyList<string> failedChecks, ActFigures figures) => new()
        {
            Date = TimeProvider.System.GetUtcNow().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            State = state,
            FailedChecks = failedChecks,
            Figures = act.Figures.ToDictionary(
                figure => figure.Key, figure => ActFigure.From(figures.Read(figure.Value))),
        };

    public static ActOutcome Read(string path) =>
        JsonSerializer.Deserialize<ActOutcome>(File.ReadAllText(path), Options)!;

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(this, Options) + "\n");

    /// <summary>Finds the reasons why an act with this outcome would fall flat on stage.</summary>
    public IEnumerable<string> FindReasonsToFallFlat(ActFile act)
    {
        if (!act.States.Contains(State))
        {
            var checks = FailedChecks is [] ? "" : $" ({string.Join(", ", FailedChecks)})";
            yield return $"the run ended as {State}{checks}";
        }

        foreach (var condition in act.Surprise)
        {
            var metric = Figures[condition.Metric].ToMetric();
            if (condition.Evaluate(metric) is not true)
                yield return $"{condition} is not met: {LedgerNumbers.Format(metric)}";
        }
    }

    /// <summary>Formats the finding: the sentence of the act with the figures in it.</summary>
    public string FormatReveal(ActFile act) => FigureName().Replace(act.Reveal, match =>
        Figures.TryGetValue(match.Groups[1].Value, out var figure)
            ? figure.Format()
            : match.Value);

    [GeneratedRegex(@"\{([a-z_]+)\}")]
    private static partial Regex FigureName();
}

/// <summary>A figure of an act and its interval, whose ends are equal for a count.</summary>
internal sealed record ActFigure(double Value, double? Lo, double? Hi)
{
    public static ActFigure From(Metric metric) => new(metric.Value, metric.Lo, metric.Hi);

    public Metric ToMetric() => new(Value, Lo, Hi) { IsExact = Lo == Value && Hi == Value };

    /// <summary>Formats the figure: a count as it is, and anything else with three digits.</summary>
    public string Format() => ToMetric() is { IsExact: true } count && double.IsInteger(count.Value)
        ? count.Value.ToString("# ### ##0", CultureInfo.InvariantCulture).Trim()
        : LedgerNumbers.Format(ToMetric());
}

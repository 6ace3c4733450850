using Experiments.Claims;
using System.Text.Json.Nodes;

namespace Experiments.Talk;

/// <summary>The outcome of an act. It is kept beside the recording of the act.</summary>
internal sealed partial record ActOutcome
{
    /// <summary>The day on which the act was performed, as 2026-11-21.</summary>
    public required string Date { get; init; }

    /// <summary>The number of cores and the model of the processor.</summary>
    public required string Machine { get; init; }

    /// <summary>The state of the run, such as valid.</summary>
    public required string State { get; init; }

    /// <summary>The checks that the run failed, with what they found, if it is not valid.</summary>
    public required IReadOnlyList<string> FailedChecks { get; init; }

    /// <summary>The seconds that the recording takes; null for an act that runs nothing.</summary>
    public double? RunS { get; init; }

    public required IReadOnlyDictionary<string, ActFigure> Figures { get; init; }

    public static ActOutcome Create(ActFile act, RunValidity validity, JsonNode results) => new()
    {
        Date = TimeProvider.System.GetUtcNow().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
        Machine = MachineRecord.Current.Processor,
        State = validity.State,
        FailedChecks =
            [.. from one in validity.Checks where one.State is CheckState.Fail select $"{one.Label}: {one.Value}"],
        Figures = act.Figures.ToDictionary(figure => figure.Key, figure => new ActFigures(results).Read(figure.Value)),
    };

    /// <summary>Reads the figures of an act that runs nothing: how many claims of the ledger have each verdict.</summary>
    public static ActOutcome ReadLedger(ActFile act)
    {
        var claims = Ledger.Read().Select(questions: false).Entries.Where(one => one.Row.Kind is RowKind.Measured)
            .ToLookup(one => one.Row.Verdict);
        var counts = Enum.GetValues<Verdict>().ToDictionary(verdict => verdict, verdict => claims[verdict].Count());
        return Create(act, new RunValidity(RunValidity.ValidState, []),
            JsonSerializer.SerializeToNode(counts, StrictYaml.Options)!);
    }

    /// <summary>Reads the published and the measured ratio of each row of the ledger that an act draws.</summary>
    public static IEnumerable<ActPair> ReadRows(ActFile act) =>
        from row in act.Rows
        let entry = Ledger.Read().GetEntry(row.Key)
        let ratio = entry.MeasuredRatio!
        select new ActPair(
            row.Value, entry.Claim.File.Published.GetRatio()!.Value, ratio.Value, ratio.Lo, ratio.Hi);

    public static ActOutcome Read(string path) =>
        JsonSerializer.Deserialize<ActOutcome>(File.ReadAllText(path), StrictYaml.Options)!;

    public void Write(string path) =>
        File.WriteAllText(path, JsonSerializer.Serialize(this, StrictYaml.Indented) + "\n");

    /// <summary>Finds why an act with this outcome would fall flat on stage, as ends of a sentence.</summary>
    public IEnumerable<string> FindReasonsToFallFlat(ActFile act)
    {
        if (State is not (RunValidity.ValidState or RunValidity.BusyState))
            yield return $"the run is {State}. {string.Join("; ", FailedChecks)}";
        foreach (var condition in act.Surprise)
        {
            var figure = Figures[condition.Metric];
            if (!figure.IsCompared)
                yield return $"{condition} is not met: the load tool did not compare the two";
            else if (condition.Evaluate(figure.ToMetric()) is not true)
                yield return $"{condition} is not met: {LedgerNumbers.Format(figure.ToMetric())}";
        }

        if (Figures[act.Headline] is { IsCompared: true } headline && act.FindChoice(headline.Value) != act.Answer)
            yield return $"{headline.Format()} {act.Unit} is not the expected answer";
    }

    /// <summary>
    /// Creates the finding that the room sees. It says no more than the run can tell: no figure that cannot be told,
    /// and nothing at all if the surprise of the act did not come.
    /// </summary>
    public ActFinding CreateFinding(ActFile act, string source)
    {
        var headline = Figures[act.Headline];
        var interval = headline.Lo < headline.Hi ? LedgerNumbers.Format(headline.ToMetric()) : headline.Format();
        if (FindReasonsToFallFlat(act).FirstOrDefault() is { } reason)
        {
            return new(
                $"This run does not show what it should: {reason}.",
                source, null, null, null, null, interval, Holds: false);
        }

        var isTold = FigureName().Matches(act.Reveal).Select(match => Figures.GetValueOrDefault(match.Groups[1].Value))
            .Append(headline).All(figure => figure is null or { CanBeTold: true });
        return new(
            isTold ? FormatReveal(act) : act.CannotTell, source, isTold ? headline.Format() : null,
            isTold ? headline.Value : null, headline.Lo, headline.Hi, interval, Holds: true, FindOld(act));
    }

    private ActMark? FindOld(ActFile act)
    {
        var old = act.Compared?.Figure is { } name ? Figures[name] : ActFigure.Exact(1);
        return act.Compared is { } compared && old.CanBeTold
            ? new ActMark(old.Value, $"{old.Format()} {compared.As}") : null;
    }

    private string FormatReveal(ActFile act) => FigureName().Replace(act.Reveal, match =>
        Figures.TryGetValue(match.Groups[1].Value, out var figure) ? figure.Format() : match.Value);

    [GeneratedRegex(@"\{([a-z_]+)\}")]
    private static partial Regex FigureName();
}

/// <summary>
/// The finding of an act, as the room sees it: the sentence that is read aloud, and where its figures come from; of the
/// headline the number and the value on its scale, which are null if it cannot be told, and the interval, for the
/// speaker with the value; whether the run shows the surprise; and what the number is compared with, or null.
/// </summary>
internal sealed record ActFinding(
    string Text, string Source, string? Number, double? Value, double? Lo, double? Hi, string Interval, bool Holds,
    ActMark? Old = null);

/// <summary>A value on the scale of a headline, and its number with what it is.</summary>
internal sealed record ActMark(double Value, string Text);

/// <summary>A claim as a sentence, its published ratio, and the measured one with its 95 % interval.</summary>
internal sealed record ActPair(string Says, double Published, double Measured, double? Lo, double? Hi);

/// <summary>A figure and its interval, whose ends are equal for a count, with the load tool's verdict on it.</summary>
internal sealed record ActFigure(
    double Value, double? Lo, double? Hi,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Verdict = null)
{
    /// <summary>Whether the figure may be told. An interval with 1 in it does not say which of two is more.</summary>
    [JsonIgnore]
    public bool CanBeTold => Verdict is not ("cannot tell" or "withheld")
        && (IsExact || Lo > 1 || Hi < 1);

    /// <summary>Gets the ratio of two variants that the load tool did not compare, as its notes explain.</summary>
    public static ActFigure NotCompared { get; } = new(double.NaN, null, null, "withheld");

    [JsonIgnore]
    public bool IsCompared => !double.IsNaN(Value);

    private bool IsExact => Lo == Value && Hi == Value;

    public static ActFigure Exact(double value) => new(value, value, value);

    public Metric ToMetric() => new(Value, Lo, Hi) { IsExact = IsExact };

    /// <summary>Formats the value: a count as it is, and anything else with three digits.</summary>
    public string Format() => !IsCompared ? "–" : IsExact && double.IsInteger(Value)
        ? Value.ToString("# ### ##0", CultureInfo.InvariantCulture).Trim()
        : LedgerNumbers.Format(Value);
}

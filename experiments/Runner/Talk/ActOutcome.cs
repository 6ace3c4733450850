using Experiments.Claims;
using System.Text.Json.Nodes;

namespace Experiments.Talk;

/// <summary>The outcome of an act. It is kept beside the recordings.</summary>
internal sealed record ActOutcome
{
    /// <summary>Where the figures come from, as a sentence.</summary>
    public required string Source { get; init; }

    public required IReadOnlyDictionary<string, ActFigure> Figures { get; init; }

    /// <summary>Why the run is not valid, as the end of a sentence; null if it is. Only a valid run is kept.</summary>
    [JsonIgnore]
    public string? Fault { get; init; }

    /// <summary>Reads the figures of an act from a result of the load tool.</summary>
    public static ActOutcome ReadResult(Act act, string path)
    {
        var validity = Result.Read(path).Validity;
        var failed = validity.Checks.Where(check => check.State is CheckState.Fail)
            .Select(check => $"{check.Label}: {check.Value}");
        var (date, machine) = (TimeProvider.System.GetUtcNow(), MachineRecord.Current.Processor);
        var source = string.Create(CultureInfo.InvariantCulture, $"Recorded on {date:yyyy-MM-dd}, {machine}.");
        return Create(act, source, JsonNode.Parse(File.ReadAllText(path))!) with
        {
            Fault = validity.State is RunValidity.ValidState or RunValidity.BusyState
                ? null : $"the run is {validity.State}. {string.Join("; ", failed)}",
        };
    }

    /// <summary>Reads the figures of an act that runs nothing: how many claims have each verdict.</summary>
    public static ActOutcome ReadLedger(Act act)
    {
        var claims = Ledger.Read().Select(questions: false).Entries.Where(one => one.Claim.File.Kind is RowKind.Measured)
            .ToLookup(one => one.Row.Verdict);
        var counts = Enum.GetValues<Verdict>().ToDictionary(verdict => verdict, verdict => claims[verdict].Count());
        return Create(
            act, "From the ledger, docs/claims.md.", JsonSerializer.SerializeToNode(counts, StrictYaml.Options)!);
    }

    /// <summary>Creates the finding that the room sees, which has no figure if the surprise did not come.</summary>
    public ActFinding CreateFinding(Act act)
    {
        if (FindFaults(act).FirstOrDefault() is { } fault)
            return new($"This run does not show what it should: {fault}.", Source);
        var text = Figures.Aggregate(act.Reveal, (text, figure) =>
            text.Replace($"{{{figure.Key}}}", figure.Value.Number, StringComparison.Ordinal));
        var old = act.Compared?.Figure is { } name ? Figures[name] : ActFigure.Exact(1);
        return new(text, Source, Figures[act.Headline], act.Compared is null ? null : old);
    }

    private IEnumerable<string> FindFaults(Act act) =>
    [
        .. Fault is null ? [] : new[] { Fault },
        .. from figure in Figures where !figure.Value.CanBeTold select $"it cannot tell '{figure.Key}'",
        .. from condition in act.Surprise
           let figure = Figures[condition.Metric]
           where condition.Evaluate(figure.ToMetric()) is not true
           select $"{condition} is not met: {figure.Interval}",
    ];

    private static ActOutcome Create(Act act, string source, JsonNode results) => new()
    {
        Source = source,
        Figures = act.Figures.ToDictionary(figure => figure.Key, figure => new ActFigures(results).Read(figure.Value)),
    };
}

/// <summary>
/// The finding of an act: the sentence that is read aloud, where its figures come from, the headline, and what that is
/// compared with. Without a headline, the sentence says why the act does not show what it should.
/// </summary>
internal sealed record ActFinding(string Text, string Source, ActFigure? Headline = null, ActFigure? Old = null);

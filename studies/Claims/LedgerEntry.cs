namespace Studies.Claims;

internal sealed record LedgerEntry(Claim Claim, IReadOnlyList<ArchiveRecord> History)
{
    public const string Ratio = "ratio";

    public ArchiveRecord? Latest => History is [.., var latest] ? latest : null;

    /// <summary>
    /// The metrics of the latest measurement. Those with values of starts are pooled over all measurements by the rule
    /// of today, unless the rule has changed since the latest one.
    /// </summary>
    public IReadOnlyDictionary<string, Metric> Metrics { get; } = Pool(Claim, History);

    /// <summary>What other machines have measured by the rule of today.</summary>
    public IReadOnlyList<ArchiveRecord> Machines { get; init; } = [];

    public Metric? MeasuredRatio => Metrics.GetValueOrDefault(Ratio);

    /// <summary>The answer by the measurements; null for a claim, and for a question without an answer.</summary>
    public Answer? Answer => Claim.File.Question is not null && Latest is not null
        ? Answer.Create(Claim.File, Metrics)
        : null;

    public bool HasChangedSince => Latest is { } latest && !latest.IsOfRule(Claim);

    /// <summary>How many measurements were known when the rule of today was written; 0 if it decided none.</summary>
    public int KnownBefore => History.Any(record => record.IsOfRule(Claim))
        ? History.TakeWhile(record => !record.IsOfRule(Claim)).Count()
        : 0;

    /// <summary>The measurements that repeat the one before them on a later day.</summary>
    public IEnumerable<Replication> Replications => History.Zip(History.Skip(1))
        .Where(pair => pair.First.RuleHash == pair.Second.RuleHash
            || (pair.First.IsOfRule(Claim) && pair.Second.IsOfRule(Claim)))
        .Select(pair => Replication.Create(pair.First, pair.Second)).OfType<Replication>();

    /// <summary>The decision on the measurements, if the claim's rule has not changed since.</summary>
    public Decision Decision => Claim.File switch
    {
        { NotComparable: { } reason } => new Decision(Verdict.NotComparable, reason),
        { Edition: Edition.Baseline } => new Decision(Verdict.Baseline),
        { NotYetMeasured: { } reason } when Latest is null => new Decision(Verdict.NotMeasured, reason),
        _ when Latest is null => new Decision(Verdict.NotMeasured, "no measurement is published yet"),
        _ when HasChangedSince =>
            new Decision(Verdict.ChangedAfterData, $"the verdict before was: {Latest.Verdict}{FormatVerdictOfToday()}"),
        var file => file.Criterion!.Decide(Metrics, file.Design!.Starts),
    };

    private static Dictionary<string, Metric> Pool(Claim claim, IReadOnlyList<ArchiveRecord> history)
    {
        if (history is not [.., var latest])
            return [];
        ArchiveRecord[] pooled =
            latest.IsOfRule(claim) ? [.. history.Where(record => record.IsOfRule(claim))] : [latest];
        return latest.Metrics.ToDictionary(
            metric => metric.Key, metric => metric.Value.IsExact ? metric.Value : Pool(metric, pooled));
    }

    private static Metric Pool(KeyValuePair<string, Metric> latest, ArchiveRecord[] records)
    {
        var measured =
            from record in records
            let starts = record.Metrics.GetValueOrDefault(latest.Key)?.StartValues
            where starts is not null
            group starts by record.GetDay();
        IReadOnlyList<double>[] days = [.. measured.Select(day => day.SelectMany(starts => starts).ToArray())];
        return days is [] || (days is [var only] && only.Count == latest.Value.StartValues?.Count)
            ? latest.Value
            : Metric.FromDays(days);
    }

    // The rule of today was written when the measurement was known.
    private string FormatVerdictOfToday() => Claim.File is { Criterion: { } criterion, Design: { } design }
        && criterion.Conditions.All(condition => Metrics.ContainsKey(condition.Metric))
            ? $"; by the rule of today: {criterion.Decide(Metrics, design.Starts).Verdict.GetText()}"
            : "";
}

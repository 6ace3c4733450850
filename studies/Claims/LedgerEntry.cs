namespace Studies.Claims;

internal sealed record LedgerEntry(Claim Claim, IReadOnlyList<ArchiveRecord> History)
{
    public const string Ratio = "ratio";

    public ArchiveRecord? Latest => History is [.., var latest] ? latest : null;
    public Metric? MeasuredRatio => Latest?.Metrics.GetValueOrDefault(Ratio);

    /// <summary>The answer by the latest measurement; null for a claim, and for a question without an answer.</summary>
    public Answer? Answer => Claim.File.Question is not null && Latest is { } latest
        ? Answer.Create(Claim.File, latest.Metrics)
        : null;

    /// <summary>Whether the claim's rule has changed since the latest measurement.</summary>
    public bool HasChangedSince => Latest is { } latest && !Claim.HasRule(latest.RuleHash);

    /// <summary>The measurements that repeat the one before them on a later day.</summary>
    public IEnumerable<Replication> Replications =>
        History.Zip(History.Skip(1), Replication.Create).OfType<Replication>();

    /// <summary>The decision on the latest measurement, if the claim's rule has not changed since.</summary>
    public Decision Decision => Claim.File switch
    {
        { NotComparable: { } reason } => new Decision(Verdict.NotComparable, reason),
        { Edition: Edition.Baseline } => new Decision(Verdict.Baseline),
        { NotYetMeasured: { } reason } when Latest is null => new Decision(Verdict.NotMeasured, reason),
        _ when Latest is null => new Decision(Verdict.NotMeasured, "no measurement is published yet"),
        _ when HasChangedSince =>
            new Decision(Verdict.ChangedAfterData, $"the verdict before was: {Latest.Verdict}{FormatVerdictOfToday()}"),
        var file => file.Criterion!.Decide(Latest.Metrics, file.Design!.Starts),
    };

    // The rule of today was written when the measurement was known.
    private string FormatVerdictOfToday() => Claim.File is { Criterion: { } criterion, Design: { } design }
        && criterion.Conditions.All(condition => Latest!.Metrics.ContainsKey(condition.Metric))
            ? $"; by the rule of today: {criterion.Decide(Latest!.Metrics, design.Starts).Verdict.GetText()}"
            : "";
}

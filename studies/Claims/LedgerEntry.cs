namespace Studies.Claims;

internal sealed record LedgerEntry(Claim Claim, IReadOnlyList<ArchiveRecord> History)
{
    public const string Ratio = "ratio";

    public ArchiveRecord? Latest => History is [.., var latest] ? latest : null;
    public Metric? MeasuredRatio => Latest?.Metrics.GetValueOrDefault(Ratio);

    /// <summary>The measurements that repeat the one before them on a later day.</summary>
    public IEnumerable<Replication> Replications =>
        History.Zip(History.Skip(1), Replication.Create).OfType<Replication>();

    /// <summary>The decision on the latest measurement, if the claim's file has not changed since.</summary>
    public Decision Decision => Claim.File switch
    {
        { NotComparable: { } reason } => new Decision(Verdict.NotComparable, reason),
        { Edition: Edition.Baseline } => new Decision(Verdict.Baseline),
        { NotYetMeasured: { } reason } when Latest is null => new Decision(Verdict.NotMeasured, reason),
        _ when Latest is null => new Decision(Verdict.NotMeasured, "no measurement is published yet"),
        _ when Latest.FileHash != Claim.Hash =>
            new Decision(Verdict.ChangedAfterData, $"the verdict before was: {Latest.Verdict}"),
        var file => file.Criterion!.Decide(Latest.Metrics, file.Design!.Starts),
    };
}
